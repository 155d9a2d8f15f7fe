import { type Socket, connect } from 'node:net';

export interface RawAnswer {
  status: number;
  body: string;
}

interface Waiting extends PromiseWithResolvers<RawAnswer> {
  hasBody: boolean;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * One HTTP/1.1 connection, for one request at a time. It sends the path as given, which a client with a URL parser would
 * normalise, and needs a fraction of the processor time of Node's clients.
 */
export class RawClient {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);
  #waiting: Waiting | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  ask(method: string, path: string, headers: Record<string, string>, body = ''): Promise<RawAnswer> {
    const waiting = { ...Promise.withResolvers<RawAnswer>(), hasBody: method !== 'HEAD' };
    this.#waiting = waiting;
    const lines = Object.entries({ host: `127.0.0.1:${this.#port}`, ...headers }).map(
      ([name, text]) => `${name}: ${text}`,
    );
    this.#socket ??= this.#open();
    this.#socket.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}${END_OF_HEAD}${body}`);
    return waiting.promise;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    this.#received = Buffer.alloc(0);
    const socket = connect(this.#port, '127.0.0.1');
    const fail = (error: Error) => this.#socket === socket && this.#waiting?.reject(error);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', fail);
    socket.on('close', () => {
      fail(new Error('the connection was closed before the answer'));
      if (this.#socket === socket) this.#socket = undefined;
    });
    return socket;
  }

  #take(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    const at = this.#received.indexOf(END_OF_HEAD);
    const waiting = this.#waiting;
    if (at === -1 || waiting === undefined) return;
    const head = this.#received.toString('latin1', 0, at);
    const rest = this.#received.subarray(at + END_OF_HEAD.length);
    const body = waiting.hasBody ? bodyOf(head, rest) : Buffer.alloc(0);
    if (body === undefined) return;
    this.#received = Buffer.alloc(0);
    this.#waiting = undefined;
    if (/^connection: close/im.test(head)) this.close();
    waiting.resolve({ status: Number(head.split(' ', 2)[1]), body: body.toString() });
  }
}

/** Undefined until all of it has arrived. */
function bodyOf(head: string, rest: Buffer): Buffer | undefined {
  if (/^transfer-encoding: chunked/im.test(head)) return joinChunks(rest);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length);
}

function joinChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const line = rest.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, line), 16);
    const end = line + 2 + size + 2;
    if (rest.length < end) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(line + 2, end - 2));
    at = end;
  }
}
