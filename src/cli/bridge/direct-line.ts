import type { IncomingMessage } from 'node:http';
import { VERSION } from '../version.ts';
import { type DirectAnswer, type DirectConnection, openConnection } from './direct-connection.ts';

/** The fast path for repeated reads: pooled connections to one address, without Node's HTTP client. */
export interface DirectLine {
  /** Enabled once a response to Node's client had a Content-Length; disabled by one that did not. */
  notice(answer: IncomingMessage): void;
  /**
   * For idempotent requests. Undefined when the answer was not plain, or the connection had been closed: then Node's
   * client sends it again.
   */
  ask(headers: Record<string, string>, body: string, signal: AbortSignal): Promise<DirectAnswer | undefined>;
  close(): void;
}

const RESTING_MAX = 8;
const VISIBLE = /^[\t\x20-\x7E]*$/;

/** Undefined where unusable: over TLS, with credentials in the URL, with headers beyond ASCII. */
export async function openDirectLine(
  address: string,
  headers: Record<string, string>,
): Promise<DirectLine | undefined> {
  const url = new URL(address);
  if (url.protocol !== 'http:' || url.username !== '' || url.password !== '') return undefined;
  const first = writeHeaders({
    host: url.host,
    connection: 'keep-alive',
    'user-agent': `baton-cli/${VERSION}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  });
  if (first === undefined) return undefined;
  const builtin: typeof process.getBuiltinModule | undefined = process.getBuiltinModule;
  const { connect } = builtin?.('node:net') ?? (await import('node:net'));

  const beginning = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${first}`;
  const resting: DirectConnection[] = [];
  const all = new Set<DirectConnection>();
  let isFit: boolean | undefined;
  const ends = {
    connect,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 80),
    rest(connection: DirectConnection) {
      if (resting.length < RESTING_MAX) resting.push(connection);
      else connection.close();
    },
    leave(connection: DirectConnection) {
      all.delete(connection);
      const at = resting.indexOf(connection);
      if (at !== -1) resting.splice(at, 1);
    },
    giveUp() {
      isFit = false;
    },
  };
  const open = () => {
    const connection = openConnection(ends);
    all.add(connection);
    return connection;
  };
  return {
    notice({ statusCode, headers: { 'content-length': length } }) {
      if (statusCode === 200 && isFit !== false) isFit = length !== undefined;
    },
    async ask(more, body, signal) {
      const last = isFit === true ? writeHeaders(more) : undefined;
      if (last === undefined || signal.aborted) return undefined;
      const request = `${beginning}${last}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      return (resting.pop() ?? open()).ask(request, signal);
    },
    close() {
      for (const connection of all) connection.close();
    },
  };
}

/** Undefined if a value cannot be written literally. */
function writeHeaders(headers: Record<string, string>): string | undefined {
  let lines = '';
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!VISIBLE.test(value)) return undefined;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
