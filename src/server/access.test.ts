import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { createProject } from '#server/projects/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

/** The kinds of caller every route is walked as, in the order of the rows below. */
const CALLERS = ['anonymous', 'owner', 'other user', 'suspended user', 'admin', 'foreign key'] as const;
type Caller = (typeof CALLERS)[number];

interface Target {
  owner: TestUser;
  projectId: string;
  missingId: string;
}

interface Row {
  /** What each kind of caller is answered. */
  answers: [number, number, number, number, number, number];
  url?: (target: Target) => string;
  payload?: (target: Target) => object;
  /** Routes about one thing: asking for another user's must look exactly like asking for one that does not exist. */
  missing?: (target: Target) => string;
}

const project = (target: Target, rest = '') => `/api/projects/${target.projectId}${rest}`;
const missing = (target: Target, rest = '') => `/api/projects/${target.missingId}${rest}`;
const ofProject = (rest = ''): Partial<Row> => ({ url: (t) => project(t, rest), missing: (t) => missing(t, rest) });

/** Only people who are signed in; each sees their own. */
const OWN: Row['answers'] = [401, 200, 200, 403, 200, 401];
/** One thing that belongs to someone: others, administrators too, are told it is not there. */
const ONE: Row['answers'] = [401, 200, 404, 403, 404, 401];
const PUBLIC: Row['answers'] = [200, 200, 200, 200, 200, 200];
/** Better Auth's own addresses read cookies, not bearer tokens, and have tests of their own beside the auth feature. */
const COOKIE_ONLY = /^(GET|POST) \/api\/auth\/\*$/;
/** Pages and their files, the same for everyone. */
const PAGES = /^GET \/(\*|api\/docs.*)$/;

const TABLE: Record<string, Row> = {
  'GET /healthz': { answers: PUBLIC },
  'GET /readyz': { answers: PUBLIC },
  'GET /metrics': { answers: [404, 404, 404, 404, 404, 404] },
  'GET /api/openapi.json': { answers: PUBLIC },
  'GET /api/instance': { answers: PUBLIC },
  'GET /api/outbox': { answers: [404, 404, 404, 404, 404, 404] },
  'GET /api/setup-status': { answers: OWN },
  'GET /api/admin/status': { answers: OWN },
  'GET /api/me': { answers: OWN },
  'PATCH /api/me': { answers: OWN, payload: () => ({ display_name: 'Someone' }) },
  'DELETE /api/me': { answers: [401, 200, 400, 403, 400, 401], payload: (t) => ({ confirm: t.owner.email }) },
  'GET /api/me/export': { answers: OWN },
  'GET /api/me/events': { answers: OWN },
  'GET /api/me/sessions': { answers: OWN },
  'DELETE /api/me/sessions/:id': {
    answers: ONE,
    url: (t) => `/api/me/sessions/${t.owner.actor.sessionId}`,
    missing: (t) => `/api/me/sessions/${t.missingId}`,
  },
  'GET /api/subscriptions/current': { answers: OWN },
  'GET /api/projects': { answers: OWN },
  'POST /api/projects': { answers: [401, 201, 201, 403, 201, 401], payload: () => ({ name: 'New' }) },
  'GET /api/projects/:id': { answers: ONE, ...ofProject() },
  'PUT /api/projects/:id': { answers: ONE, ...ofProject(), payload: () => ({ name: 'Renamed' }) },
  'DELETE /api/projects/:id': { answers: ONE, ...ofProject() },
  'GET /api/projects/:id/tasks': { answers: ONE, ...ofProject('/tasks') },
  'GET /api/projects/:id/task-lists': { answers: ONE, ...ofProject('/task-lists') },
  'GET /api/projects/:id/notes': { answers: ONE, ...ofProject('/notes') },
  'GET /api/projects/:id/events': { answers: ONE, ...ofProject('/events') },
};

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ webDirectory: 'no-such-directory' });
  await raiseProjectLimit(server);
  address = await server.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.dispose());

const isWalkedElsewhere = (route: string) => COOKIE_ONLY.test(route) || PAGES.test(route);

test('every address that answers is in the table, and the table names no other', () => {
  const mounted = server.http.mounted.filter((route) => !isWalkedElsewhere(route));
  expect(mounted.toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

test('every endpoint of the contract is mounted', () => {
  const mounted = new Set(server.http.mounted);
  expect(ENDPOINTS.filter(({ method, path }) => !mounted.has(`${method} ${path}`)).map(({ id }) => id)).toEqual([]);
});

/** A caller of each kind, and a target that nobody has touched yet: some routes end what they are asked about. */
async function prepare(): Promise<{ target: Target; headers: Record<Caller, Record<string, string>> }> {
  const owner = await addUser(server);
  const { id } = await createProject(owner.ctx, { name: 'Private' });
  const [other, suspended, admin] = [
    await addUser(server),
    await addUser(server),
    await addUser(server, { isAdmin: true }),
  ];
  const bearer = async (user: TestUser) => ({ authorization: `Bearer ${await tokenFor(server, user)}` });
  const headers = {
    anonymous: {},
    owner: await bearer(owner),
    'other user': await bearer(other),
    'suspended user': await bearer(suspended),
    admin: await bearer(admin),
    'foreign key': { 'x-user-api-key': `baton_${'x'.repeat(40)}`, 'x-project-id': id },
  };
  await server.database.pool.query(`update users set status = 'suspended' where id = $1`, [suspended.id]);
  server.bus.tellHere('principal', suspended.id);
  return { target: { owner, projectId: id, missingId: newId() }, headers };
}

/** Real requests: a stream answers with its head, and is left at once. */
async function ask(
  method: string,
  url: string,
  headers: Record<string, string>,
  payload: object | undefined,
): Promise<{ status: number; body: string }> {
  const leaving = new AbortController();
  const answer = await fetch(`${address}${url}`, {
    method,
    signal: leaving.signal,
    // A name that is not this machine's: loopback privileges are tested where they live.
    headers: {
      ...headers,
      'x-forwarded-for': '203.0.113.9',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  });
  const streams = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const body = streams ? '' : await answer.text();
  leaving.abort();
  return { status: answer.status, body: body.replace(/"requestId":"[^"]*"/, '') };
}

describe.each(Object.entries(TABLE))('%s', (route, row) => {
  const [method = '', path = ''] = route.split(' ');

  test('answers each kind of caller as the table says', async () => {
    const { target, headers } = await prepare();
    const url = row.url?.(target) ?? path;
    const statuses: Record<string, number> = {};
    // The owner last: what the owner may do can end the target.
    for (const caller of CALLERS.toSorted((a, b) => Number(a === 'owner') - Number(b === 'owner'))) {
      statuses[caller] = (await ask(method, url, headers[caller], row.payload?.(target))).status;
    }
    expect(statuses).toEqual(Object.fromEntries(CALLERS.map((caller, index) => [caller, row.answers[index]])));
  });

  if (row.missing !== undefined) {
    const { missing: missingUrl } = row;
    test('answers for another user’s thing exactly as for one that does not exist', async () => {
      const { target, headers } = await prepare();
      const payload = row.payload?.(target);
      for (const caller of ['other user', 'admin'] as const) {
        const theirs = await ask(method, row.url?.(target) ?? path, headers[caller], payload);
        const none = await ask(method, missingUrl(target), headers[caller], payload);
        expect(theirs).toEqual(none);
        expect(theirs.status).toBe(404);
      }
    });
  }
});
