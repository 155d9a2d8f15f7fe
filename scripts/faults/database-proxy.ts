import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** `silent`: bytes are accepted and held, as with a pulled cable; `closed`: every connection is reset. */
type Line = 'open' | 'silent' | 'closed';

/** The network between one server and the database. */
export interface DatabaseProxy {
  port: number;
  set(line: Line): void;
  /** Latency in each direction. */
  delay(ms: number): void;
  /** Resets every connection; new ones are accepted as the line allows. */
  reset(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(socketPath: string): Promise<DatabaseProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let line: Line = 'open';
  let delayMs = 0;

  /** In order, even if the delay changes meanwhile; bytes overtaken by a reset are lost. */
  const forward = (from: Socket, to: Socket) => {
    let before = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      const due = delayMs === 0 ? undefined : after(delayMs);
      before = before.then(async () => {
        await due;
        if (!to.destroyed) to.write(chunk);
      });
    });
    from.on('end', () => void before.then(() => to.end()));
  };

  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (line === 'closed') return void client.resetAndDestroy();
    const upstream = connect(socketPath);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    upstream.on('error', end);
    for (const socket of pair) socket.on('close', end);
    forward(client, upstream);
    forward(upstream, client);
    if (line === 'silent') for (const socket of pair) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const reset = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      line = next;
      for (const socket of [...pairs].flat()) {
        if (next === 'silent') socket.pause();
        else socket.resume();
      }
      if (next === 'closed') reset();
    },
    delay: (ms) => {
      delayMs = ms;
    },
    reset,
    close: async () => {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
