import { SignJWT, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { generateApiKey, setUserStatus } from '#server/auth/index.ts';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type RawAnswer, RawClient } from '#test/raw-client.ts';

const TOKEN_MS = 6 * 60_000;

/** Every kind of caller without administrator rights, and the status they get for the plain path. */
const REFUSED = {
  anonymous: 401,
  user: 403,
  'suspended user': 403,
  'suspended administrator': 403,
  key: 403,
  'administrator’s key': 403,
  'administrator’s key as bearer': 403,
  'expired token': 401,
  'forged token': 401,
  'unsigned token': 401,
} as const;
type Caller = keyof typeof REFUSED;
type Headers = Record<string, string>;

/** Alternative spellings of a path, by which a proxy and the router could disagree about what is requested. */
const DISGUISES: Record<string, (path: string) => string> = {
  'the doubled segment': (path) => `/api${path}`,
  'upper case': (path) => path.toUpperCase(),
  'one capital': (path) => path.replace('/admin', '/Admin'),
  'a trailing slash': (path) => `${path}/`,
  'two slashes in front': (path) => `/${path}`,
  'two slashes inside': (path) => path.replace('/admin/', '/admin//'),
  'a dot segment': (path) => path.replace('/admin/', '/./admin/'),
  'encoded dots': (path) => path.replace('/api/', '/api/projects/%2e%2e/'),
  'encoded dots in capitals': (path) => path.replace('/api/', '/api/me/%2E%2E/'),
  'plain dots': (path) => path.replace('/api/', '/api/me/../'),
  'an encoded letter': (path) => path.replace('/admin', '/%61dmin'),
  'a letter encoded twice': (path) => path.replace('/admin', '/%2561dmin'),
  'an encoded slash': (path) => path.replace('/admin/', '/admin%2f'),
  'a parameter': (path) => `${path};x=1`,
  'a parameter inside': (path) => path.replace('/admin', '/admin;x=1'),
  'a backslash': (path) => path.replace('/admin/', '/admin\\'),
  'a NUL': (path) => `${path}%00`,
  'a file': (path) => `${path}.json`,
  'a query': (path) => `${path}?isAdmin=true`,
};

/** Forwarding headers, by which a client could try to make a request look like another one. */
const FORWARDING_HEADERS: Headers[] = [
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' },
  { 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' },
  { 'x-http-method-override': 'GET', 'x-method-override': 'GET' },
  { 'x-user': 'admin', 'x-is-admin': 'true', 'x-forwarded-user': 'admin@example.com', cookie: 'isAdmin=true' },
];

let server: TestServer;
/** The same instance six minutes later, when an access token that was just issued has expired. */
let late: TestServer;
let toServer: RawClient;
let toLate: RawClient;
let callers: Record<Caller, Headers>;
let admin: TestUser;
let mounted: Endpoint[];
beforeAll(async () => {
  server = await startTestServer({ webDirectory: 'no-such-directory' });
  mounted = ENDPOINTS.filter(
    ({ access, method, path }) => access === 'admin' && server.http.mounted.includes(`${method} ${path}`),
  );
  late = await startTestServer({ databaseUrl: server.databaseUrl });
  late.clock.advance(TOKEN_MS);
  [toServer, toLate] = [await connectTo(server), await connectTo(late)];
  // High limits, so that a key is refused for lack of rights and not by the rate limit.
  await server.db.update(systemSettings).set({ maxRequestsPerMinute: 1_000_000, mcpToolCallsPerHour: 1_000_000 });
  admin = await addUser(server, { isAdmin: true });
  callers = await prepareCallers();
});
afterAll(async () => {
  toServer.close();
  toLate.close();
  await late.dispose();
  await server.dispose();
});

async function prepareCallers(): Promise<Record<Caller, Headers>> {
  const [user, suspended, fallen] = [
    await addUser(server),
    await addUser(server),
    await addUser(server, { isAdmin: true }),
  ];
  const good = await tokenFor(server, admin);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const ofSuspended = [bearer(await tokenFor(server, suspended)), bearer(await tokenFor(server, fallen))];
  for (const { id } of [suspended, fallen]) await setUserStatus(admin.ctx, { userId: id, status: 'suspended' });
  const { apiKey } = await generateApiKey(user.ctx);
  const { apiKey: ofAdmin } = await generateApiKey(admin.ctx);
  return {
    anonymous: {},
    user: bearer(await tokenFor(server, user)),
    'suspended user': ofSuspended[0] ?? {},
    'suspended administrator': ofSuspended[1] ?? {},
    key: { 'x-user-api-key': apiKey },
    'administrator’s key': { 'x-user-api-key': ofAdmin },
    'administrator’s key as bearer': bearer(ofAdmin),
    'expired token': bearer(good),
    'forged token': bearer(await forge(good)),
    'unsigned token': bearer(`${encode({ alg: 'none', typ: 'JWT' })}.${good.split('.')[1]}.`),
  };
}

async function connectTo({ http }: TestServer): Promise<RawClient> {
  return new RawClient(Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port));
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Like a valid token, key id included, but signed with another private key. */
async function forge(good: string): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  return new SignJWT(decodeJwt(good))
    .setProtectedHeader({ ...decodeProtectedHeader(good), alg: 'EdDSA' })
    .sign(privateKey);
}

