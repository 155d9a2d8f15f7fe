import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

let server: TestServer;
let owner: TestUser;
let id: Id;
beforeAll(async () => {
  server = await startTestServer();
  owner = await addUser(server);
  id = (await createProject(owner.ctx, { name: 'Harbor' })).id;
  await createTask(owner.ctx, { id, title: 'One' });
});
afterAll(() => server.dispose());

async function call(url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await tokenFor(server, owner)}` };
  const method = payload === undefined ? 'GET' : 'POST';
  const { statusCode, body } = await server.http.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: statusCode, body };
}
const ofProject = (path: string, query: Record<string, string>) =>
  call(`/api/projects/${id}/${path}?${new URLSearchParams(query)}`);

const YEAR_0 = '0000-01-01T00:00:00Z';
const LONG = `2026-01-01T00:00:00.${'1'.repeat(500)}Z`;

test('times that the database cannot store are refused as invalid', async () => {
  const cursor = (at: string) => ({ cursor: `${at}_${id}` });
  const answers = [
    ...[YEAR_0, LONG].map((at) => ofProject('report', { since: at })),
    ...[YEAR_0, LONG].map((at) => ofProject('timeline/relay', { from: at, to: at })),
    ofProject('timeline', cursor(YEAR_0)),
    ofProject('timeline', { day: '0000-01-01' }),
    call(`/api/me/report?since=${YEAR_0}`),
    call('/api/me/seen', { up_to: YEAR_0 }),
    call('/api/me/seen', { up_to: LONG, project_id: id }),
  ];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 400));
});

test.each(['US/Pacific-New', 'AET', 'MIT', 'europe/berlin', 'Europe/Kyiv', 'EST5EDT'])(
  'days are counted in the zone %s, whether the database knows it by this name or not',
  async (zone) => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(server.now());
    const { status, body } = await ofProject('timeline/days', { zone });
    expect([status, JSON.parse(body)]).toMatchObject([200, { data: { days: [{ day, entries: 1 }] } }]);
    const page = await ofProject('timeline', { zone, day });
    expect(JSON.parse(page.body)).toMatchObject({ data: { items: [{ kind: 'planned' }] } });
  },
);

test.each(['+02:00', '-05', 'SystemV/PST8PDT', 'Factory', 'Mars/Olympus'])('%s is no time zone', async (zone) => {
  expect((await ofProject('timeline', { zone })).status).toBe(400);
});
