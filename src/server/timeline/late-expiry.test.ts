import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { claimTask, createTask, finishTask, tellExpired, updateTask } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import type { TimelineContext } from './context.ts';
import { getRelay } from './get-relay.ts';
import { getReport } from './get-report.ts';
import { getTimelineDays } from './get-timeline-days.ts';
import { listTimeline } from './list-timeline.ts';
import { projectFeed } from './project-feed.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const MINUTE = 60_000;
const LEASE = 30;
const DAY = 24 * 60;
const withTimeline = (ctx: Context): TimelineContext => ({
  ...ctx,
  catchUp: (id) => projectFeed(ctx.db, id, { wait: true }),
});
const as = (name: string) => services.contextFor({ kind: 'agent', userId: user.id, projectId, name });
const system = () => services.contextFor({ kind: 'system', name: 'Baton' });
const pass = (minutes: number) => services.clock.advance(minutes * MINUTE);
const now = () => services.clock.now();
const list = async (more: Partial<Parameters<typeof listTimeline>[1]> = {}) =>
  listTimeline(withTimeline(user.ctx), { id: projectId, zone: 'UTC', limit: 50, ...more });
const claim = async (name: string, id: Id) => (await claimTask(as(name), { id, agent: name })).token;

/** The next 21:00 UTC: forwards, at whatever time of day the test runs. */
function waitForEvening(): void {
  const sinceNine = (now().getTime() + 3 * 60 * MINUTE) % (DAY * MINUTE);
  services.clock.advance(DAY * MINUTE - sinceNine);
}

/** An hour later an agent takes the task and falls silent; the server is off until the second morning at 10:00. */
async function fallSilent(id: Id): Promise<Date> {
  pass(60);
  await claim('codex', id);
  const expired = new Date(now().getTime() + LEASE * MINUTE);
  pass(DAY + 12 * 60);
  return expired;
}

const beginnings = {
  'told after the outage': async () => tellExpired(system()),
  'first told by the next claim': async () => {},
};

for (const [name, tell] of Object.entries(beginnings))
  test(`a lease that ran out during an outage ended at its time: ${name}`, async () => {
    waitForEvening();
    const one = await createTask(user.ctx, { id: projectId, title: 'One' });
    const expired = await fallSilent(one.id);
    await tell();
    const baton = await claim('claude', one.id);
    pass(20);
    await finishTask(as('claude'), { id: one.id, outcome: 'done', summary: 'Built and looked at', baton });

    const { items } = await list();
    expect(items.map(({ kind, who: by }) => `${kind} ${by.name}`)).toEqual([
      'completed claude',
      'finished claude',
      'took_over claude',
      'stopped codex',
      `planned ${user.actor.name}`,
    ]);
    const stopped = items.find(({ kind }) => kind === 'stopped');
    const silentSince = new Date(expired.getTime() - LEASE * MINUTE).toISOString();
    expect(stopped).toMatchObject({ at: expired.toISOString(), is_open: false, data: { last_call_at: silentSince } });
    expect(items.find(({ kind }) => kind === 'took_over')?.data).toMatchObject({
      from: 'codex',
      last_call_at: silentSince,
    });

    const { days } = await getTimelineDays(withTimeline(user.ctx), { id: projectId, zone: 'UTC', days: 60 });
    expect(days.map(({ day, held_seconds }) => [day, held_seconds])).toEqual([
      [now().toISOString().slice(0, 10), 20 * 60],
      // Worked until its last call, which was the claim.
      [expired.toISOString().slice(0, 10), 0],
    ]);
    const { stretches } = await getRelay(withTimeline(user.ctx), { id: projectId });
    expect(stretches.map(({ at }) => at)).toEqual([expired.toISOString(), now().toISOString()]);
    const since = new Date(expired.getTime() - 10 * MINUTE).toISOString();
    const { report } = await getReport(withTimeline(user.ctx), { id: projectId, since, zone: 'UTC' });
    expect(report).toMatchObject({
      stopped: [{ by: 'codex', at: silentSince, taken_over_by: 'claude' }],
      held_seconds: 20 * 60,
    });
  });

test('an entry that takes an earlier place moves no other out of the pages, in one batch or step by step', async () => {
  const tasks: { id: Id }[] = [];
  for (const title of ['One', 'Two', 'Three', 'Four']) tasks.push(await createTask(user.ctx, { id: projectId, title }));
  const [one, ...others] = tasks as [{ id: Id }, ...{ id: Id }[]];
  pass(60);
  await claim('codex', one.id);
  for (const { id } of others) {
    pass(40);
    await updateTask(user.ctx, { id, status: 'done' });
  }
  const first = await list({ limit: 2 });
  await tellExpired(system());
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
  const third = await list({ limit: 2, cursor: second.nextCursor ?? '' });
  const seen = [first, second, third].flatMap(({ items }) => items.map(({ kind }) => kind));
  expect(seen).toEqual(['marked_done', 'marked_done', 'marked_done', 'stopped', 'planned']);
  expect(third.nextCursor).toBeNull();

  await createTask(user.ctx, { id: projectId, title: 'Five' });
  const stepwise = (await list()).items.map(({ id: _id, ...entry }) => entry);
  await services.database.pool.query('delete from timeline where project_id = $1', [projectId]);
  await services.database.pool.query('delete from timeline_heads where project_id = $1', [projectId]);
  expect((await list()).items.map(({ id: _id, ...entry }) => entry)).toEqual(stepwise);
});

test('a task that a person marks as done after its agent stopped is told as done by the person', async () => {
  const one = await createTask(user.ctx, { id: projectId, title: 'One' });
  await createTask(user.ctx, { id: projectId, title: 'Two' });
  pass(60);
  await claim('codex', one.id);
  pass(40);
  await tellExpired(system());
  await updateTask(user.ctx, { id: one.id, status: 'done' });
  const { items } = await list();
  expect(items.map(({ kind, who: by }) => `${kind} ${by.name}`)).toEqual([
    `marked_done ${user.actor.name}`,
    'stopped codex',
    `planned ${user.actor.name}`,
  ]);
});
