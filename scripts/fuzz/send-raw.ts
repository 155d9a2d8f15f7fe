import { type IncomingMessage, request } from 'node:http';
import type { RawRequest } from './spoil-request.ts';

/** `cut`: the connection ended without an answer; `hang`: timeout; `unsendable`: refused by the client. */
export type RawAnswer = { status: number; body: string } | { failed: 'cut' | 'hang' | 'unsendable'; why: string };

const KEPT_MAX = 100_000;

/** Sends the raw bytes on a connection of its own, and reads the answer; of a stream only its beginning. */
export function sendRaw(url: string, raw: RawRequest, limitMs: number): Promise<RawAnswer> {
  const { promise, resolve } = Promise.withResolvers<RawAnswer>();
  const { hostname, port } = new URL(url);
  const { method, target, headers, body } = raw;
  let answered: Promise<void> | undefined;
  const read = async (response: IncomingMessage): Promise<void> => {
    const status = response.statusCode ?? 0;
    let kept = '';
    if (response.headers['content-type']?.startsWith('text/event-stream') !== true)
      for await (const chunk of response) if (kept.length < KEPT_MAX) kept += String(chunk);
    resolve({ status, body: kept });
  };
  const timer = setTimeout(() => {
    resolve({ failed: 'hang', why: `no answer in ${limitMs / 1_000} s` });
    outgoing?.destroy();
  }, limitMs);
  let outgoing: ReturnType<typeof request> | undefined;
  try {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    outgoing = request({ hostname, port, method, path: target, headers: { ...length, ...headers }, agent: false });
  } catch (error) {
    clearTimeout(timer);
    return Promise.resolve({ failed: 'unsendable', why: String(error) });
  }
  outgoing.on('response', (response) => {
    answered = read(response).catch((error: unknown) => resolve({ failed: 'cut', why: String(error) }));
  });
  // A server that refuses a body while it is being sent has answered before the write fails.
  outgoing.on('error', (error) => {
    if (answered === undefined) resolve({ failed: 'cut', why: String(error) });
  });
  outgoing.end(body);
  return promise.finally(() => {
    clearTimeout(timer);
    outgoing.destroy();
  });
}
