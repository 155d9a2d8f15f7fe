import { once } from 'node:events';
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedDelivery {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Reaction = (response: ServerResponse, received: ReceivedDelivery) => unknown;

export interface WebhookReceiver {
  url: string;
  port: number;
  received: ReceivedDelivery[];
  /** Reactions to the next requests, in order; then it answers 200. */
  reactions: Reaction[];
  close(): Promise<void>;
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = [];
  const reactions: Reaction[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const delivery = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      received.push(delivery);
      const react = reactions.shift() ?? ((given: ServerResponse) => given.end('ok'));
      react(response, delivery);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    reactions,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
