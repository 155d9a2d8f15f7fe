import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { claimTask, createTask, finishTask, updateTask } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import type { TimelineContext } from './context.ts';
import { getNews } from './get-news.ts';
import { getReport } from './get-report.ts';
import { projectFeed } from './project-feed.ts';
import { markSeen, recordVisit } from './record-visit.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const MINUTE = 60_000;
const withTimeline = (ctx: Context): TimelineContext => ({
  ...ctx,
  catchUp: (id) => projectFeed(ctx.db, id, { wait: true }),
});
const now = () => services.clock.now().toISOString();
const pass = (minutes: number) => services.clock.advance(minutes * MINUTE);
const visit = () => recordVisit(withTimeline(user.ctx), { project_id: projectId });
/** The project stays on a visible screen, which reports once a minute; returns the moment it was left. */
async function stay(minutes: number): Promise<string> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await visit();
    pass(1);
  }
  await visit();
  return now();
}
async function add(): Promise<Id> {
  return (await createTask(user.ctx, { id: projectId, title: 'Task' })).id;
}
async function finish(id: Id): Promise<void> {
  const ctx = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'codex' });
  const { token: baton } = await claimTask(ctx, { id, agent: 'codex' });
  await finishTask(ctx, { id, outcome: 'done', summary: 'Built and looked at', baton });
}
const read = async () => {
  const { projects, quiet } = await getNews(withTimeline(user.ctx));
  return {
    news: projects.find(({ project_id }) => project_id === projectId),
    lastAt: quiet.find(({ project_id }) => project_id === projectId)?.last_at,
  };
};

test('what happens while the project is on the screen is seen, without being marked', async () => {
  const [one, two, three] = [await add(), await add(), await add()];
  await stay(4);
  await finish(one);
  const left = await stay(6);
  expect((await read()).news).toBeUndefined();
  pass(5);
  await finish(two);
  pass(5);
  expect((await read()).news, 'since they left').toMatchObject({ since: left, done: 1 });
  await visit();
  expect((await read()).news, 'and still when they are back').toMatchObject({ since: left, done: 1 });
  pass(1);
  await finish(three);
  await visit();
  expect((await read()).news, 'what comes before they have seen those counts with them').toMatchObject({
    since: left,
    done: 2,
  });
});

test('a short look hides nothing; ten minutes on the screen, or marking it, do', async () => {
  const [one, two] = [await add(), await add()];
  const left = await stay(2);
  pass(5);
  await finish(one);
  pass(60);
  await stay(3);
  pass(60);
  await stay(1);
  expect((await read()).news).toMatchObject({ since: left, done: 1 });
  const read10 = await stay(11);
  expect((await read()).news).toBeUndefined();
  pass(30);
  await finish(two);
  pass(30);
  await visit();
  expect((await read()).news).toMatchObject({ since: read10, done: 1 });
  await markSeen(withTimeline(user.ctx), { project_id: projectId, up_to: now() });
  expect((await read()).news).toBeUndefined();
});

test('a report begins where the visit before ended, and stays while it is read', async () => {
  const [one, two] = [await add(), await add()];
  const left = await stay(2);
  pass(30);
  await finish(one);
  pass(30);
  const report = async () => {
    const { report: told } = await getReport(withTimeline(user.ctx), { id: projectId, zone: 'UTC' });
    return { since: told.since, done: told.done.length };
  };
  expect(await report(), 'while they are away').toEqual({ since: left, done: 1 });
  await stay(12);
  await finish(two);
  await stay(2);
  expect((await read()).news, 'all of it is seen').toBeUndefined();
  expect(await report()).toEqual({ since: left, done: 2 });
});

test('marking an old answer as seen keeps what came after it', async () => {
  const [one, two] = [await add(), await add()];
  await stay(2);
  pass(20);
  await finish(one);
  pass(20);
  await visit();
  const shown = now();
  pass(1);
  await finish(two);
  pass(1);
  await markSeen(withTimeline(user.ctx), { project_id: projectId, up_to: shown });
  expect((await read()).news).toMatchObject({ since: shown, done: 1 });
});

test('a project in which nothing is new says when something last happened, whoever did it', async () => {
  const one = await add();
  pass(40);
  await finish(one);
  pass(40);
  await recordVisit(withTimeline(user.ctx), {});
  await markSeen(withTimeline(user.ctx), { up_to: now() });
  pass(40);
  await updateTask(user.ctx, { id: one, status: 'open' });
  const last = now();
  pass(40);
  await recordVisit(withTimeline(user.ctx), {});
  expect(await read()).toEqual({ news: undefined, lastAt: last });
});

test('a project made after the last visit counts from its making', async () => {
  const [row] = (
    await services.database.pool.query<{ at: Date }>('select created_at as at from projects where id = $1', [projectId])
  ).rows;
  const one = await add();
  pass(1);
  await finish(one);
  expect((await read()).news?.since).toBe(row?.at.toISOString());
});
