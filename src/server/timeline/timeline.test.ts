import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { addNote, listNotes } from '#server/notes/index.ts';
import {
  answerQuestion,
  claimTask,
  createTask,
  finishTask,
  releaseBaton,
  tellExpired,
  updateTask,
  withdrawAnswer,
} from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import type { TimelineContext } from './context.ts';
import { findOccurrences } from './find-occurrences.ts';
import { getNews } from './get-news.ts';
import { getReport } from './get-report.ts';
import { getTimelineDays } from './get-timeline-days.ts';
import { listTimeline } from './list-timeline.ts';
import { projectFeed } from './project-feed.ts';
import { markSeen, recordVisit } from './record-visit.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const MINUTE = 60_000;
const withTimeline = (ctx: Context): TimelineContext => ({
  ...ctx,
  catchUp: (id) => projectFeed(ctx.db, id, { wait: true }),
});
const as = (name: string) => services.contextFor({ kind: 'agent', userId: user.id, projectId, name });
const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const pass = (minutes: number) => services.clock.advance(minutes * MINUTE);
const claim = async (name: string, id: Id) => (await claimTask(as(name), { id, agent: name })).token;
const list = async (more: Partial<Parameters<typeof listTimeline>[1]> = {}) =>
  listTimeline(withTimeline(user.ctx), { id: projectId, zone: 'UTC', limit: 50, ...more });
/** Oldest first, as one line each. */
const told = async () =>
  (await list()).items
    .toReversed()
    .map(({ kind, who, data }) =>
      [kind, who.kind === 'user' ? 'you' : who.name, data.number ? `T${data.number}` : ''].join(' ').trim(),
    );

test('each thing that happened is one entry, from who took a task to how it ended', async () => {
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')];
  pass(60);
  const first = await claim('codex', one.id);
  pass(10);
  await addNote(as('codex'), { id: projectId, type: 'FINDING', body: 'It is slow', task_id: one.id, baton: first });
  pass(15);
  await finishTask(as('codex'), {
    id: one.id,
    outcome: 'done',
    summary: 'Built and looked at',
    baton: first,
    files: ['a.ts', 'b.ts'],
    commit: 'abcdef12',
    diff: { files: 2, insertions: 10, deletions: 3 },
  });
  const second = await claim('claude', two.id);
  pass(5);
  await finishTask(as('claude'), { id: two.id, outcome: 'block', summary: 'No key in the vault', baton: second });
  const third = await claim('claude', three.id);
  pass(1);
  await finishTask(as('claude'), {
    id: three.id,
    outcome: 'ask',
    summary: 'Looked at both of them',
    question: 'Red or blue?',
    baton: third,
    options: [{ label: 'Red' }],
  });
  pass(4);
  await answerQuestion(user.ctx, { id: three.id, option: 1 });
  await updateTask(user.ctx, { id: two.id, blocked_reason: null });
  expect(await told()).toEqual([
    'planned you',
    'finished codex T1',
    'handover claude T2',
    'blocked claude T2',
    'asked claude T3',
    'answered you T3',
    'unblocked you T2',
  ]);
  const { items } = await list();
  expect(items.find(({ kind }) => kind === 'finished')?.data).toMatchObject({
    title: 'One',
    notes: 3,
    files: 2,
    commit: 'abcdef12',
    diff: { files: 2, insertions: 10, deletions: 3 },
  });
  expect(items.find(({ kind }) => kind === 'handover')?.data).toMatchObject({ from: 'codex', notes: 3 });
  expect(items.find(({ kind }) => kind === 'answered')?.data).toMatchObject({ text: 'Red', from: 'claude' });
  expect(items.filter(({ is_open }) => is_open)).toEqual([]);
});

