import { once } from 'node:events';
import { Agent, type IncomingMessage, type ServerResponse, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Balancer {
  url: string;
  /** Routes requests to a server once it reports ready. */
  add(url: string): Promise<void>;
  /**
   * Resolves when a server reports not ready, gets no more requests, and has begun to answer those in flight: the
   * purpose of the drain time.
   */
  untilLeft(url: string): Promise<void>;
  close(): Promise<void>;
}

const ASK_EVERY_MS = 10;

/**
 * A load balancer for tests: polls readiness, keeps connections alive, and never retries. A broken request is a 502.
 */
export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<string, boolean>();
  const agent = new Agent({ keepAlive: true });
  /** Requests in flight without a response, by server. */
  const underWay = new Map<string, number>();
  let turn = 0;
  let isOpen = true;

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const targets = [...ready].flatMap(([url, isReady]) => (isReady ? [url] : []));
    turn += 1;
    const target = targets[turn % targets.length];
    if (target === undefined) return response.writeHead(502).end('no server is ready');
    const { connection: _, ...headers } = request.headers;
    const passed = send(`${target}${request.url ?? ''}`, { method: request.method ?? 'GET', headers, agent });
    const count = (by: number) => underWay.set(target, (underWay.get(target) ?? 0) + by);
    const arrive = Promise.withResolvers<void>();
    count(1);
    void arrive.promise.then(() => count(-1));
    passed.on('close', arrive.resolve);
    passed.on('response', (answer) => {
      arrive.resolve();
      const { connection: __, ...told } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, told);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    passed.on('error', (error) =>
      response.headersSent ? response.destroy() : response.writeHead(502).end(String(error)),
    );
    response.on('close', () => passed.destroy());
    return request.pipe(passed);
  };

  const asking = (async () => {
    while (isOpen) {
      for (const url of ready.keys()) {
        const isReady = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
          ({ ok }) => ok,
          () => false,
        );
        if (ready.has(url)) ready.set(url, isReady);
      }
      await wait(ASK_EVERY_MS);
    }
  })();
  const until = async (url: string, isReady: boolean) => {
    while (ready.get(url) !== isReady) await wait(ASK_EVERY_MS);
  };

  const server = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(url) {
      ready.set(url, false);
      await until(url, true);
    },
    async untilLeft(url) {
      await until(url, false);
      ready.delete(url);
      while ((underWay.get(url) ?? 0) > 0) await wait(ASK_EVERY_MS);
    },
    async close() {
      isOpen = false;
      await asking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
