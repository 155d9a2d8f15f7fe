import { once } from 'node:events';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Passing {
  method: string;
  path: string;
  body: string;
  /** The client's port, which identifies its connection. */
  port: number | undefined;
}

export interface Passed {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** `answer` forwards the response; `break-before` drops the request, `break-after` the response. */
export type Meddling = 'answer' | 'break-before' | 'break-after';

export interface MeddlingProxy {
  url: string;
  /** Every request, in order. */
  seen: Passing[];
  meddle: (passing: Passing) => Meddling;
  change: (passing: Passing, answer: Passed) => Passed;
  /** Responds chunked, without Content-Length. */
  isInPieces: boolean;
  close(): Promise<void>;
}

/** A fault-injecting proxy between client and server. */
export async function startMeddlingProxy(target: string): Promise<MeddlingProxy> {
  const proxy: MeddlingProxy = {
    url: '',
    seen: [],
    meddle: () => 'answer',
    change: (_passing, answer) => answer,
    isInPieces: false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const port = incoming.socket.remotePort;
      const passing = { method: incoming.method ?? '', path: incoming.url ?? '', body: await text(incoming), port };
      proxy.seen.push(passing);
      const meddling = proxy.meddle(passing);
      if (meddling === 'break-before') return void incoming.socket.destroy();
      const answer = await pass(target, incoming, passing);
      if (meddling === 'break-after') return void incoming.socket.destroy();
      const { status, headers, body } = proxy.change(passing, answer);
      outgoing.sendDate = headers['date'] === undefined;
      const length = proxy.isInPieces ? {} : { 'content-length': Buffer.byteLength(body) };
      outgoing.writeHead(status, { ...headers, ...length }).end(body);
    })().catch(() => incoming.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function pass(target: string, incoming: IncomingMessage, { method, path, body }: Passing): Promise<Passed> {
  const { host: _host, connection: _connection, ...headers } = incoming.headers;
  const outgoing = request(`${target}${path}`, { method, headers, agent: false }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const kept = Object.entries(response.headers).filter(
    ([name, value]) =>
      typeof value === 'string' && !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
  );
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: await text(response),
  };
}
