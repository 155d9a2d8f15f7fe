import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Snapshot } from '#server/plan/index.ts';
import { kindsOf, mergeText } from '#test/merge-text.ts';

/** Small things below one heading are one task for several requirements. */
const prdOf = (currencies: readonly string[]) =>
  [
    '# Shop\n\n## Supported currencies\n',
    ...currencies.map((name) => `- ${name}`),
    '\n## Checkout\n\n- The customer must be able to pay by card',
    '- The customer must get a receipt by mail\n- The customer must see the total\n',
  ].join('\n');
const START = ['US dollar', 'Euro', 'Pound'];

const taskOf = ({ tasks }: Snapshot, isIt: (task: Snapshot['tasks'][number]) => boolean) => {
  const found = tasks.find(isIt);
  if (found === undefined) throw new Error(`no such task: ${tasks.map(({ title }) => title).join(', ')}`);
  return found;
};
const joined = (plan: Snapshot) => taskOf(plan, ({ requirement_ids: ids = [] }) => ids.length > 1);
const followUp = (plan: Snapshot) => taskOf(plan, ({ origin }) => origin?.follows != null);
const edit = (plan: Snapshot, taskId: Id, fields: Partial<Snapshot['tasks'][number]>): Snapshot => ({
  ...plan,
  tasks: plan.tasks.map((task) => (task.id === taskId ? { ...task, ...fields } : task)),
});
const finish = (plan: Snapshot) =>
  edit(plan, joined(plan).id, { status: 'done', is_completed: true, completed_at: '2026-01-01T00:00:00.000Z' });

test.each([
  ['added', [...START, 'Yen'], [...START, 'Yen', 'Swiss franc'], ['Yen', 'Swiss franc']],
  [
    'reworded',
    ['US dollar with cents', 'Euro', 'Pound'],
    ['US dollar with cents', 'Euro', 'Pound with pence'],
    ['US dollar with cents', 'Pound with pence'],
  ],
])('an open follow-up takes in what is %s after it', (_, second, third, named) => {
  const first = mergeText(prdOf(START), []);
  const next = mergeText(prdOf(second), first.found, { plan: finish(first.plan) });
  const last = mergeText(prdOf(third), next.found, { plan: next.plan });
  const open = followUp(next.plan);
  expect(kindsOf(last.merged)).toEqual({ [open.title]: 'review' });
  const now = followUp(last.plan);
  expect(now).toMatchObject({ id: open.id, prd_state: 'review' });
  expect(now.description.split('\n').slice(-2)).toEqual(named.map((text) => `- ${text}`));
  expect(now.checks.map(({ text }) => text)).toEqual(third.map((text) => expect.stringContaining(text)));
  const covered = new Set(last.plan.tasks.flatMap(({ requirement_ids }) => requirement_ids ?? []));
  expect(last.found.filter(({ id }) => !covered.has(id))).toEqual([]);
  const again = mergeText(prdOf(third), last.found, { plan: last.plan });
  expect(kindsOf(again.merged)).toEqual({});
  expect(again.plan).toEqual(last.plan);
});

test('a follow-up keeps what somebody wrote into it, and all its words while an agent holds it', () => {
  const first = mergeText(prdOf(START), []);
  const second = mergeText(prdOf([...START, 'Yen']), first.found, { plan: finish(first.plan) });
  const open = followUp(second.plan);
  const third = prdOf([...START, 'Yen', 'Swiss franc']);
  const checks = [{ text: 'Yen has no cents', met: true }];
  const edited = edit(second.plan, open.id, { description: 'Mine.', checks });
  const mine = mergeText(third, second.found, { plan: edited });
  expect(followUp(mine.plan)).toMatchObject({ description: 'Mine.\n- Swiss franc', checks });

  const held = { held: new Set<Id>([open.id]) };
  const wip = edit(second.plan, open.id, { status: 'wip' });
  const last = mergeText(third, second.found, { plan: wip, ...held });
  const { title, description, checks: before } = open;
  expect(followUp(last.plan)).toMatchObject({ title, description, checks: before, status: 'wip', prd_state: 'review' });
  expect(followUp(last.plan).requirement_ids).toHaveLength(2);
  expect(mergeText(third, last.found, { plan: last.plan, ...held }).plan).toEqual(last.plan);
});

test('held work that lost a requirement is told so once, and again when that comes back', () => {
  const first = mergeText(prdOf(START), []);
  const wip = edit(first.plan, joined(first.plan).id, { status: 'wip' });
  const shorter = prdOf(['US dollar', 'Euro']);
  const second = mergeText(shorter, first.found, { plan: wip });
  const { id, title } = joined(second.plan);
  expect(kindsOf(second.merged)).toEqual({ [title]: 'review' });
  const seen = edit(second.plan, id, { prd_state: null });
  const third = mergeText(shorter, second.found, { plan: seen });
  expect(kindsOf(third.merged)).toEqual({});
  expect(third.plan).toEqual(seen);
  // The extraction of the last version knows it no longer: the same words give it the same id.
  const back = mergeText(prdOf(START), third.found, { plan: third.plan });
  expect(kindsOf(back.merged)).toEqual({ [title]: 'review' });
});
