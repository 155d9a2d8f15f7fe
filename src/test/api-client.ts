import type { FailureBody } from '#contract/errors.ts';
import type { FeedEvent } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { OutboxMail } from '#contract/instance.ts';
import type { ProjectSummary } from '#contract/project.ts';

/** Password of every account created here. */
export const CLIENT_PASSWORD = 'correct horse battery';

export interface ApiAnswer<T = unknown> {
  status: number;
  headers: Headers;
  /** `data` of a successful call. */
  data: T;
  failure: FailureBody;
}

export interface EventStream {
  /** The next event, or undefined when the stream has ended. */
  next(): Promise<FeedEvent | undefined>;
  close(): Promise<void>;
}

/** A signed-in user, calling a running server over the network as the web app does. */
export class ApiClient {
  readonly #url: string;
  readonly #origin: string;
  #cookie = '';
  #token = '';

  /** `origin` is the instance's public URL, where it differs from the one called. */
  constructor(url: string, origin: string = url) {
    this.#url = url;
    this.#origin = origin;
  }

  /** Signs up, confirms by the link in the outbox, and signs in. */
  static async signUp(url: string, email: string, origin?: string): Promise<ApiClient & { userId: Id }> {
    const client = new ApiClient(url, origin);
    const made = await client.#auth('sign-up/email', { email, password: CLIENT_PASSWORD });
    if (made.status !== 200) throw new Error(`sign-up answered ${made.status}: ${await made.text()}`);
    const { user } = (await made.json()) as { user: { id: Id } };
    await client.#confirm(email);
    await client.signIn(email);
    return Object.assign(client, { userId: user.id });
  }

  /** The same user at another server of the instance, with the same cookie. */
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

  /** Exchanges the cookie for an access token. */
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

  /** The account's event stream, from now on or after a number; resolves when the response has begun. */
  follow = (since?: number): Promise<EventStream> =>
    this.#follow(`/api/me/events${since === undefined ? '' : `?since=${since}`}`);

  /** The same of a project. */
  followProject = (id: Id): Promise<EventStream> => this.#follow(`/api/projects/${id}/events`);

  async #follow(path: string): Promise<EventStream> {
    const gone = new AbortController();
    const response = await fetch(`${this.#url}${path}`, {
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
    // Opened on this server: the link itself has the public URL.
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
    // A broken connection ends the stream as well.
  }
  return undefined;
}
