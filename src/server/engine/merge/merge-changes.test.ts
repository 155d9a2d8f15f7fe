import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Snapshot } from '#server/plan/index.ts';
import { asPlan, done, editTask, findTask, mergeDraft, readFeatures } from '#test/merge-plans.ts';
import { kindsOf, mergeText } from '#test/merge-text.ts';
import type { Merged, Mine } from './sides.ts';

/** A requirement's id follows from its place in this list. */
const prdOf = (currencies: readonly string[]) =>
  [
    '## Shop\n### Currencies',
    ...currencies.map((name, place) => `- R${place + 1}: ${name}`),
    '### Checkout\n- R91: The customer can pay by card\n- R92: The customer sees the total\n',
  ].join('\n');
const START = ['US dollar', 'Euro', 'Pound'];
const REVISE = 'Revise: Currencies';

const merge = (prd: string, mine: Partial<Mine> = {}): Merged => mergeDraft(mine, readFeatures(prd));
const finished = (): Snapshot => editTask(asPlan(merge(prdOf(START))), 'Currencies', done);

test.each([
  ['added', [...START, 'Yen'], [...START, 'Yen', 'Swiss franc'], ['Yen', 'Swiss franc']],
  [
    'reworded',
    ['US dollar with cents', 'Euro', 'Pound'],
    ['US dollar with cents', 'Euro', 'Pound with pence'],
    ['US dollar with cents', 'Pound with pence'],
  ],
])('an open follow-up takes in what is %s after it, and nothing else', (_, second, third, named) => {
  const next = asPlan(merge(prdOf(second), { plan: finished() }));
  const last = merge(prdOf(third), { plan: next });
  expect(kindsOf(last)).toEqual({ [REVISE]: 'review' });
  const now = findTask(last.plan, REVISE);
  expect(now).toMatchObject({ id: findTask(next, REVISE).id, prd_state: 'review' });
  expect(now.description.split('\n').slice(-2)).toEqual(named.map((text) => `- ${text}`));
  expect(now.checks.map(({ text }) => text)).toEqual(named);
  const again = merge(prdOf(third), { plan: asPlan(last) });
  expect(kindsOf(again)).toEqual({});
  expect(asPlan(again)).toEqual(asPlan(last));
});

test('a follow-up keeps what somebody wrote into it, and all its words while an agent holds it', () => {
  const second = asPlan(merge(prdOf([...START, 'Yen']), { plan: finished() }));
  const open = findTask(second, REVISE);
  const third = prdOf([...START, 'Yen', 'Swiss franc']);
  const checks = [{ text: 'Yen has no cents', met: true }];
  const mine = merge(third, { plan: editTask(second, REVISE, { description: 'Mine.', checks }) });
  expect(findTask(mine.plan, REVISE)).toMatchObject({ description: 'Mine.\n- Swiss franc', checks });

  const held = { held: new Set<Id>([open.id]) };
  const last = merge(third, { plan: editTask(second, REVISE, { status: 'wip' }), ...held });
  const { title, description, checks: before } = open;
  const now = findTask(last.plan, REVISE);
  expect(now).toMatchObject({ title, description, checks: before, status: 'wip', prd_state: 'review' });
  expect(now.requirement_ids).toEqual(['R4', 'R5']);
  expect(asPlan(merge(third, { plan: asPlan(last), ...held }))).toEqual(asPlan(last));
});

test('a follow-up is done when the PRD ticks what it is for', () => {
  const second = asPlan(merge(prdOf([...START, 'Yen']), { plan: finished() }));
  const ticked = prdOf([...START, 'Yen']).replace('- R4', '- [x] R4');
  const merged = merge(ticked, { plan: second });
  expect(kindsOf(merged)).toEqual({ [REVISE]: 'updated' });
  expect(findTask(merged.plan, REVISE)).toMatchObject({ status: 'done', checks: [{ text: 'Yen', met: true }] });
  expect(asPlan(merge(ticked, { plan: asPlan(merged) }))).toEqual(asPlan(merged));
});

test('held work that lost a requirement is told so once, and again when that comes back', () => {
  const wip = editTask(asPlan(merge(prdOf(START))), 'Currencies', { status: 'wip' });
  const shorter = prdOf(['US dollar', 'Euro']);
  const second = merge(shorter, { plan: wip });
  expect(kindsOf(second)).toEqual({ Currencies: 'review' });
  const seen = editTask(asPlan(second), 'Currencies', { prd_state: null });
  const third = merge(shorter, { plan: seen });
  expect(kindsOf(third)).toEqual({});
  expect(asPlan(third)).toEqual(seen);
  expect(kindsOf(merge(prdOf(START), { plan: asPlan(third) }))).toEqual({ Currencies: 'review' });
});

test.each([
  ['ids', (n: number) => `- **FR-${n}**: `],
  ['numbers', (n: number) => `${n}. `],
  ['numbers of headings', (n: number) => `### Story ${n}: it works\n\n- `],
])('when a requirement goes and the rest gets other %s, nothing changes for the others', (_, numberOf) => {
  const texts = [
    'A clerk must export a month',
    'A member must see loans',
    'Mail must be sent at night',
    'A lamp must light up',
  ];
  const prdWith = (wanted: readonly string[]) =>
    `# Library\n\n## Requirements\n\n${wanted.map((text, at) => `${numberOf(at + 1)}${text}\n`).join('\n')}`;
  const first = mergeText(prdWith(texts), []);
  expect(first.found).toHaveLength(4);
  const next = mergeText(prdWith(texts.toSpliced(1, 1)), first.found, { plan: first.plan });
  expect(next.found.map(({ id }) => id)).toEqual(first.found.map(({ id }) => id).toSpliced(1, 1));
  const gone = first.found[1]?.id ?? '';
  const others = next.merged.changes.filter(({ task }) =>
    first.plan.tasks.some(({ id, requirement_ids: ids = [] }) => id === task.id && !ids.includes(gone)),
  );
  expect(others.filter(({ change }) => change !== 'kept')).toEqual([]);
  expect(next.plan.tasks.filter(({ prd_state }) => prd_state === 'review')).toEqual([]);
});
