import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import type { Snapshot } from '#server/plan/index.ts';
import { asPlan, done, mergeDraft, textsOf } from '#test/merge-plans.ts';
import { kindsOf } from '#test/merge-text.ts';
import type { Merged, Mine, Theirs } from './sides.ts';

const criteria = (count: number) => Array.from({ length: count }, (_, place) => `criterion number ${place + 1} holds`);

/** A model may split one requirement into several tasks: here, one with more than eight criteria. */
function theirsOf(texts: readonly string[]): Theirs {
  const at = { kind: 'item' as const, heading_path: ['Checkout'], start_line: 1, end_line: 1 };
  const requirements = [
    { ...at, id: 'R1', text: `The customer can pay by card\n${texts.join('\n')}` },
    { ...at, id: 'R2', text: 'The customer sees the total' },
  ];
  const list = { parent: null, name: 'Checkout', key: 'list', brief: '' };
  const rest = taskOf('total', 'Show the total', ['The total is shown'], 'R2');
  if (texts.length <= 8)
    return {
      draft: {
        lists: [list],
        tasks: [taskOf('pay', 'Pay by card', texts, 'R1'), rest],
        is_outline: false,
        notices: [],
      },
      requirements: textsOf(requirements),
    };
  const parent = { ...taskOf('pay', 'Pay by card', [], 'R1'), requirement_ids: [] };
  const parts = texts.map((text) => ({ ...taskOf(`pay/${text}`, text, [text], 'R1'), list: 'below' }));
  return {
    draft: {
      lists: [list, { parent: 'pay', name: 'Pay by card', key: 'below', brief: '' }],
      tasks: [parent, ...parts, rest],
      is_outline: false,
      notices: [],
    },
    requirements: textsOf(requirements),
  };
}

const taskOf = (key: string, title: string, checks: readonly string[], id: string): DraftTask => ({
  key,
  list: 'list',
  title,
  description: '',
  checks: checks.map((text) => ({ text, requirement_ids: [id], done: false })),
  done: false,
  parked: false,
  requirement_ids: [id],
  is_enabler: false,
  prd_lines: { start: 1, end: 1 },
  depends_on: [],
});

const merge = (texts: readonly string[], mine: Partial<Mine> = {}): Merged => mergeDraft(mine, theirsOf(texts));
const unsaid = ({ tasks }: { tasks: Snapshot['tasks'] }, wanted: readonly string[]) => {
  const said = new Set(tasks.flatMap(({ checks }) => checks.map(({ text }) => text)));
  return wanted.filter((text) => !said.has(text));
};
const taskWith = ({ tasks }: { tasks: Snapshot['tasks'] }, check: string) => {
  const found = tasks.find(({ checks }) => checks.some(({ text }) => text === check));
  if (found?.origin == null) throw new Error(`no task says ${check}`);
  return { ...found, origin: found.origin };
};
const edit = (plan: Snapshot, taskId: Id, fields: Partial<Snapshot['tasks'][number]>): Snapshot => ({
  ...plan,
  tasks: plan.tasks.map((task) => (task.id === taskId ? { ...task, ...fields } : task)),
});
const expectIdle = (texts: readonly string[], merged: Merged, mine: Partial<Mine> = {}) => {
  const again = merge(texts, { ...mine, plan: asPlan(merged) });
  expect(kindsOf(again)).toEqual({});
  expect(asPlan(again)).toEqual(asPlan(merged));
};

test('a requirement that grows over what one task holds is cut into parts, and none is lost', () => {
  let step = merge(criteria(8));
  const whole = taskWith(step.plan, 'criterion number 8 holds');
  for (const count of [9, 10]) {
    step = merge(criteria(count), { plan: asPlan(step) });
    expect(unsaid(step.plan, criteria(count))).toEqual([]);
    expectIdle(criteria(count), step);
  }
  expect(step.plan.tasks.map(({ id }) => id)).toContain(whole.id);
  expect(step.plan.tasks.filter(({ title }) => title.includes('criterion number'))).toHaveLength(10);
});

test('finished work keeps what it has, and what came after it gets a task of its own', () => {
  const first = asPlan(merge(criteria(8)));
  const whole = taskWith(first, 'criterion number 8 holds');
  const next = merge(criteria(9), { plan: edit(first, whole.id, done) });
  expect(next.plan.tasks.find(({ id }) => id === whole.id)).toMatchObject({ ...done, checks: whole.checks });
  expect(unsaid(next.plan, criteria(9))).toEqual([]);
  expect(next.plan.tasks.filter(({ title }) => title === 'criterion number 9 holds')).toHaveLength(1);
  expect(next.plan.tasks.filter(({ title }) => title === 'criterion number 3 holds')).toEqual([]);
  expectIdle(criteria(9), next);
});

test('a finished part whose words changed leaves a new part to a task of its own', () => {
  const first = asPlan(merge(criteria(9)));
  const part = taskWith(first, 'criterion number 3 holds');
  const now = criteria(10).with(2, 'criterion number 3 holds at night');
  const next = merge(now, { plan: edit(first, part.id, done) });
  expect(unsaid(next.plan, now)).toEqual([]);
  expectIdle(now, next);
});

test('work in somebody’s hands keeps all its checks, and what is new gets a task of its own', () => {
  const first = asPlan(merge(criteria(8)));
  const whole = taskWith(first, 'criterion number 8 holds');
  const held = { held: new Set<Id>([whole.id]) };
  const next = merge(criteria(9), { plan: edit(first, whole.id, { status: 'wip' }), ...held });
  expect(next.plan.tasks.find(({ id }) => id === whole.id)).toMatchObject({ checks: whole.checks, title: whole.title });
  expect(unsaid(next.plan, criteria(9))).toEqual([]);
  expect(next.plan.tasks.filter(({ title }) => title.includes('criterion number'))).toHaveLength(1);
  expectIdle(criteria(9), next, held);
});

test('a part that somebody deleted stays deleted, also when another comes or is reworded', () => {
  const first = asPlan(merge(criteria(9)));
  const part = taskWith(first, 'criterion number 4 holds');
  const deleted = [part.origin];
  const plan = { ...first, tasks: first.tasks.filter(({ id }) => id !== part.id) };
  expect(kindsOf(merge(criteria(9), { plan, deleted }))).toEqual({});
  const now = criteria(10).with(6, 'criterion number 7 holds at night');
  const next = merge(now, { plan, deleted });
  expect(unsaid(next.plan, now)).toEqual(['criterion number 4 holds']);
  expectIdle(now, next, { deleted });
});
