import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { createTask } from '#server/plan/index.ts';
import { prdReadings } from '#server/platform/db/tables/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { answerOrient } from './orient.ts';

let services: TestServices;
let user: TestUser;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
});
afterAll(() => services.dispose());

const NONE = { total: 0, work: 0, context: 0, limit: 0, done: 0, unsure: 0, to_decide: 0 };
async function withPrd(counts: Partial<typeof NONE> | null): Promise<Id> {
  const { id } = await createProject(user.ctx, { name: 'Library' });
  const read = counts === null ? {} : { counts: { ...NONE, ...counts } };
  await services.db.insert(prdReadings).values({ projectId: id, revision: 1, ...read });
  return id;
}
const say = async (id: Id) => (await answerOrient(user.ctx, id, {})).text;

const EMPTY = 'Next ready: none. The plan is empty: plan_edit adds tasks';

test('a PRD without a plan is what there is to do', async () => {
  const id = await withPrd({ work: 96 });
  const { text, data } = await answerOrient(user.ctx, id, {});
  expect(text.split('\n')).toContain(
    'The PRD has 96 work lines and no plan. Read it: plan_read prd. Draft it: plan_edit.',
  );
  expect(text).not.toContain('Next ready');
  expect(data).toMatchObject({ prd: { work_lines: 96, to_decide: 0 } });
  const counted = countStatements(services.database.pool);
  await say(id);
  expect(counted.stop()).toHaveLength(1);
});

test('whoever asks for more than is kept of what happened is told so', async () => {
  const { id } = await createProject(user.ctx, { name: 'Library' });
  for (const title of ['One', 'Two', 'Three']) await createTask(user.ctx, { id, title });
  const { rows } = await services.database.pool.query<{ first: number }>(
    `update feed_heads set first_seq = seq - 1 where scope = 'project:' || $1 returning first_seq as first`,
    [id],
  );
  const first = rows[0]?.first ?? 0;
  await services.database.pool.query(`delete from feed where scope = 'project:' || $1 and seq < $2`, [id, first]);
  const missed = `What happened before ${first} is no longer kept`;
  const late = await answerOrient(user.ctx, id, { since: 1 });
  expect(late.text).toContain(`Since 1, newest first:\n  ${missed}: rely on what plan_read says`);
  expect(late.text).toContain('T3 added: Three');
  expect(late.data).toMatchObject({ changes: { kept_from: first } });
  const inTime = await answerOrient(user.ctx, id, { since: first - 1 });
  expect(inTime.text).not.toContain('no longer kept');
  expect(inTime.data).toMatchObject({ changes: { kept_from: null } });
});

test('what is to be decided in it is said beside', async () => {
  expect(await say(await withPrd({ work: 1, unsure: 4, to_decide: 1 }))).toContain(
    'The PRD has 1 work line and no plan. Read it: plan_read prd. Draft it: plan_edit. 1 decision is open.',
  );
  expect(await say(await withPrd({ unsure: 4, to_decide: 2 }))).toContain('plan_edit. 2 decisions are open.');
});

test('with a task, without work lines or before anybody has read it, nothing is said of it', async () => {
  const planned = await withPrd({ work: 96 });
  await createTask(user.ctx, { id: planned, title: 'Lend books' });
  expect(await say(planned)).toContain('Next ready: T1 Lend books');
  expect(await say(await withPrd({ context: 9 }))).toContain(EMPTY);
  expect(await say(await withPrd(null))).toContain(EMPTY);
});
