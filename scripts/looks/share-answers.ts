import type { IncomingMessage, ServerResponse } from 'node:http';

interface Answer {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** A token of its own for each page: it is short-lived and never seen. */
const TOKEN = /^\/api\/auth\/token$/;
/** About the connection or the coding of the body, which `fetch` has undone. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);
const NOT_SENT = new Set([...OF_THE_CONNECTION, 'host', 'proxy-connection']);

/**
 * Two pages that ask for the same get the same: the first request goes to the server, its answer goes to both. What
 * the server measures or counts while it answers (uptime, sizes, times of the last call) would differ otherwise, and
 * what both pages change is changed once.
 */
export class SharedAnswers {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #asked = new Map<string, number>();

  /** `page` tells the pages apart: the second request of one page is the second of the other as well. */
  async answer(page: string, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const what = `${request.method ?? 'GET'} ${url.pathname}${url.search}`;
    const times = (this.#asked.get(`${page} ${what}`) ?? 0) + 1;
    this.#asked.set(`${page} ${what}`, times);
    const key = TOKEN.test(url.pathname) ? `${page} ${what} ${times}` : `${what} ${times}`;
    const shared = this.#answers.get(key) ?? ask(url, request, body);
    this.#answers.set(key, shared);
    const { status, headers, body: answered } = await shared;
    response.writeHead(status, headers.flat()).end(answered);
  }
}

async function ask(url: URL, { method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || NOT_SENT.has(name) ? [] : [[name, String(value)]],
  );
  const response = await fetch(url, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !OF_THE_CONNECTION.has(name)),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