const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, newId());

/** Sends the path as given: an HTTP client with a URL parser would normalise it first. */
function ask(method: string, path: string, headers: Headers, caller?: Caller): Promise<RawAnswer> {
  const client = caller === 'expired token' ? toLate : toServer;
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return client.ask(method, path, headers);
  return client.ask(method, path, { ...headers, 'content-type': 'application/json', 'content-length': '2' }, '{}');
}

/** One row per unexpected answer; empty when everything was refused as it should be. */
async function walk(asked: (endpoint: Endpoint, caller: Caller) => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (const endpoint of mounted)
    for (const caller of Object.keys(REFUSED) as Caller[]) wrong.push(...(await asked(endpoint, caller)));
  return wrong;
}

test('there are endpoints to walk, and an administrator is let in', async () => {
  expect(mounted.length).toBeGreaterThanOrEqual(11);
  const headers = { authorization: `Bearer ${await tokenFor(server, admin)}` };
  for (const endpoint of mounted.filter(({ method, path }) => method === 'GET' && !path.includes(':')))
    expect([endpoint.id, (await ask('GET', endpoint.path, headers)).status]).toEqual([endpoint.id, 200]);
});

describe('every endpoint of the console is refused to everybody else', () => {
  test('at its own address', async () => {
    const wrong = await walk(async (endpoint, caller) => {
      const { status } = await ask(endpoint.method, pathOf(endpoint), callers[caller], caller);
      return status === REFUSED[caller] ? [] : [`${endpoint.id} answers ${caller} ${status}`];
    });
    expect(wrong).toEqual([]);
  });

  test.each(Object.entries(DISGUISES))('with %s', async (_name, disguise) => {
    const wrong = await walk(async (endpoint, caller) => {
      const path = disguise(pathOf(endpoint));
      const { status } = await ask(endpoint.method, path, callers[caller], caller);
      return [404, REFUSED[caller]].includes(status) ? [] : [`${endpoint.method} ${path} answers ${caller} ${status}`];
    });
    expect(wrong).toEqual([]);
  });

  test.each(FORWARDING_HEADERS)('with %o', async (whisper) => {
    const wrong = await walk(async (endpoint, caller) => {
      const { status } = await ask(endpoint.method, pathOf(endpoint), { ...whisper, ...callers[caller] }, caller);
      return status === REFUSED[caller] ? [] : [`${endpoint.id} answers ${caller} ${status}`];
    });
    expect(wrong).toEqual([]);
  });

  test.each(['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('by %s', async (method) => {
    const wrong = await walk(async (endpoint, caller) => {
      const { status, body } = await ask(method, pathOf(endpoint), callers[caller], caller);
      if (method === 'HEAD' && body !== '') return [`${endpoint.id} says ${body}`];
      return [404, REFUSED[caller]].includes(status) ? [] : [`${method} ${endpoint.path} answers ${caller} ${status}`];
    });
    expect(wrong).toEqual([]);
  });
});

test('a harmless address does not become the console by a header', async () => {
  const plain = await ask('GET', '/api/instance', {});
  for (const { path, method } of mounted)
    expect(
      await ask('GET', '/api/instance', {
        'x-original-url': path,
        'x-rewrite-url': path,
        'x-http-method-override': method,
      }),
    ).toEqual(plain);
});
