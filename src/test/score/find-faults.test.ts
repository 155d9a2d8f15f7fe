import { describe, expect, test } from 'vitest';
import { check, scoredPlan } from '#test/scored-plan.ts';
import { findFaults } from './find-faults.ts';

const CONTENT = [
  '# Bakery',
  '',
  '## **Bake** list',
  '- Print at three',
  '- [x] Print `late` orders',
  '',
  '## Stretch goals',
  '- Delivery',
].join('\n');
const ALL = { title: 'Bake list', requirement_ids: ['L4', 'L5', 'L8'] };
const kinds = (facts: ReturnType<typeof scoredPlan>) => findFaults(facts).map(({ kind }) => kind);

/** A plan without faults; each case below breaks one thing. */
const good = [
  {
    title: 'Bake list',
    requirement_ids: ['L4', 'L5'],
    checks: [check('Print at three', 'L4'), { ...check('Print late orders', 'L5'), done: true }],
  },
  { title: 'Stretch goals', requirement_ids: ['L8'], checks: [check('Delivery', 'L8')], parked: true },
] as const;

describe('faults', () => {
  test('a plan in the words of the document has none', () => {
    expect(
      findFaults(
        scoredPlan({
          content: CONTENT,
          tasks: good.map((task) => ({
            ...task,
            requirement_ids: [...task.requirement_ids],
            checks: [...task.checks],
          })),
        }),
      ),
    ).toEqual([]);
  });

  test('a title is compared without markup; set-up tasks may have any', () => {
    const tasks = [
      { ...ALL, title: 'Bake lists', done: true },
      { title: 'Prepare the project', is_enabler: true },
      { title: 'Print late orders' },
    ];
    expect(findFaults(scoredPlan({ content: CONTENT, tasks }))).toEqual([{ kind: 'title', text: 'Bake lists' }]);
  });

  test('a check that says the title again, or another check again, is an echo', () => {
    const checks = [check('bake list.'), check('Print at three'), check('*Print* at three')];
    expect(kinds(scoredPlan({ content: CONTENT, tasks: [{ ...ALL, done: true, checks }] }))).toEqual(['echo', 'echo']);
  });

  test('a ticked box must not be open in an open task', () => {
    const tasks = [
      { ...ALL, requirement_ids: ['L4', 'L5'] },
      { title: 'Stretch goals', requirement_ids: ['L8'], parked: true },
    ];
    expect(findFaults(scoredPlan({ content: CONTENT, tasks }))).toEqual([
      { kind: 'ticked', text: 'Bake list: - [x] Print `late` orders' },
    ]);
  });

  test('a line without a role, work that is traced by nothing and work in no task are lost', () => {
    const tasks = [{ ...ALL, requirement_ids: ['L5', 'L8'], done: true }];
    const found = findFaults(scoredPlan({ content: CONTENT, tasks, without: [1], roles: { 3: 'work' } }));
    expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'lost line 1 has no role: # Bakery',
      'lost lines 3-3 are work and traced by nothing: ## **Bake** list',
      'lost lines 4-4 are work and in no task: - Print at three',
      'lost requirement of line 4 is in no task: - Print at three',
    ]);
  });

  test('without labels, later work is told by the heading above it', () => {
    const tasks = [
      { ...ALL, requirement_ids: ['L4', 'L8'] },
      { title: 'late', requirement_ids: ['L5'], done: true },
    ];
    expect(findFaults(scoredPlan({ content: CONTENT, tasks }))).toEqual([
      { kind: 'later', text: 'Bake list: line 8: - Delivery' },
    ]);
  });

  test('with labels, later work is what they say', () => {
    const labels = {
      shape: 'The stretch goals are for now, the list is not.',
      roles: { work: '4,8', done: '5', context: '1,3,7' },
      tasks: [
        { title: 'Stretch goals', lines: '8' },
        { title: 'Bake list', lines: '4', later: true },
      ],
      first: 'Stretch goals',
    };
    const tasks = [
      { title: 'Bake list', requirement_ids: ['L4'] },
      { title: 'late', requirement_ids: ['L5'], done: true },
      { title: 'Stretch goals', requirement_ids: ['L8'] },
    ];
    expect(findFaults(scoredPlan({ content: CONTENT, tasks, labels }))).toEqual([
      { kind: 'later', text: 'Bake list: line 4: - Print at three' },
    ]);
  });
});

describe('dependencies', () => {
  const content = ['## Story 1.2: Lend', '- a', '## Story 1.10: Return', '- b', '## 3. Data', '- c'].join('\n');
  const plan = (from: string, to: string, ids: Record<number, string> = {}) =>
    scoredPlan({
      content,
      ids,
      tasks: ['Lend', 'Return', 'Data'].map((title, i) => ({
        title,
        requirement_ids: [`L${i * 2 + 2}`],
        depends_on: title === from ? [to] : [],
      })),
    });

  test('an earlier story must not wait for a later one', () => {
    expect(kinds(plan('Lend', 'Return'))).toEqual(['order']);
    expect(kinds(plan('Return', 'Lend'))).toEqual([]);
  });

  test('a story may wait for the data of a later part', () => {
    expect(kinds(plan('Lend', 'Data'))).toEqual([]);
  });

  test('ids of one kind are compared', () => {
    expect(kinds(plan('Return', 'Data', { 4: 'FR-9', 6: 'FR-10' }))).toEqual(['order']);
    expect(kinds(plan('Return', 'Data', { 4: 'FR-9', 6: 'NFR-10' }))).toEqual([]);
  });
});
