import { createHash, randomBytes } from 'node:crypto';
import { type TestUser, cookieOf } from './builders.ts';
import type { TestServer } from './harness.ts';

export const REDIRECT = 'http://127.0.0.1:45454/callback';
const AUTH = '/api/auth/oauth2';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
}

interface OAuthAnswer {
  status: number;
  body: Tokens & { error?: string; error_description?: string; client_id?: string };
  text: string;
  headers: Record<string, unknown>;
  location: string;
}

type Fields = Record<string, string>;

/** An OAuth client as in the specification, with a person's browser. */
export class AppClient {
  readonly server: TestServer;
  readonly verifier = randomBytes(32).toString('base64url');
  clientId = '';
  redirectUri = REDIRECT;

  constructor(server: TestServer) {
    this.server = server;
  }

  static async registered(server: TestServer, name = 'Test App'): Promise<AppClient> {
    const app = new AppClient(server);
    const { status, body, text } = await app.register({ client_name: name, redirect_uris: [REDIRECT] });
    if (status !== 201) throw new Error(`registration answered ${status}: ${text}`);
    app.clientId = body.client_id ?? '';
    return app;
  }

  /** The same client, calling another server of the instance. */
  at(server: TestServer): AppClient {
    const { clientId, redirectUri, verifier } = this;
    return Object.assign(new AppClient(server), { clientId, redirectUri, verifier });
  }

  /** With a distinct IP address by default: registrations are rate-limited by address. */
  register = (metadata: object, address = nextAddress()) =>
    this.#send('POST', `${AUTH}/register`, {
      payload: JSON.stringify({ token_endpoint_auth_method: 'none', ...metadata }),
      headers: { 'content-type': 'application/json' },
      address,
    });

  get request(): Fields {
    return {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      state: 'the-state',
      scope: 'tasks:read tasks:write',
      resource: `${this.server.config.url}/mcp`,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
  }

  /** The response of the authorization endpoint. */
  authorize(user: TestUser | undefined, changes: Record<string, string | undefined> = {}): Promise<OAuthAnswer> {
    const asked = Object.entries({ ...this.request, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return this.open(user, `${AUTH}/authorize?${new URLSearchParams(asked)}`);
  }

  open = (user: TestUser | undefined, url: string) =>
    this.#send('GET', url, { headers: user === undefined ? {} : { cookie: cookieOf(user) } });

  /** The consent page, and its form fields. */
  async page(
    user: TestUser,
    changes: Record<string, string | undefined> = {},
  ): Promise<{ html: string; form: Fields }> {
    const { location } = await this.authorize(user, changes);
    const { text } = await this.open(user, location);
    return { html: text, form: { query: fieldOf(text, 'query'), csrf: fieldOf(text, 'csrf') } };
  }

  decide = (user: TestUser | undefined, form: Fields, headers: Fields = { origin: this.server.config.url }) =>
    this.#send('POST', '/connect', {
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(user === undefined ? {} : { cookie: cookieOf(user) }),
        ...headers,
      },
    });

  /** Gives consent and returns the authorization code. */
  async consent(user: TestUser, project: string, changes: Record<string, string | undefined> = {}): Promise<string> {
    const { form } = await this.page(user, changes);
    const { location, text } = await this.decide(user, { ...form, project, action: 'allow' });
    const code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
    if (code === null) throw new Error(`no code: ${location} ${text}`);
    return code;
  }

  exchange = (code: string, changes: Record<string, string | undefined> = {}) =>
    this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      client_id: this.clientId,
      code_verifier: this.verifier,
      resource: `${this.server.config.url}/mcp`,
      ...changes,
    });

  refresh = (token: string, changes: Record<string, string | undefined> = {}) =>
    this.token({ grant_type: 'refresh_token', refresh_token: token, client_id: this.clientId, ...changes });

  token = (fields: Record<string, string | undefined>) => this.#form(`${AUTH}/token`, fields);
  revoke = (token: string) => this.#form(`${AUTH}/revoke`, { token, client_id: this.clientId });

  /** The whole flow: consent for a project, then the token. */
  async connect(user: TestUser, project: string, changes: Record<string, string | undefined> = {}): Promise<Tokens> {
    const { status, body, text } = await this.exchange(await this.consent(user, project, changes));
    if (status !== 200) throw new Error(`no tokens: ${status} ${text}`);
    return body;
  }

  #form(url: string, fields: Record<string, string | undefined>): Promise<OAuthAnswer> {
    const sent = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return this.#send('POST', url, {
      payload: new URLSearchParams(sent).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    { headers, payload, address }: { headers: Fields; payload?: string; address?: string },
  ): Promise<OAuthAnswer> {
    const answer = await this.server.http.inject({
      method,
      url,
      headers,
      ...(address === undefined ? {} : { remoteAddress: address }),
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: answer.statusCode,
      body: parse(answer.body) as OAuthAnswer['body'],
      text: answer.body,
      headers: answer.headers,
      location: answer.headers.location ?? '',
    };
  }
}

let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `10.77.${addresses >> 8}.${addresses & 255}`;
}

function fieldOf(page: string, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