test('who is at work is told apart, and is no entry until the work ends', async () => {
  const one = await add('One');
  const baton = await claim('codex', one.id);
  const { items, held } = await list();
  expect(items.map(({ kind }) => kind)).toEqual(['planned']);
  expect(held).toMatchObject([{ kind: 'held', who: { name: 'codex' }, data: { title: 'One' } }]);
  await finishTask(as('codex'), { id: one.id, outcome: 'release', summary: 'Somebody else goes on', baton });
  expect((await list()).held).toEqual([]);
  expect(await told()).toEqual(['planned you', 'put_back codex T1']);
});

test('a lease that ran out is told once, and whoever takes the task over is told with whom they follow', async () => {
  const one = await add('One');
  await claim('codex', one.id);
  pass(31);
  const ctx = services.contextFor({ kind: 'system', name: 'Baton' });
  await tellExpired(ctx);
  await tellExpired(ctx);
  expect(await told()).toEqual(['planned you', 'stopped codex T1']);
  expect((await list()).items[0]).toMatchObject({ is_open: true });
  pass(1);
  const baton = await claim('claude', one.id);
  await finishTask(as('claude'), { id: one.id, outcome: 'done', summary: 'Built and looked at', baton });
  expect(await told()).toEqual([
    'planned you',
    'stopped codex T1',
    'took_over claude T1',
    'finished claude T1',
    'completed claude',
  ]);
});

test('a baton that a person takes away is told with the person', async () => {
  const one = await add('One');
  await claim('codex', one.id);
  pass(3);
  await releaseBaton(user.ctx, { id: one.id, reason: 'Wrong task' });
  const [freed] = (await list()).items;
  expect(freed).toMatchObject({
    kind: 'freed',
    who: { name: 'codex' },
    data: { text: 'Wrong task', by: user.ctx.actor.kind === 'user' ? user.ctx.actor.name : '' },
  });
});

test('an answer that is taken back opens the question again, and its notes are gone, also those from before it was changed', async () => {
  const one = await add('One');
  const baton = await claim('codex', one.id);
  const asking = { outcome: 'ask', summary: 'Looked at both of them', question: 'Red or blue?', baton } as const;
  await finishTask(as('codex'), { id: one.id, ...asking });
  await answerQuestion(user.ctx, { id: one.id, text: 'Blue' });
  await answerQuestion(user.ctx, { id: one.id, text: 'Red' });
  const task = await withdrawAnswer(user.ctx, { id: one.id });
  expect(task.question).toMatchObject({ text: 'Red or blue?', answer: null });
  const notes = await listNotes(user.ctx, { id: projectId, task_id: one.id });
  expect(notes.filter(({ is_broadcast }) => !is_broadcast).map(({ body }) => body.split('\n')[0])).toEqual([
    'Question: Red or blue?',
  ]);
  expect(await told()).toEqual(['planned you', 'asked codex T1', 'answered you T1', 'withdrawn you T1']);
  expect((await list()).items[0]).toMatchObject({ is_open: true });
  await answerQuestion(user.ctx, { id: one.id, text: 'Blue' });
  await claim('codex', one.id);
  await expect(withdrawAnswer(user.ctx, { id: one.id })).rejects.toMatchObject({ type: 'CONFLICT' });
});

test('edits of one sitting are one entry; a later one is another', async () => {
  const one = await add('One');
  await add('Two');
  await updateTask(user.ctx, { id: one.id, title: 'First' });
  pass(60);
  await add('Three');
  const { items } = await list();
  expect(items.map(({ data }) => data.plan)).toMatchObject([
    { added: 1, changed: 0 },
    { added: 2, changed: 1 },
  ]);
});

test('what is done by hand and what is reopened is told too', async () => {
  const one = await add('One');
  await add('Two');
  pass(40);
  await updateTask(user.ctx, { id: one.id, status: 'done' });
  await updateTask(user.ctx, { id: one.id, status: 'open' });
  expect(await told()).toEqual(['planned you', 'marked_done you T1', 'reopened you T1']);
});

