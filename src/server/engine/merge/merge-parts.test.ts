import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Requirement } from '#contract/requirement.ts';
import type { Snapshot } from '#server/plan/index.ts';
import { type MergedText, kindsOf, mergeText } from '#test/merge-text.ts';

/** A requirement with so many criteria, among others so that the document is no idea. */
const prdOf = (criteria: readonly string[]) =>
  [
    '# Shop\n\n## Checkout\n\n- The customer must be able to pay by card\n  - Acceptance criteria:',
    ...criteria.map((text) => `    - ${text}`),
    '- The customer must get a receipt by mail\n- The customer must see the total\n- The shop must log every order\n',
  ].join('\n');
const criteria = (count: number) => Array.from({ length: count }, (_, place) => `criterion number ${place + 1} holds`);

const unsaid = ({ tasks }: Snapshot, wanted: readonly string[]) => {
  const said = tasks.flatMap(({ title, checks }) => [title, ...checks.map(({ text }) => text)]);
  return wanted.filter((text) => !said.some((each) => each.endsWith(text)));
};
const taskWith = ({ tasks }: Snapshot, words: string) => {
  const found = tasks.find(({ title, checks }) => `${title} ${checks.map(({ text }) => text).join()}`.includes(words));
  if (found === undefined || found.origin == null) throw new Error(`no task says ${words}`);
  return { ...found, origin: found.origin };
};
const edit = (plan: Snapshot, taskId: Id, fields: Partial<Snapshot['tasks'][number]>): Snapshot => ({
  ...plan,
  tasks: plan.tasks.map((task) => (task.id === taskId ? { ...task, ...fields } : task)),
});
const done = { status: 'done', is_completed: true, completed_at: '2026-01-01T00:00:00.000Z' } as const;
const idle = (prd: string, { plan, found }: { plan: Snapshot; found: Requirement[] }, mine = {}) => {
  const again = mergeText(prd, found, { plan, ...mine });
  expect(kindsOf(again.merged)).toEqual({});
  expect(again.plan).toEqual(plan);
};

test('a requirement that grows over what one task holds is cut into parts, and none is lost', () => {
  let step: MergedText = mergeText(prdOf(criteria(8)), []);
  const [whole] = step.plan.tasks.filter(({ checks }) => checks.length === 8);
  for (const count of [9, 10]) {
    step = mergeText(prdOf(criteria(count)), step.found, { plan: step.plan });
    expect(unsaid(step.plan, criteria(count))).toEqual([]);
    idle(prdOf(criteria(count)), step);
  }
  expect(step.plan.tasks.map(({ id }) => id)).toContain(whole?.id);
  expect(step.plan.tasks.filter(({ title }) => title.includes('criterion number'))).toHaveLength(10);
});

test('an idea that names one thing more gets a task for it', () => {
  const first = mergeText('A to-do app with login, shared lists and reminders', []);
  const prd = 'A to-do app with login, shared lists, reminders and CSV export';
  const next = mergeText(prd, first.found, { plan: first.plan });
  expect(taskWith(next.plan, 'CSV export').status).toBe('open');
  expect(next.plan.tasks).toHaveLength(first.plan.tasks.length + 1);
  idle(prd, next);
});

test('finished work keeps what it has, and what came after it gets a task of its own', () => {
  const first = mergeText(prdOf(criteria(8)), []);
  const whole = taskWith(first.plan, 'criterion number 8 holds');
  const next = mergeText(prdOf(criteria(9)), first.found, { plan: edit(first.plan, whole.id, done) });
  expect(next.plan.tasks.find(({ id }) => id === whole.id)).toMatchObject({ ...done, checks: whole.checks });
  expect(unsaid(next.plan, criteria(9))).toEqual([]);
  const made = next.merged.changes.filter(({ isNew }) => isNew).map(({ task, change }) => [task.title, change]);
  expect(made).toContainEqual([`Revise: ${whole.title}`, 'follow_up']);
  expect(made.filter(([title]) => title?.includes('criterion number'))).toEqual([
    [expect.stringContaining('criterion number 9'), 'added'],
  ]);
  idle(prdOf(criteria(9)), next);
});

test('a finished part whose words changed leaves a new part to a task of its own', () => {
  const first = mergeText(prdOf(criteria(9)), []);
  const part = taskWith(first.plan, 'criterion number 3 holds');
  const now = criteria(10).with(2, 'criterion number 3 holds at night');
  const next = mergeText(prdOf(now), first.found, { plan: edit(first.plan, part.id, done) });
  expect(unsaid(next.plan, now)).toEqual([]);
  idle(prdOf(now), next);
});

test('work in somebody’s hands keeps all its checks until it is free, and then is cut as well', () => {
  const first = mergeText(prdOf(criteria(8)), []);
  const whole = taskWith(first.plan, 'criterion number 8 holds');
  const held = { held: new Set<Id>([whole.id]) };
  const next = mergeText(prdOf(criteria(9)), first.found, {
    plan: edit(first.plan, whole.id, { status: 'wip' }),
    ...held,
  });
  expect(next.plan.tasks.find(({ id }) => id === whole.id)).toMatchObject({ checks: whole.checks, title: whole.title });
  expect(unsaid(next.plan, criteria(9))).toEqual([]);
  expect(next.plan.tasks.filter(({ title }) => title.includes('criterion number'))).toHaveLength(1);
  idle(prdOf(criteria(9)), next, held);
  const last = taskWith(next.plan, 'criterion number 9 holds');
  const freed = edit({ ...next.plan, tasks: next.plan.tasks.filter(({ id }) => id !== last.id) }, whole.id, {
    status: 'open',
  });
  const after = mergeText(prdOf(criteria(9)), next.found, { plan: freed, deleted: [last.origin] });
  expect(unsaid(after.plan, criteria(9))).toEqual(['criterion number 9 holds']);
});

test('a part that somebody deleted stays deleted, also when another comes or is reworded', () => {
  const first = mergeText(prdOf(criteria(9)), []);
  const part = taskWith(first.plan, 'criterion number 4 holds');
  const mine = {
    plan: { ...first.plan, tasks: first.plan.tasks.filter(({ id }) => id !== part.id) },
    deleted: [part.origin],
  };
  idle(prdOf(criteria(9)), { plan: mine.plan, found: first.found }, { deleted: mine.deleted });
  const now = criteria(10).with(6, 'criterion number 7 holds at night');
  const next = mergeText(prdOf(now), first.found, mine);
  expect(unsaid(next.plan, now)).toEqual(['criterion number 4 holds']);
  expect(taskWith(next.plan, 'number 7 holds at night').id).toBe(taskWith(first.plan, 'number 7 holds').id);
  idle(prdOf(now), next, { deleted: mine.deleted });
});
