import type { FailureBody } from '#contract/errors.ts';
import type { FeedEvent } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { OutboxMail } from '#contract/instance.ts';
import type { ProjectSummary } from '#contract/project.ts';

/** Of everybody who signs up here. */
export const CLIENT_PASSWORD = 'correct horse battery';

export interface ApiAnswer<T = unknown> {
  status: number;
  headers: Headers;
  /** What stands in `data`, when the call succeeded. */
  data: T;
  failure: FailureBody;
}

export interface EventStream {
  /** The next change, or undefined when the server has ended the stream. */
  next(): Promise<FeedEvent | undefined>;
  close(): Promise<void>;
}

/** One signed-in person, talking to a running server over the network as the web app does. */
export class ApiClient {
  readonly #url: string;
  readonly #origin: string;
  #cookie = '';
  #token = '';

  /** `origin` is the instance's public address, where it is not the one that is called. */
  constructor(url: string, origin: string = url) {
    this.#url = url;
    this.#origin = origin;
  }

  /** An account, confirmed by the link in the outbox, and signed in. */
  static async signUp(url: string, email: string, origin?: string): Promise<ApiClient & { userId: Id }> {
    const client = new ApiClient(url, origin);
    const made = await client.#auth('sign-up/email', { email, password: CLIENT_PASSWORD });
    if (made.status !== 200) throw new Error(`sign-up answered ${made.status}: ${await made.text()}`);
    const { user } = (await made.json()) as { user: { id: Id } };
    await client.#confirm(email);
    await client.signIn(email);
    return Object.assign(client, { userId: user.id });
  }

  /** The same person at another server of the same instance: the browser's cookie goes with them. */
  at(url: string): ApiClient {
    const other = new ApiClient(url, this.#origin);
    other.#cookie = this.#cookie;
    other.#token = this.#token;
    return other;
  }

  async signIn(email: string, password: string = CLIENT_PASSWORD): Promise<void> {
    const answer = await this.#auth('sign-in/email', { email, password });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
    this.#cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    await this.renewToken();
  }

  /** Trades the cookie for an access token. */
  async renewToken(): Promise<string> {
    const answer = await fetch(`${this.#url}/api/auth/token`, { headers: { cookie: this.#cookie } });
    if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
    this.#token = ((await answer.json()) as { token: string }).token;
    return this.#token;
  }

  async call<T = unknown>(method: string, path: string, body?: object): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    const { status, headers } = response;
    return { status, headers, data: (answer as { data: T }).data, failure: answer as FailureBody };
  }

  createProject = (name: string) => this.call<ProjectSummary>('POST', '/api/projects', { name });
  listProjects = () => this.call<ProjectSummary[]>('GET', '/api/projects');

  /** What changes in the account, from now on or after a number; resolves when the server has begun to answer. */
  async follow(since?: number): Promise<EventStream> {
    const gone = new AbortController();
    const response = await fetch(`${this.#url}/api/me/events${since === undefined ? '' : `?since=${since}`}`, {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: gone.signal,
    });
    if (response.status !== 200 || response.body === null) throw new Error(`no stream: ${response.status}`);
    const changes = changesIn(response.body);
    return {
      next: async () => (await changes.next()).value,
      close: async () => gone.abort(),
    };
  }

  async #confirm(email: string): Promise<void> {
    const answer = await fetch(`${this.#url}/api/outbox`);
    const { data } = (await answer.json()) as { data: OutboxMail[] };
    const link = data.find(({ recipient }) => recipient === email)?.link;
    if (link === null || link === undefined) throw new Error(`no mail to ${email} in the outbox`);
    // Followed to this server: behind a public address the link would lead there.
    const { pathname, search } = new URL(link);
    await fetch(`${this.#url}${pathname}${search}`, { redirect: 'manual' });
  }

  #auth(path: string, body: object): Promise<Response> {
    return fetch(`${this.#url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#origin },
      body: JSON.stringify(body),
    });
  }
}

async function* changesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<FeedEvent, undefined> {
  const decoder = new TextDecoder();
  let waiting = '';
  try {
    for await (const chunk of body) {
      waiting += decoder.decode(chunk, { stream: true });
      const whole = waiting.split('\n\n');
      waiting = whole.pop() ?? '';
      for (const message of whole) {
        const data = /^event: change\ndata: (.*)$/m.exec(message)?.[1];
        if (data !== undefined) yield JSON.parse(data) as FeedEvent;
      }
    }
  } catch {
    // A connection that breaks ends the stream as well.
  }
  return undefined;
}