test('the same feed in one batch or step by step gives the same timeline', async () => {
  const step = await list();
  expect(step.items).toEqual([]);
  const one = await add('One');
  await list();
  const baton = await claim('codex', one.id);
  await list();
  await finishTask(as('codex'), { id: one.id, outcome: 'done', summary: 'Built and looked at', baton });
  await list();
  const stepwise = (await list()).items.map(({ id: _id, ...entry }) => entry);
  await services.database.pool.query('delete from timeline where project_id = $1', [projectId]);
  await services.database.pool.query('delete from timeline_heads where project_id = $1', [projectId]);
  expect((await list()).items.map(({ id: _id, ...entry }) => entry)).toEqual(stepwise);
});

test('concurrent readers project each change once', async () => {
  const one = await add('One');
  const baton = await claim('codex', one.id);
  await finishTask(as('codex'), { id: one.id, outcome: 'done', summary: 'Built and looked at', baton });
  await Promise.all([list(), list(), list(), list()]);
  expect(await told()).toEqual(['planned you', 'finished codex T1', 'completed codex']);
});

test('pages go on where the one before ended, filters count what they hide', async () => {
  const tasks = await Promise.all(Array.from({ length: 7 }, (_, n) => add(`Task ${n}`)));
  for (const { id } of tasks) {
    pass(40);
    await updateTask(user.ctx, { id, status: 'done' });
  }
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: 3, cursor });
    seen.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(9);
  expect((await list({ group: 'done' })).items).toHaveLength(7);
  expect((await list({ q: 'task 3' })).items).toHaveLength(1);
  const days = await getTimelineDays(withTimeline(user.ctx), { id: projectId, zone: 'UTC', days: 60, group: 'plan' });
  expect(days).toMatchObject({ total: 9, matching: 9, groups: { done: 7, plan: 2 } });
  expect(days.days.reduce((sum, { entries }) => sum + entries, 0)).toBe(2);
  await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ type: 'VALIDATION_ERROR' });
});

test('what a person may want to be told of is found once, when it happens, and not when it is settled already', async () => {
  const [one, two] = [await add('One'), await add('Two')];
  const found: string[] = [];
  const run = () =>
    projectFeed(services.db, projectId, {
      wait: true,
      onEntries: async (tx, _id, entries) => {
        for (const each of await findOccurrences(tx, entries))
          found.push([each.kind, each.agent ?? '', each.taskNumber ?? '', each.text].join(' ').trim());
      },
    });
  await run();
  const baton = await claim('codex', one.id);
  await finishTask(as('codex'), { id: one.id, outcome: 'block', summary: 'No key in the vault', baton });
  await run();
  await run();
  // Blocked and lifted before anybody looked.
  const next = await claim('codex', two.id);
  await finishTask(as('codex'), { id: two.id, outcome: 'block', summary: 'No oak in the yard', baton: next });
  await updateTask(user.ctx, { id: two.id, blocked_reason: null });
  await run();
  for (const { id } of [one, two]) await updateTask(user.ctx, { id, status: 'done' });
  await run();
  expect(found).toEqual(['blocked codex 1 No key in the vault', 'plan_finished   Every task of the plan is done.']);
});

test('a day begins at midnight where the reader lives', async () => {
  const one = await add('One');
  const two = await add('Two');
  const now = services.clock.now();
  const toMidnight = 86_400_000 - (now.getTime() % 86_400_000);
  services.clock.advance(toMidnight - 10 * MINUTE);
  await updateTask(user.ctx, { id: one.id, status: 'done' });
  pass(20);
  await updateTask(user.ctx, { id: two.id, status: 'done' });
  const dayOf = async (zone: string) =>
    (await getTimelineDays(withTimeline(user.ctx), { id: projectId, zone, days: 60, group: 'done' })).days.map(
      ({ done }) => done,
    );
  expect(await dayOf('UTC')).toEqual([1, 1]);
  expect(await dayOf('Asia/Kathmandu')).toEqual([2]);
});

