import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PRD_ROLES_MAX } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { RoleSetting, getPrd, setPrdRoles } from '#contract/prd.ts';
import { exportProject, restoreCheckpoint, saveCheckpoint, updateTask } from '#server/plan/index.ts';
import { prdReadings, prdRoles, tasks } from '#server/platform/db/tables/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type FakeEngine, createFakeEngine, keyOf } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const PRD = `# House
## Doors
- R1: a front door
- context: doors are old
- unsure: a cat flap
## Roof
- R2: tiles
- R3: a gutter
`;

type Set = AnswerOf<typeof setPrdRoles>;
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

async function send<T>(
  method: 'GET' | 'PUT' | 'PATCH' | 'POST',
  url: string,
  payload?: object,
  as = token,
  id = projectId,
) {
  const answer = await server.http.inject({
    method,
    url: url.startsWith('/api') ? url : `/api/projects/${id}${url}`,
    headers: { authorization: `Bearer ${as}`, 'x-project-id': id },
    ...(payload === undefined ? {} : { payload }),
  });
  const body = answer.json<{ data: T } & FailureBody>();
  return { status: answer.statusCode, data: body.data, body };
}
const save = (content = PRD) => send('PUT', '/prd', { content });
const set = (roles: object[], as?: string) => send<Set>('PATCH', '/prd/roles', { roles }, as);
const show = async (id = projectId) => (await send<Prd>('GET', '/prd', undefined, token, id)).data;
const rolesOf = ({ content, blocks }: Prd) =>
  Object.fromEntries(blocks.map(({ start_line, role }) => [content.split('\n')[start_line - 1]?.slice(2), role]));
const kept = () => server.db.select().from(prdRoles).where(eq(prdRoles.projectId, projectId)).orderBy(prdRoles.key);
const told = async () =>
  (await readEvents(server.db, `project:${projectId}`, 0, 100)).filter(({ type }) => type === 'prd.updated');

test('a role set by lines changes the reading, the count and what the PRD asks for, and says how to take it back', async () => {
  await save();
  const { status, data } = await set([{ lines: { start: 5, end: 5 }, role: 'work' }]);
  expect(status).toBe(200);
  expect(data).toMatchObject({ coverage: { lines: { work: 4, unsure: 0 }, to_decide: 0 } });
  expect(data.undo).toEqual([
    { key: keyOf('a cat flap'), scope: 'block', role: null, excerpt: '- unsure: a cat flap' },
  ] satisfies RoleSetting[]);
  const prd = await show();
  expect(prd.blocks[2]).toMatchObject({ role: 'work', reason: 'set', set_by: { kind: 'user', id: user.id } });
  expect(prd).toMatchObject({ decisions: [], requirements: [{}, { text: 'a cat flap' }, {}, {}] });
  expect(await kept()).toMatchObject([{ role: 'work', excerpt: '- unsure: a cat flap', setBy: { id: user.id } }]);
  expect((await told()).at(-1)).toMatchObject({ data: { version: 1, cause: 'roles', work_lines: 4 } });

  await set(data.undo);
  expect(await show()).toMatchObject({ counts: { work: 3, unsure: 1 }, decisions: [{}] });
  expect(await kept()).toEqual([]);
});

test('every block that touches the lines gets the role, and of a section the innermost one does', async () => {
  await save();
  await set([{ lines: { start: 3, end: 4 }, role: 'limit' }]);
  expect(rolesOf(await show())).toMatchObject({ 'R1: a front door': 'limit', 'context: doors are old': 'limit' });
  const { data } = await set([{ lines: { start: 7, end: 7 }, scope: 'section', role: 'context' }]);
  expect(data.undo).toEqual([{ key: keyOf('Roof'), scope: 'section', role: null, excerpt: 'Roof' }]);
  expect(rolesOf(await show())).toMatchObject({ 'R2: tiles': 'context', 'R3: a gutter': 'context' });
});

test('a role by key is kept for a text that is not saved yet, and holds while it is written', async () => {
  const key = keyOf('a porch');
  expect((await set([{ key, role: 'done', excerpt: 'a porch' }])).data).toMatchObject({ coverage: { version: null } });
  const typed = await send<{ reading: Prd }>('POST', '/api/ai-engine/reading', {
    content: '## Doors\n- R1: a porch\n',
  });
  expect(typed.data.reading.blocks).toMatchObject([{ role: 'done', set_by: { id: user.id } }]);
  expect((await save('## Doors\n- R1: a porch\n')).status).toBe(200);
  expect(await show()).toMatchObject({ counts: { work: 0, done: 1 } });
});

test('a role stays with its text when the next version moves it and words other things otherwise', async () => {
  await save();
  await set([{ lines: { start: 5, end: 5 }, role: 'limit' }]);
  await save('# House\n## Garden\n- R7: a pond\n- unsure: A  cat flap\n## Doors\n- R1: a wide front door\n');
  const prd = await show();
  expect(prd.version).toBe(2);
  expect(rolesOf(prd)).toMatchObject({ 'unsure: A  cat flap': 'limit', 'R1: a wide front door': 'work' });
});

test('two who set roles at once both end up in the stored reading', async () => {
  await save();
  const { read } = createFakeEngine();
  // A barrier: neither continues before both have set their role and read.
  let reads = 0;
  const bothRead = Promise.withResolvers<void>();
  engine.read = async (content, wishes) => {
    const answer = await read(content, wishes);
    reads += 1;
    if (reads === 2) bothRead.resolve();
    await bothRead.promise;
    return answer;
  };
  const both = await Promise.all([
    set([{ key: keyOf('a front door'), excerpt: 'x', role: 'done' }]),
    set([{ key: keyOf('tiles'), excerpt: 'x', role: 'limit' }]),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [row] = await server.db.select().from(prdReadings).where(eq(prdReadings.projectId, projectId));
  expect(row?.readRevision).toBe(row?.revision);
  expect(row?.reading?.blocks.map(({ role }) => role)).toEqual(['done', 'context', 'unsure', 'limit', 'work']);
});

test('a reading of roles that have changed meanwhile is thrown away and made again', async () => {
  await save();
  const { read } = createFakeEngine();
  let reads = 0;
  engine.read = async (content, wishes) => {
    reads += 1;
    const answer = await read(content, wishes);
    if (reads === 1) {
      await server.db.insert(prdRoles).values({
        projectId,
        key: keyOf('tiles'),
        scope: 'block',
        role: 'limit',
        excerpt: '',
        setBy: { kind: 'user', id: null, name: 'Somebody' },
        setAt: server.now(),
      });
      await server.db.execute(sql`update prd_readings set revision = revision + 1 where project_id = ${projectId}`);
    }
    return answer;
  };
  const { data } = await set([{ key: keyOf('a front door'), excerpt: 'x', role: 'done' }]);
  expect(reads).toBe(2);
  expect(data.coverage.lines).toMatchObject({ work: 1, limit: 1, done: 1 });
});

test('a server that died between setting and reading loses nothing: the next look reads again', async () => {
  await save();
  const { read } = createFakeEngine();
  engine.read = async () => {
    throw new Error('the server died');
  };
  expect((await set([{ key: keyOf('tiles'), excerpt: 'tiles', role: 'context' }])).status).toBe(500);
  engine.read = read;
  expect((await send('GET', '/coverage')).data).toMatchObject({ lines: { work: 2, context: 2 } });
  expect(rolesOf(await show())).toMatchObject({ 'R2: tiles': 'context' });
  expect((await told()).at(-1)).toMatchObject({ data: { cause: 'roles', work_lines: 2 } });
});

test('the same role again changes nothing, reads nothing and tells nobody', async () => {
  await save();
  await set([{ lines: { start: 3, end: 3 }, role: 'done' }]);
  const before = await told();
  engine.read = async () => {
    throw new Error('nothing to read');
  };
  expect((await set([{ lines: { start: 3, end: 3 }, role: 'done' }])).data.undo).toEqual([]);
  expect(await told()).toEqual(before);
});

test('of two words on one text in a call the later one counts', async () => {
  await save();
  const key = keyOf('tiles');
  const { data } = await set([
    { key, role: 'done' },
    { key, role: 'limit' },
  ]);
  expect(await kept()).toMatchObject([{ role: 'limit', excerpt: '- R2: tiles' }]);
  expect(data.undo).toHaveLength(1);
});

test('who set it is told: also an agent by its name', async () => {
  await save();
  const headers = { authorization: `Bearer ${token}` };
  const made = await server.http.inject({ method: 'POST', url: '/api/auth/api-key', headers });
  const { apiKey } = made.json<{ data: { apiKey: string } }>().data;
  expect((await set([{ lines: { start: 7, end: 7 }, role: 'context' }], apiKey)).status).toBe(200);
  expect(await kept()).toMatchObject([{ setBy: { kind: 'agent' } }]);
});

test('a project keeps so many roles, and is told what to do about it', async () => {
  await save();
  await server.db.execute(sql`
    insert into prd_roles (project_id, key, scope, role, excerpt, set_by, set_at)
    select ${projectId}, lpad(to_hex(n), 16, '0'), 'block', 'work', '', '{"kind":"user","id":null,"name":"x"}', now()
    from generate_series(1, ${PRD_ROLES_MAX}::int) n`);
  const refused = await set([{ key: keyOf('tiles'), role: 'context' }]);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('whole sections')]);
  // Replacing or changing a role needs no room.
  expect((await set([{ key: '0000000000000001', role: 'context' }])).status).toBe(200);
  expect(
    (
      await set([
        { key: '0000000000000001', role: null },
        { key: keyOf('tiles'), role: 'context' },
      ])
    ).status,
  ).toBe(200);
});

test('what cannot be meant is refused', async () => {
  expect(await set([{ lines: { start: 1, end: 2 }, role: 'work' }])).toMatchObject({ status: 409 });
  await save();
  for (const roles of [
    [{ lines: { start: 500, end: 501 }, role: 'work' }],
    [{ lines: { start: 4, end: 3 }, role: 'work' }],
    [{ lines: { start: 1, end: 1 }, scope: 'section', role: 'work' }],
    [{ role: 'work' }],
    [{ key: keyOf('x'), lines: { start: 1, end: 1 }, role: 'work' }],
    [{ key: 'nothing', role: 'work' }],
    [{ key: keyOf('x'), role: 'unsure' }],
    [],
  ])
    expect((await set(roles)).status).toBe(400);
  expect(await kept()).toEqual([]);
});

test('another person’s project and an archived one take no roles', async () => {
  await save();
  const roles = [{ key: keyOf('tiles'), excerpt: 'x', role: 'context' }];
  const stranger = await addUser(server);
  expect((await set(roles, await tokenFor(server, stranger))).status).toBe(404);
  await updateProject(user.ctx, { id: projectId, status: 'archived' });
  expect((await set(roles)).status).toBe(409);
  expect(await kept()).toEqual([]);
  // Reading is still allowed.
  expect((await show()).version).toBe(1);
});

test('a checkpoint brings back the roles of its moment, and one of an earlier release leaves them alone', async () => {
  await save();
  await set([{ lines: { start: 7, end: 7 }, role: 'context' }]);
  const then = await saveCheckpoint(user.ctx, { id: projectId, name: 'Then' });
  await set([
    { lines: { start: 7, end: 7 }, role: null },
    { lines: { start: 3, end: 3 }, role: 'done' },
  ]);
  const { undo } = await restoreCheckpoint(user.ctx, { id: then.id });
  expect(rolesOf(await show())).toMatchObject({ 'R2: tiles': 'context', 'R1: a front door': 'work' });
  expect(await kept()).toMatchObject([{ key: keyOf('tiles'), setBy: { id: user.id }, excerpt: '- R2: tiles' }]);
  await restoreCheckpoint(user.ctx, { id: undo.id });
  expect(rolesOf(await show())).toMatchObject({ 'R2: tiles': 'work', 'R1: a front door': 'done' });
  const older = newId();
  await server.db.execute(sql`
    with older as (
      insert into checkpoints (id, project_id, name, reason, task_count, done_count, author)
      select ${older}, project_id, 'Older', reason, task_count, done_count, author
      from checkpoints where id = ${then.id}
    )
    insert into checkpoint_parts (checkpoint_id, kind, place, project_id, hash)
    select ${older}, kind, place, project_id, hash
    from checkpoint_parts where checkpoint_id = ${then.id} and kind <> 'prd'`);
  await restoreCheckpoint(user.ctx, { id: older });
  expect(rolesOf(await show())).toMatchObject({ 'R1: a front door': 'done' });
});

test('an export tells the role of every line and takes the set ones along; an older one comes in without', async () => {
  await save();
  await set([
    { lines: { start: 7, end: 7 }, role: 'context' },
    { lines: { start: 3, end: 3 }, scope: 'section', role: 'done' },
  ]);
  await saveCheckpoint(user.ctx, { id: projectId, name: 'Then' });
  const document = await exportProject(user.ctx, { id: projectId, format: 'json' });
  expect(document).toMatchObject({
    prd_roles: [
      { scope: 'block', role: 'context', excerpt: '- R2: tiles' },
      { scope: 'section', role: 'done', excerpt: 'Doors' },
    ],
    prd_lines: [
      { line: 3, role: 'done' },
      { line: 4, role: 'done' },
      { line: 5, role: 'done' },
      { line: 7, role: 'context' },
      { line: 8, role: 'work' },
    ],
  });
  const content = JSON.stringify(document);
  const take = async (sent: string) =>
    (await send<{ project: { id: Id } }>('POST', '/api/projects/import', { content: sent })).data.project;
  const project = await take(content);
  const copy = await show(project.id);
  expect(rolesOf(copy)).toEqual(rolesOf(await show()));
  expect(copy.blocks[0]?.set_by).toEqual({ kind: 'user', id: null, name: expect.any(String) });
  const again = await exportProject(user.ctx, { id: project.id, format: 'json' });
  expect(again).toMatchObject({
    checkpoints: [{ parts: { prd: 0 } }],
    pieces: { prd: [{ version: 1, roles: [{}, {}] }] },
  });

  const { prd_roles: _roles, prd_lines: _lines, ...older } = JSON.parse(content);
  older.prd_versions[0].parts = [
    { heading: 'Doors', level: 2, role: 'work', start_line: 1, end_line: 2, requirements: 1 },
  ];
  const plain = await take(JSON.stringify(older));
  expect((await show(plain.id)).counts).toMatchObject({ work: 3, context: 1, unsure: 1 });
});

test('an upgrade marks no task as changed, and a change made before it stays one', async () => {
  await send('POST', '/api/ai-engine/prd-to-tasks', { content: PRD, sessionId: 'first' });
  // As an earlier release left it: criteria were part of the text, and the PRD was not read since.
  await server.db.execute(sql`update requirements set hash = 'older-' || id where project_id = ${projectId}`);
  await server.db.execute(sql`
    update tasks set origin = jsonb_set(origin, '{requirements}', jsonb_build_object(requirement_ids[1], 'older-' || requirement_ids[1]))
    where project_id = ${projectId} and requirement_ids <> '{R2}'`);
  await server.db.delete(prdReadings).where(eq(prdReadings.projectId, projectId));
  const merged = await send('POST', '/api/ai-engine/prd-to-tasks', {
    content: `${PRD}- R4: a chimney\n`,
    sessionId: 'second',
    clearExisting: false,
  });
  expect(merged.data).toMatchObject({ diff: { counts: { review: 0, follow_up: 0, added: 1 } } });
});

test('a finished task whose text really changed is told, upgrade or not', async () => {
  await send('POST', '/api/ai-engine/prd-to-tasks', { content: PRD, sessionId: 'first' });
  const [row] = await server.db
    .select()
    .from(tasks)
    .where(sql`${tasks.projectId} = ${projectId} and ${tasks.requirementIds} = '{R2}'`);
  await updateTask(user.ctx, { id: row?.id as Id, status: 'done' });
  await server.db.delete(prdReadings).where(eq(prdReadings.projectId, projectId));
  const merged = await send('POST', '/api/ai-engine/prd-to-tasks', {
    content: PRD.replace('tiles', 'slates'),
    sessionId: 'second',
    clearExisting: false,
  });
  expect(merged.data).toMatchObject({ diff: { counts: { follow_up: 1 } } });
});
