import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { getPrd, savePrd } from '#contract/prd.ts';
import { prdReadings, prdVersions, requirements, usageCounters, userLimits } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type FakeEngine, createFakeEngine } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const PRD = `# House
## Doors
- R1: a front door
- context: doors are old
- unsure: a cat flap
## Roof
- R2: tiles
`;

type Saved = AnswerOf<typeof savePrd>;
type Prd = NonNullable<AnswerOf<typeof getPrd>>;

let engine: FakeEngine;
let server: TestServer;
let user: TestUser;
let token: string;
let projectId: Id;

beforeAll(async () => {
  engine = createFakeEngine();
  server = await startTestServer({ engine });
  await raiseProjectLimit(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  Object.assign(engine, createFakeEngine());
  user = await addUser(server, { tier: 'pro' });
  token = await tokenFor(server, user);
  projectId = (await createProject(user.ctx, { name: 'House' })).id;
});

async function send<T>(method: 'GET' | 'PUT', path: string, payload?: object, as = token) {
  const answer = await server.http.inject({
    method,
    url: `/api/projects/${projectId}${path}`,
    headers: { authorization: `Bearer ${as}` },
    ...(payload === undefined ? {} : { payload }),
  });
  const body = answer.json<{ data: T } & FailureBody>();
  return { status: answer.statusCode, data: body.data, body };
}
const save = (content = PRD, as?: string) => send<Saved>('PUT', '/prd', { content, filename: 'house.md' }, as);
const uploads = async () => {
  const rows = await server.db.select().from(usageCounters).where(eq(usageCounters.userId, user.id));
  return rows
    .toSorted((a, b) => (a.period < b.period ? -1 : 1))
    .map(({ period, prdUploads, taskGenerations }) => [period, prdUploads, taskGenerations]);
};
const told = async () =>
  (await readEvents(server.db, `project:${projectId}`, 0, 100)).filter(({ type }) => type === 'prd.updated');
const versions = () => server.db.select().from(prdVersions).where(eq(prdVersions.projectId, projectId));

test('a PRD is stored, read and counted without a plan', async () => {
  const { status, data } = await save();
  expect(status).toBe(200);
  expect(data).toMatchObject({
    version: 1,
    isNew: true,
    coverage: { version: 1, lines: { total: 4, work: 2, context: 1, unsure: 1 }, planned: 0, percent: 0, to_decide: 1 },
  });
  expect(await uploads()).toEqual([
    ['day', 1, 0],
    ['month', 1, 0],
  ]);
  expect(await told()).toMatchObject([{ data: { version: 1, cause: 'saved', work_lines: 2 } }]);
  expect((await send<Prd>('GET', '/prd')).data).toMatchObject({
    version: 1,
    filename: 'house.md',
    content: PRD,
    title: 'House',
    blocks: [{ role: 'work' }, { role: 'context' }, { role: 'unsure', reason: 'no_sign' }, { role: 'work' }],
    sections: [{ heading: 'Doors' }, { heading: 'Roof' }],
    decisions: [{ start_line: 5, task: { title: 'a cat flap' } }],
    requirements: [
      { id: 'R1', state: 'uncovered', task_ids: [] },
      { id: 'R2', state: 'uncovered' },
    ],
    counts: { total: 4, work: 2 },
  });
  const { body } = await send('GET', '');
  expect(body.data).toMatchObject({ prdWorkLines: 2, taskCount: 0 });
});

test('before there is a PRD there is nothing to show, and a project says so', async () => {
  expect(await send('GET', '/prd')).toMatchObject({ status: 200, data: null });
  expect(await send('GET', '/coverage')).toMatchObject({ data: { version: null, percent: null, open: [] } });
  expect(await send('GET', '')).toMatchObject({ data: { prdWorkLines: null } });
});

test('the same text again makes no version, counts nothing and tells nobody', async () => {
  await save();
  const again = await save();
  expect(again.data).toMatchObject({ version: 1, isNew: false, coverage: { lines: { work: 2 } } });
  expect(await versions()).toHaveLength(1);
  expect(await uploads()).toEqual([
    ['day', 1, 0],
    ['month', 1, 0],
  ]);
  expect(await told()).toHaveLength(1);
});

test('the same text sent twice at once is stored and counted once', async () => {
  const both = await Promise.all([save(), save()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.filter(({ data }) => data.isNew)).toHaveLength(1);
  expect(await versions()).toHaveLength(1);
  expect(await uploads()).toEqual([
    ['day', 1, 0],
    ['month', 1, 0],
  ]);
});

test('another text is the next version, and going back to an old one is not uploaded again', async () => {
  await save();
  expect((await save(`${PRD}- R3: a gutter\n`)).data).toMatchObject({ version: 2, coverage: { lines: { work: 3 } } });
  expect((await save()).data).toMatchObject({ version: 3, isNew: true });
  expect(await uploads()).toEqual([
    ['day', 2, 0],
    ['month', 2, 0],
  ]);
});

test('an agent with the person’s key can store it too', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const made = await server.http.inject({ method: 'POST', url: '/api/auth/api-key', headers });
  const { apiKey } = made.json<{ data: { apiKey: string } }>().data;
  expect(await save(PRD, apiKey)).toMatchObject({ status: 200, data: { version: 1 } });
});

test('beyond the plan’s uploads nothing is stored, and what is there stays', async () => {
  await save();
  await server.db.insert(userLimits).values({ userId: user.id, monthlyPrdLimit: 1 });
  const refused = await save('# Other\n- R1: other\n');
  expect([refused.status, refused.body.errorType]).toEqual([429, 'USAGE_LIMIT_EXCEEDED']);
  expect(await versions()).toHaveLength(1);
  expect((await send<Prd>('GET', '/prd')).data.content).toBe(PRD);
});

test('a text that cannot be read is neither stored nor counted', async () => {
  engine.read = async () => {
    throw new AppError('PAYLOAD_TOO_LARGE', 'It took too long.');
  };
  expect((await save()).status).toBe(413);
  expect(await versions()).toEqual([]);
  expect(await uploads()).toEqual([]);
});

test('an old text that is too much for the reader keeps no smaller one out', async () => {
  await save();
  await server.db.delete(prdReadings).where(eq(prdReadings.projectId, projectId));
  const { read } = createFakeEngine();
  engine.read = async (content, wishes) => {
    if (content === PRD) throw new AppError('PAYLOAD_TOO_LARGE', 'It took too long.');
    return read(content, wishes);
  };
  expect(await save('# Small\n- R1: small\n')).toMatchObject({ status: 200, data: { version: 2 } });
});

test('a text that changes while another is read does not get the other’s reading', async () => {
  const { read } = createFakeEngine();
  let isFirst = true;
  engine.read = async (content, wishes) => {
    if (isFirst) {
      isFirst = false;
      await save('# Between\n- R9: between\n');
    }
    return read(content, wishes);
  };
  expect((await save()).data).toMatchObject({ version: 2, isNew: true });
  expect((await send<Prd>('GET', '/prd')).data).toMatchObject({
    version: 2,
    requirements: [{ id: 'R1' }, { id: 'R2' }],
  });
});

test('what is empty, too large or not the caller’s is refused', async () => {
  expect((await save('  \n')).status).toBe(400);
  expect((await save('x'.repeat(1_048_577))).body.errorType).toBe('PAYLOAD_TOO_LARGE');
  const stranger = await addUser(server);
  expect((await save(PRD, await tokenFor(server, stranger))).status).toBe(404);
  await updateProject(user.ctx, { id: projectId, status: 'archived' });
  const refused = await save();
  expect([refused.status, refused.body.errorCode]).toEqual([409, 'PROJECT_ARCHIVED']);
  expect(await versions()).toEqual([]);
});

test('a PRD of an earlier release is read on the first look, and what it asked for keeps its id', async () => {
  await save();
  await server.db.delete(prdReadings).where(eq(prdReadings.projectId, projectId));
  const [row] = await server.db.select().from(requirements).where(eq(requirements.projectId, projectId)).limit(1);
  const older = { ...row?.found, kind: 'checkbox', strength: 'must', criteria: [{ text: 'It opens' }] };
  await server.db
    .update(requirements)
    .set({ found: older as never })
    .where(eq(requirements.id, 'R1'));
  let previous: readonly object[] = [];
  const { read } = createFakeEngine();
  engine.read = async (content, wishes) => {
    previous = wishes.previous;
    return read(content, wishes);
  };
  expect((await send<Prd>('GET', '/prd')).data).toMatchObject({
    counts: { work: 2 },
    requirements: [{ id: 'R1' }, {}],
  });
  expect(previous[0]).toEqual({ ...row?.found, kind: 'item' });
  engine.read = async () => {
    throw new Error('read twice');
  };
  expect((await send<Prd>('GET', '/prd')).status).toBe(200);
  expect((await told()).length).toBe(1);
});

test.each(['../house.md', 'house.md\n', '.house.md', 'house.php.md', 'house.md.exe'])(
  'the file name %j is refused at every door, and nothing is stored',
  async (filename) => {
    const specification = { content: PRD, filename, sessionId: 'gen_names' };
    const calls: [method: 'PUT' | 'POST', url: string, body: object][] = [
      ['PUT', `/api/projects/${projectId}/prd`, { content: PRD, filename }],
      ['POST', '/api/ai-engine/prd-to-tasks', specification],
      ['POST', '/api/ai-engine/preview', specification],
      ['POST', '/api/projects/import', { content: '{"tasks":[{"id":1,"title":"One"}]}', filename }],
    ];
    for (const [method, url, payload] of calls) {
      const headers = { authorization: `Bearer ${token}`, 'x-project-id': projectId };
      const answer = await server.http.inject({ method, url, headers, payload });
      expect(answer.statusCode, url).toBe(400);
      expect(answer.json<FailureBody>()).toMatchObject({
        errorType: 'VALIDATION_ERROR',
        error: expect.stringMatching(/^filename: must .+\.$/),
        issues: [{ path: 'filename' }],
      });
    }
    expect(await versions()).toHaveLength(0);
  },
);

test('a name that was kept before the rule is shown in a form that can be sent back', async () => {
  await save();
  for (const [kept, shown] of [
    ['docs/house.md', 'house.md'],
    ['house.php.md', 'specification.md'],
  ]) {
    await server.db.update(prdVersions).set({ filename: kept }).where(eq(prdVersions.projectId, projectId));
    expect((await send<Prd>('GET', '/prd')).data.filename).toBe(shown);
    expect((await send('GET', '/prd/versions')).data).toMatchObject({ items: [{ filename: shown }] });
    expect((await send('GET', '/export')).data).toMatchObject({ prd_versions: [{ filename: shown }] });
  }
});
