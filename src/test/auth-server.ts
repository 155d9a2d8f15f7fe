import type { LightMyRequestResponse } from 'fastify';
import type { Id } from '#contract/fields.ts';
import { type Auth, addAuthRoutes, createAuth, requireMayWrite } from '#server/auth/index.ts';
import { createForward } from '#server/platform/http/forward.ts';
import { createRequestGate } from '#server/platform/http/limits.ts';
import { type HttpParts, createMount } from '#server/platform/http/mount.ts';
import { createTurns } from '#server/platform/http/turns.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { requireProject } from '#server/projects/index.ts';
import { TEST_SECRET, type TestServices, openTestServices } from './harness.ts';

export const PASSWORD = 'correct horse';

export interface AuthServer extends TestServices {
  auth: Auth;
  browser(address?: string): Browser;
  /** A confirmed account, created through the API. */
  addAccount(email: string, password?: string): Promise<Id>;
  /** The link of the newest mail to this address. */
  linkTo(email: string): URL;
}

/** A server with the auth routes only, and browsers for it. */
export async function startAuthServer(options: Parameters<typeof openTestServices>[0] = {}): Promise<AuthServer> {
  const services = await openTestServices(options);
  const http = createHttpServer(services);
  const auth = createAuth(services, TEST_SECRET);
  const parts: HttpParts = {
    app: http,
    services,
    authenticate: auth.authenticate,
    gate: createRequestGate(0),
    turns: createTurns(4),
    countCall: async () => ({ notices: [], name: undefined }),
    requireMayWrite,
    tellCall: () => undefined,
    tellRefusal: () => undefined,
    checkAnswers: true,
  };
  addAuthRoutes({ mount: createMount(parts), forward: createForward(parts) }, auth, {
    deletion: { before: async () => undefined, within: async () => [] },
    proveProject: requireProject,
  });
  await http.ready();

  let addresses = 0;
  const browser = (address?: string) => {
    addresses += 1;
    return new Browser(http, services.config.url, address ?? `10.${(addresses >> 8) & 255}.${addresses & 255}.1`);
  };
  const linkTo = (email: string) => {
    const link = services.sent.findLast(({ to }) => to === email)?.link;
    if (link === undefined) throw new Error(`no mail to ${email}`);
    return new URL(link);
  };
  return {
    ...services,
    auth,
    browser,
    linkTo,
    addAccount: async (email, password = PASSWORD) => {
      const { body } = await browser().post('sign-up/email', { email, password });
      // In another browser: the one that signed up would be signed in.
      await browser().open(linkTo(email));
      return read(body, 'user', 'id') as Id;
    },
    dispose: async () => {
      await http.close();
      await auth.settle();
      await services.dispose();
    },
  };
}

export interface Answer {
  status: number;
  body: unknown;
  headers: LightMyRequestResponse['headers'];
  /** Raw Set-Cookie lines. */
  setCookies: string[];
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A cookie jar with an Origin header, like a browser. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly #http: ReturnType<typeof createHttpServer>;
  readonly #origin: string;
  readonly #address: string;

  constructor(http: ReturnType<typeof createHttpServer>, origin: string, address: string) {
    this.#http = http;
    this.#origin = origin;
    this.#address = address;
  }

  post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
    this.send('POST', `/api/auth/${path}`, body, headers);
  get = (path: string, headers: Record<string, string> = {}) =>
    this.send('GET', `/api/auth/${path}`, undefined, headers);
  open = (url: URL) => this.send('GET', `${url.pathname}${url.search}`);
  signIn = (email: string, password = PASSWORD, more: object = {}) =>
    this.post('sign-in/email', { email, password, ...more });

  async token(): Promise<string> {
    const { body } = await this.get('token');
    return String(read(body, 'token'));
  }

  /** An API call with a fresh access token. */
  async call(method: Method, path: string, body?: object): Promise<Answer> {
    return this.send(method, path, body, { authorization: `Bearer ${await this.token()}` });
  }

  async send(method: Method, url: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#http.inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: {
        'user-agent': 'test browser',
        ...(method === 'GET' ? {} : { origin: this.#origin }),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const setCookies = [response.headers['set-cookie'] ?? []].flat();
    for (const line of setCookies) this.#keep(line);
    return { status: response.statusCode, body: parse(response.body), headers: response.headers, setCookies };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0/i.test(line)) this.jar.delete(name);
    else this.jar.set(name, value);
  }
}

/** The value at a path of an answer. */
export function read(body: unknown, ...path: string[]): unknown {
  return path.reduce((value, key) => (Object(value) as Record<string, unknown>)[key], body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
