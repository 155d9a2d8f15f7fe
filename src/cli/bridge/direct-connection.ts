import type { Socket, connect } from 'node:net';
import { BrokenExchange } from '../http-exchange.ts';
import { type Head, readHead } from './read-head.ts';

export interface DirectAnswer {
  status: number;
  /** With its line feed. */
  line: Buffer;
}

export interface DirectConnection {
  /** Resolves with undefined when the fast path cannot answer: the request may be sent again by Node's client. */
  ask(request: string, signal: AbortSignal): Promise<DirectAnswer | undefined>;
  close(): void;
}

/** The callbacks of a connection's owner. */
export interface Ends {
  connect: typeof connect;
  host: string;
  port: number;
  /** Returned to the pool. */
  rest(connection: DirectConnection): void;
  /** Closed. */
  leave(connection: DirectConnection): void;
  /** The server answers in a format the fast path does not parse, even on success. */
  giveUp(): void;
}

interface Asked {
  resolve(answer: DirectAnswer | undefined): void;
  reject(error: BrokenExchange): void;
  signal: AbortSignal;
  timer: NodeJS.Timeout;
  /** On a reused connection, which may have been closed while idle. */
  isLater: boolean;
  early: Buffer | undefined;
  head: Head | undefined;
  line: Buffer;
  filled: number;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 120_000;
/** The interval at which Node's own client probes (TCP keep-alive). */
const PROBE_MS = 1_000;
const READ_BYTES = 65_536;
const HEAD_MAX = 16_384;
const FINE = 'HTTP/1.1 200 ';
const NOTHING = Buffer.alloc(0);
const LINE_FEED = 0x0a;

/**
 * A minimal HTTP/1.1 connection, one request at a time: one write and one read for each, where Node's client creates
 * objects and streams.
 */
export function openConnection(ends: Ends): DirectConnection {
  let asked: Asked | undefined;
  let answers = 0;
  let isConnected = false;
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const socket: Socket = ends.connect({
    host: ends.host,
    port: ends.port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: PROBE_MS,
    onread: { buffer, callback: (size) => take(buffer.subarray(0, size)) },
  });
  const connection: DirectConnection = {
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        const timer = giveUpAfter(ANSWER_MS);
        const isLater = answers > 0;
        asked = {
          resolve,
          reject,
          signal,
          timer,
          isLater,
          early: undefined,
          head: undefined,
          line: NOTHING,
          filled: 0,
        };
        signal.addEventListener('abort', close);
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
  const close = () => void socket.destroy();
  const giveUpAfter = (ms: number) =>
    setTimeout(() => socket.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), ms);
  const connecting = giveUpAfter(CONNECT_MS);

  const settle = (): Asked | undefined => {
    const settled = asked;
    asked = undefined;
    if (settled !== undefined) clearTimeout(settled.timer);
    settled?.signal.removeEventListener('abort', close);
    return settled;
  };
  const fail = (error: Error) => {
    clearTimeout(connecting);
    ends.leave(connection);
    const settled = settle();
    if (settled === undefined) return;
    const isStale = settled.isLater && settled.early === undefined && settled.head === undefined;
    if (isStale && !settled.signal.aborted && !('code' in error && error.code === 'ETIMEDOUT'))
      settled.resolve(undefined);
    else settled.reject(new BrokenExchange(error, isConnected));
  };
  const refuse = (isFine: boolean) => {
    if (isFine) ends.giveUp();
    settle()?.resolve(undefined);
    socket.destroy();
  };

  const take = (bytes: Buffer): boolean => {
    if (asked === undefined) close();
    else if (asked.head === undefined) takeHead(asked, bytes);
    else takeBody(asked, asked.head, bytes);
    return true;
  };
  const takeHead = (question: Asked, bytes: Buffer) => {
    const all = question.early === undefined ? bytes : Buffer.concat([question.early, bytes]);
    const end = all.indexOf('\r\n\r\n');
    if (end === -1 && all.length < HEAD_MAX) {
      // Copied, because the next read reuses the buffer.
      question.early = Buffer.from(all);
      return;
    }
    const text = all.toString('latin1', 0, end === -1 ? HEAD_MAX : end + 2);
    const head = end === -1 ? undefined : readHead(text);
    if (head === undefined) return refuse(text.startsWith(FINE));
    question.head = head;
    question.line = Buffer.allocUnsafe(head.length + 1);
    takeBody(question, head, all.subarray(end + 4));
  };
  const takeBody = (question: Asked, head: Head, bytes: Buffer) => {
    if (question.filled + bytes.length > head.length) return refuse(true);
    question.filled += bytes.copy(question.line, question.filled);
    if (question.filled < head.length) return;
    question.line[head.length] = LINE_FEED;
    answers += 1;
    settle();
    if (head.isKept) ends.rest(connection);
    else close();
    question.resolve({ status: head.status, line: question.line });
  };

  socket.once('connect', () => {
    isConnected = true;
    clearTimeout(connecting);
  });
  socket.once('end', () => ends.leave(connection));
  socket.once('error', fail);
  socket.once('close', () => fail(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
  return connection;
}
