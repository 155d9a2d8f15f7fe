import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyProxy {
  url: string;
  close(): Promise<void>;
}

/** A local proxy that adds headers its caller cannot send. */
export async function startKeyProxy(target: string, headers: IncomingHttpHeaders): Promise<KeyProxy> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    const passedOn = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: { ...incoming.headers, ...headers } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    // A disconnect is propagated to the other side, so that no stream stays open.
    passedOn.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passedOn.destroy());
    incoming.pipe(passedOn);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
