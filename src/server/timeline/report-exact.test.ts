import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { answerQuestion, claimTask, createTask, finishTask, tellExpired, updateTask } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { seededRandom } from '#test/change-plan.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { SEED } from '#test/seed.ts';
import type { TimelineContext } from './context.ts';
import { getAccountReport, getReport } from './get-report.ts';
import { getTimelineDays } from './get-timeline-days.ts';
import { projectFeed } from './project-feed.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const MINUTE = 60_000;
const withTimeline = (ctx: Context): TimelineContext => ({
  ...ctx,
  catchUp: (id) => projectFeed(ctx.db, id, { wait: true }),
});

/** What really happened, written down beside the product. */
interface Known {
  at: number;
  what: 'done' | 'handover' | 'asked' | 'blocked' | 'stopped' | 'answered';
  by: string;
  number: number;
}

test('the report of any moment is exact against what is known to have happened, also across midnight', async () => {
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const known: Known[] = [];
  const open: { id: Id; number: number }[] = [];
  for (let n = 1; n <= 30; n += 1) open.push(await createTask(user.ctx, { id: projectId, title: `Task ${n}` }));
  // Past the sitting in which the plan was made.
  services.clock.advance(60 * MINUTE);
  const begun = services.clock.now().getTime();
  let last: string | undefined;
  const pass = (minutes: number) => services.clock.advance(Math.round(minutes * MINUTE));
  const tell = (what: Known['what'], by: string, number: number) =>
    known.push({ at: services.clock.now().getTime(), what, by, number });

  // About thirty hours, so that there is a midnight in every zone.
  while (open.length > 0) {
    const task = open.shift() as (typeof open)[number];
    const name = pick(['claude-code', 'codex', 'cursor']);
    const ctx = services.contextFor({ kind: 'agent', userId: user.id, projectId, name });
    const { token: baton } = await claimTask(ctx, { id: task.id, agent: name });
    if (last !== undefined && last !== name) tell('handover', name, task.number);
    last = name;
    const ends = pick(['done', 'done', 'done', 'block', 'ask', 'silence'] as const);
    if (ends === 'silence') {
      pass(30);
      tell('stopped', name, task.number);
      pass(1 + random() * 60);
      // Late, as after an outage; or not at all, and the next claim finds it.
      if (random() < 0.5) await tellExpired(services.contextFor({ kind: 'system', name: 'Baton' }));
      pass(10);
      open.push(task);
      continue;
    }
    pass(1 + random() * 28);
    if (ends === 'done') {
      await finishTask(ctx, { id: task.id, baton, outcome: 'done', summary: 'Built and looked at.' });
      tell('done', name, task.number);
    } else if (ends === 'block') {
      await finishTask(ctx, { id: task.id, baton, outcome: 'block', summary: 'There is no key in the vault.' });
      tell('blocked', name, task.number);
      pass(random() * 30);
      await updateTask(user.ctx, { id: task.id, blocked_reason: null });
      open.push(task);
    } else {
      const asking = { summary: 'Both of them would do.', question: 'Red or blue?' };
      await finishTask(ctx, { id: task.id, baton, outcome: 'ask', ...asking });
      tell('asked', name, task.number);
      pass(random() * 90);
      await answerQuestion(user.ctx, { id: task.id, text: 'Red' });
      tell('answered', 'you', task.number);
      open.push(task);
    }
    pass(random() * 60);
  }

  const ended = services.clock.now().getTime();
  expect(ended - begun).toBeGreaterThan(24 * 60 * MINUTE);
  for (let look = 0; look <= 8; look += 1) {
    const from = begun + ((ended - begun) * look) / 8;
    const since = new Date(from).toISOString();
    const { report } = await getReport(withTimeline(user.ctx), { id: projectId, since, zone: 'UTC' });
    const after = (what: Known['what']) => known.filter((each) => each.what === what && each.at > Date.parse(since));
    const told = (list: readonly { number: number; by: string }[]) => list.map(({ number, by }) => `T${number} ${by}`);
    expect(told(report.done)).toEqual(told(after('done')));
    expect(told(report.asked)).toEqual(told(after('asked')));
    expect(told(report.blocked)).toEqual(told(after('blocked')));
    expect(told(report.stopped)).toEqual(told(after('stopped')));
    expect(report.handovers.map(({ to }) => to)).toEqual(after('handover').map(({ by }) => by));
    expect(report.plan_changes).toEqual([]);
    const [list] = report.lists;
    expect(list).toMatchObject({ done: 30, tasks: 30, done_before: 30 - after('done').length });
  }

  for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']) {
    const { days } = await getTimelineDays(withTimeline(user.ctx), { id: projectId, zone, days: 60 });
    const dayOf = (at: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(at));
    const counted = days.map(({ day, done, asked, blocked, answered }) => ({ day, done, asked, blocked, answered }));
    const expected = counted.map(({ day }) => {
      const on = (what: Known['what']) => known.filter((each) => each.what === what && dayOf(each.at) === day).length;
      return { day, done: on('done'), asked: on('asked'), blocked: on('blocked'), answered: on('answered') };
    });
    expect({ zone, counted }).toEqual({ zone, counted: expected });
    expect(counted.reduce((sum, { done }) => sum + done, 0)).toBe(30);
  }

  const { reports, markdown } = await getAccountReport(withTimeline(user.ctx), {
    since: new Date(begun).toISOString(),
    zone: 'America/New_York',
  });
  expect(reports.find(({ project }) => project.id === projectId)?.done).toHaveLength(30);
  expect(markdown).toContain('**30 tasks done**');
});