test('news begin where the last visit ended, and stay new until they were seen', async () => {
  const one = await add('One');
  const two = await add('Two');
  await recordVisit(withTimeline(user.ctx), {});
  const news = async () => {
    const { projects } = await getNews(withTimeline(user.ctx));
    return projects.find(({ project_id }) => project_id === projectId);
  };
  expect(await news()).toBeUndefined();
  pass(60);
  const baton = await claim('codex', one.id);
  await finishTask(as('codex'), { id: one.id, outcome: 'done', summary: 'Built and looked at', baton });
  pass(60);
  // Looked, but not long enough to have seen it.
  await recordVisit(withTimeline(user.ctx), {});
  expect(await news()).toMatchObject({ done: 1 });
  pass(60);
  await recordVisit(withTimeline(user.ctx), {});
  expect(await news()).toMatchObject({ done: 1 });
  await markSeen(withTimeline(user.ctx), { up_to: services.clock.now().toISOString() });
  expect(await news()).toBeUndefined();
  pass(5);
  await recordVisit(withTimeline(user.ctx), {});
  const again = await claim('codex', two.id);
  await finishTask(as('codex'), { id: two.id, outcome: 'done', summary: 'Built and looked at', baton: again });
  // What the person does is no news to them, also from before they gave a name.
  await add('Three');
  await createTask({ ...user.ctx, actor: { ...user.actor, name: user.email } }, { id: projectId, title: 'Four' });
  pass(1);
  await recordVisit(withTimeline(user.ctx), {});
  // Still here: counted since it was marked. Once away, from the last minute on.
  expect(await news()).toMatchObject({ done: 1, plan_changes: 0 });
  pass(60);
  expect(await news()).toBeUndefined();
});

test('a task that was reopened and done again is one task done; one that was only reopened is none', async () => {
  const [one, two] = [await add('One'), await add('Two')];
  pass(60);
  const since = services.clock.now().toISOString();
  for (const status of ['done', 'open', 'done'] as const) {
    pass(1);
    await updateTask(user.ctx, { id: one.id, status });
  }
  for (const status of ['done', 'open'] as const) {
    pass(1);
    await updateTask(user.ctx, { id: two.id, status });
  }
  const { report } = await getReport(withTimeline(user.ctx), { id: projectId, since, zone: 'UTC' });
  expect(report.done.map(({ number }) => number)).toEqual([1]);
  expect(report.lists).toMatchObject([{ done_before: 0, done: 1, tasks: 2 }]);
});

test('a report is exact', async () => {
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')];
  pass(60);
  const since = services.clock.now().toISOString();
  const baton = await claim('codex', one.id);
  pass(25);
  await finishTask(as('codex'), { id: one.id, outcome: 'done', summary: 'Built and looked at', baton });
  const next = await claim('claude', two.id);
  pass(2);
  await finishTask(as('claude'), { id: two.id, outcome: 'block', summary: 'No **key** in the `vault`', baton: next });
  await claim('claude', three.id);
  const { report, markdown } = await getReport(withTimeline(user.ctx), { id: projectId, since, zone: 'UTC' });
  expect(report).toMatchObject({
    done: [{ number: 1, title: 'One', by: 'codex', seconds: 1_500 }],
    handovers: [{ from: 'codex', to: 'claude' }],
    blocked: [{ number: 2, text: 'No key in the vault', is_open: true }],
    asked: [],
    stopped: [],
    plan_changes: [],
    needs_you: 1,
    holders: [{ agent: 'claude', number: 3 }],
    held_seconds: 1_620,
  });
  expect(markdown).toContain('**1 task done** in 27 min of work, with **1 handover**.');
  expect(markdown).toContain('One thing waits for you');
  expect(markdown).toContain(': No key in the vault (claude)');
  expect(markdown).toContain(`/projects/${projectId}/tasks?task=T1)`);
});
