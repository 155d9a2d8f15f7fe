import { expect, test } from 'vitest';
import { check, scoredPlan } from '#test/scored-plan.ts';
import { scoreRoles } from './score-roles.ts';
import { scoreShape } from './score-shape.ts';
import { scoreTasks } from './score-tasks.ts';

const content = ['## Lend', '- a', '- b', '- c', '## Return', '- d', '- e', '## Why', 'Because.'].join('\n');
const labels = {
  shape: 'Two features and a reason that is none.',
  roles: { work: '1-4,5-7', context: '8-9' },
  either: { '7': ['work', 'context'] },
  tasks: [
    { title: 'Lend', lines: '1-4' },
    { title: 'Return', lines: '5-7' },
  ],
  first: 'Lend',
  list_count: 1,
};

test('tasks are found by title, or by half of their lines, in order', () => {
  const tasks = [
    { title: 'd', requirement_ids: ['L6'] },
    { title: 'Lend', requirement_ids: ['L4'] },
  ];
  expect(scoreTasks(scoredPlan({ content, labels, tasks }))).toMatchObject({
    expected: 2,
    found: 2,
    missing: [],
    pairs: 1,
    inOrder: 0,
    firstRight: false,
    firstOpen: 'd',
    listsRight: true,
    outlineRight: null,
  });
});

test('a task is missing when no task has its title and less than half of its lines are in one', () => {
  const tasks = [{ title: 'a', requirement_ids: ['L2', 'L6', 'L7', 'L9'] }];
  expect(scoreTasks(scoredPlan({ content, labels, tasks }))).toMatchObject({ missing: ['Lend'], firstRight: false });
});

test('the first task may be a part of the expected one; what is done, parked or set up is passed over', () => {
  const tasks = [
    { title: 'Set up', is_enabler: true },
    { title: 'Return', requirement_ids: ['L6', 'L7'], done: true },
    { title: 'a', requirement_ids: ['L2'] },
  ];
  const score = scoreTasks(scoredPlan({ content, labels, tasks }));
  expect(score).toMatchObject({ firstRight: true, firstOpen: 'a', missing: ['Lend'], wrongState: ['Return'] });
});

test.each([true, false])('a warning that must be is looked for: %s', (isOutline) => {
  const facts = scoredPlan({ content, labels: { ...labels, outline: true }, tasks: [], isOutline });
  expect(scoreTasks(facts)).toMatchObject({ outlineRight: isOutline });
});

test('roles are compared by line, without headings, and what is as right counts as right', () => {
  const roles = { 2: 'unsure', 3: 'limit', 7: 'context', 9: 'work' } as const;
  const facts = scoredPlan({ content, labels, tasks: [], roles });
  expect(scoreRoles(facts.document, facts.roles)).toMatchObject({
    compared: 6,
    right: 3,
    work: 5,
    foundOrAsked: 4,
    readAsWork: 3,
    falseWork: 1,
    wrong: [
      { line: 2, label: 'work', read: 'unsure' },
      { line: 3, label: 'work', read: 'limit' },
      { line: 9, label: 'context', read: 'work' },
    ],
  });
});

test('the shape of a plan counts what is open, what is said twice and what came from elsewhere', () => {
  const tasks = [
    { title: 'Lend', requirement_ids: ['L2', 'L3', 'L4', 'L6'], checks: [check('a', 'L2'), check('b', 'L3', 'L4')] },
    { title: 'Return', requirement_ids: ['L7'], checks: [check('e', 'L7')], done: true },
    { title: 'Why', requirement_ids: ['L9'], parked: true },
  ];
  expect(scoreShape(scoredPlan({ content, tasks }))).toMatchObject({
    openTasks: 1,
    doneTasks: 1,
    parkedTasks: 1,
    checks: [2],
    merged: 1,
    moved: 0,
    spine: 3,
  });
});
