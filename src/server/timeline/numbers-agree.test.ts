import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { answerQuestion, claimTask, createTask, finishTask, updateTask, withdrawAnswer } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import type { TimelineContext } from './context.ts';
import { getNews } from './get-news.ts';
import { getRelay } from './get-relay.ts';
import { getReport } from './get-report.ts';
import { getTimelineDays } from './get-timeline-days.ts';
import { projectFeed } from './project-feed.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const MINUTE = 60_000;
const withTimeline = (ctx: Context): TimelineContext => ({
  ...ctx,
  catchUp: (id) => projectFeed(ctx.db, id, { wait: true }),
});
const pass = (minutes: number) => services.clock.advance(minutes * MINUTE);
const days = (more: { group?: 'handovers' | 'done' } = {}) =>
  getTimelineDays(withTimeline(user.ctx), { id: projectId, zone: 'UTC', days: 60, ...more });

async function work(name: string, id: Id, outcome: 'done' | 'block' | 'ask' | 'release'): Promise<void> {
  const ctx = services.contextFor({ kind: 'agent', userId: user.id, projectId, name });
  const { token: baton } = await claimTask(ctx, { id, agent: name });
  pass(5);
  const asking = outcome === 'ask' ? { question: 'Red or blue?' } : {};
  await finishTask(ctx, { id, outcome, summary: 'Built and looked at it.', baton, ...asking });
  pass(1);
}

/** Three tasks done, one of them twice; two questions, one of them asked for again; a block; a baton put back and one lost. */
async function live(): Promise<string> {
  const ids: Id[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push((await createTask(user.ctx, { id: projectId, title })).id);
  const [one, two, three] = ids as [Id, Id, Id];
  pass(60);
  const since = services.clock.now().toISOString();
  await work('codex', one, 'done');
  await updateTask(user.ctx, { id: one, status: 'open' });
  await work('claude', one, 'done');
  await work('codex', two, 'ask');
  await answerQuestion(user.ctx, { id: two, text: 'Red' });
  await withdrawAnswer(user.ctx, { id: two });
  await answerQuestion(user.ctx, { id: two, text: 'Blue' });
  await work('claude', two, 'ask');
  await answerQuestion(user.ctx, { id: two, text: 'Green' });
  await work('claude', two, 'release');
  await work('codex', three, 'block');
  await updateTask(user.ctx, { id: three, blocked_reason: null });
  const ctx = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'codex' });
  await claimTask(ctx, { id: three, agent: 'codex' });
  pass(40);
  await work('claude', three, 'done');
  await work('claude', two, 'done');
  return since;
}

test('filters, days, relay, report and news give the same numbers for the same things', async () => {
  const since = await live();
  const { days: listed, groups, agents } = await days();
  const sum = (of: 'done' | 'handovers' | 'asked' | 'blocked') => listed.reduce((all, day) => all + day[of], 0);
  expect(groups).toMatchObject({ done: 3, handovers: 5, stopped: 1, asked: 2, blocked: 1 });
  expect({ done: sum('done'), handovers: sum('handovers'), asked: sum('asked'), blocked: sum('blocked') }).toEqual({
    done: groups.done,
    handovers: groups.handovers,
    asked: groups.asked,
    blocked: groups.blocked,
  });
  const { report } = await getReport(withTimeline(user.ctx), { id: projectId, since, zone: 'UTC' });
  expect({
    done: report.done.length,
    handovers: report.handovers.length,
    stopped: report.stopped.length,
    asked: report.asked.length,
    blocked: report.blocked.length,
  }).toEqual({ done: 3, handovers: 5, stopped: 1, asked: 2, blocked: 1 });
  const relay = await getRelay(withTimeline(user.ctx), { id: projectId });
  expect(relay).toMatchObject({ done: 3, handovers: 5 });
  const finished = relay.stretches.filter(({ kind, data }) => kind === 'finished' && data.is_undone !== true);
  expect(finished.map(({ who }) => who.name)).toEqual(['claude', 'claude', 'claude']);
  expect(agents.map(({ name, tasks }) => [name, tasks])).toEqual(
    expect.arrayContaining([
      ['claude', 3],
      ['codex', 0],
    ]),
  );
  const [news] = (await getNews(withTimeline(user.ctx))).projects;
  expect(news).toMatchObject({ done: 3, handovers: 5, stopped: 1, asked: 2, blocked: 1 });
});

test('the sums of a day are those of the day, whichever kind of entry is shown', async () => {
  await live();
  const all = await days();
  for (const group of ['handovers', 'done'] as const) {
    const shown = await days({ group });
    expect(shown.groups).toEqual(all.groups);
    expect(shown.matching).toBe(all.matching);
    for (const { entries, ...sums } of shown.days) {
      const whole = all.days.find(({ day }) => day === sums.day);
      expect(entries).toBeLessThan(whole?.entries ?? 0);
      expect({ ...sums, entries: whole?.entries }).toEqual(whole);
    }
  }
});

test('a silent agent worked until its last call, in the day as in the report', async () => {
  await createTask(user.ctx, { id: projectId, title: 'One' });
  pass(60);
  const now = services.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE).toISOString();
  const data = { fence: 1, started_at: ago(45), last_call_at: ago(33) };
  await services.database.pool.query(
    `insert into timeline (id, project_id, at, kind, who_kind, who, is_open, data)
    values (gen_random_uuid(), $1, $2, 'stopped', 'agent', 'codex', true, $3)`,
    [projectId, ago(3), data],
  );
  const { report } = await getReport(withTimeline(user.ctx), { id: projectId, since: ago(50), zone: 'UTC' });
  const held = (await days()).days.reduce((sum, { held_seconds: seconds }) => sum + seconds, 0);
  expect([held, report.held_seconds]).toEqual([12 * 60, 12 * 60]);
});
