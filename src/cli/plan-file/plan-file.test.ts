import { describe, expect, test } from 'vitest';
import type { Task } from '#contract/task.ts';
import { planOps } from './plan-ops.ts';
import { readMarkdownPlan } from './read-markdown-plan.ts';

const EMPTY = { tasks: [], dependencies: [] };
const opsOf = (text: string, plan: Parameters<typeof planOps>[1] = EMPTY) => planOps(readMarkdownPlan(text), plan);
const task = (fields: Partial<Task>) =>
  ({
    id: `id-${fields.number}`,
    parent_task_id: null,
    task_list_name: 'Hull',
    description: '',
    checks: [],
    status: 'open',
    level: 0,
    ...fields,
  }) as Task;

describe('readMarkdownPlan', () => {
  test('lists, subtasks, descriptions, checks and dependencies are read from their place', () => {
    const [keel, timber, plank] = readMarkdownPlan(
      'Words for people.\n\n# Hull\n\nMore words.\n\n* [ ] Lay the keel\n  Oak.\n\n  Seven metres.\n  - Straight\n  - [x] Cut the timber\n    ```\n    - [ ] not a task\n    after: nothing\n    ```\n- [ ] Plank\n  after: T3, Lay the keel\n',
    );
    expect(keel).toMatchObject({
      title: 'Lay the keel',
      list: 'Hull',
      description: 'Oak.\n\nSeven metres.',
      checks: ['Straight'],
    });
    expect(timber).toMatchObject({
      title: 'Cut the timber',
      isDone: true,
      parent: keel,
      description: '```\n- [ ] not a task\nafter: nothing\n```',
    });
    expect(plank).toMatchObject({ after: ['T3, Lay the keel'], parent: undefined });
  });

  test('a line is read to its line feed, whatever is written in it', () => {
    expect(
      readMarkdownPlan('# Hull\u2028and mast\n- [ ] T1 Lay\u2028the keel\n  - Straight\u2029and true\n'),
    ).toMatchObject([
      { number: 1, title: 'Lay\u2028the keel', list: 'Hull\u2028and mast', checks: ['Straight\u2029and true'] },
    ]);
  });

  test('tabs indent as spaces do, and line ends of Windows are line ends', () => {
    expect(
      readMarkdownPlan('- [ ] A\r\n\t- [ ] B\r\n\t\t- [ ] C\r\n- [ ] D\r\n').map(({ title, parent }) => [
        title,
        parent?.title,
      ]),
    ).toEqual([
      ['A', undefined],
      ['B', 'A'],
      ['C', 'B'],
      ['D', undefined],
    ]);
  });

  const namesOf = (text: string) =>
    readMarkdownPlan(text).map(({ title, parent, list }) => [title, parent?.title, list]);

  test('a task is an item with a box, and nothing that only looks like one', () => {
    expect(namesOf('---\nkind: plan\n---\nHull\n====\n1. [ ] A\n   - group\n     - [x] B\n- - [ ] C\n')).toEqual([
      ['A', undefined, 'Hull'],
      ['B', 'A', 'Hull'],
      ['C', undefined, 'Hull'],
    ]);
    expect(
      namesOf('~~~\n- [ ] no\n```\n- [ ] no\n~~~\n\n    - [ ] no\n\n> - [ ] no\n\n<pre>\n\n- [ ] no\n</pre>\n'),
    ).toEqual([]);
    expect(namesOf('- [x](https://example.org)\n- [-] no\n- \\[ ] no\n')).toEqual([]);
    expect(namesOf('# C#\n- item\n  ```\n- [ ] A\n')).toEqual([['A', undefined, 'C#']]);
  });

  test('a condition goes on in the lines indented under it, and code ends with its task', () => {
    const [task, ...others] = readMarkdownPlan(
      '- [ ] A\n  - Straight\n    and true\n  after: T3\nnot indented\n\n  1. first\n  2. second\n\n  ## Name\n  | a | b |\n  |---|---|\n  ~~~~\n  ~~~\n\n  answers: none\n  ~~~~\n\n  answers: r-1; r-2\n\n~~~\nfor people\n~~~\n',
    );
    expect(others).toEqual([]);
    expect(task).toMatchObject({ checks: ['Straight and true'], after: ['T3'], requirements: ['r-1', 'r-2'] });
    expect(task?.description).toBe(
      '1. first\n2. second\n\n## Name\n| a | b |\n|---|---|\n~~~~\n~~~\n\nanswers: none\n~~~~',
    );
  });

  test('a task without a title is refused with its line', () => {
    expect(() => readMarkdownPlan('# Hull\n\n- [ ]\n')).toThrow('Line 3: the task has no title');
  });
});

describe('planOps', () => {
  test('new tasks keep the order of the file, and wait for each other by reference', () => {
    expect(opsOf('# Hull\n- [ ] A\n- [x] B\n  after: A\n')).toEqual([
      { op: 'add', ref: 'line-0', title: 'A', list: 'Hull' },
      { op: 'add', ref: 'line-1', title: 'B', list: 'Hull', after: 'line-0' },
      { op: 'update', id: 'line-1', status: 'done' },
      { op: 'depend', id: 'line-1', on: 'line-0' },
    ]);
  });

  test('what is already so is not said again, and a box that is empty reopens nothing', () => {
    const plan = {
      tasks: [
        task({ number: 1, title: 'A', status: 'done', checks: [{ text: 'Straight', met: true }] }),
        task({ number: 2, title: 'B', description: 'Old.' }),
        task({ number: 3, title: 'A', task_list_name: 'Mast' }),
        task({ number: 4, title: 'Below', parent_task_id: 'id-1' as Task['id'] }),
      ],
      dependencies: [{ task_id: 'id-2', depends_on_id: 'id-1' }] as Parameters<typeof planOps>[1]['dependencies'],
    };
    expect(opsOf('# hull\n- [ ] A\n  - Straight\n  - [ ] Below\n- [ ] B\n  Old.\n  after: T1\n', plan)).toEqual([]);
    expect(opsOf('# Hull\n- [ ] T2 Better B\n  New.\n  after: T3\n', plan)).toEqual([
      { op: 'update', id: 'T2', title: 'Better B', description: 'New.' },
      { op: 'depend', id: 'T2', on: 'T3' },
    ]);
    expect(opsOf('- [ ] T1\n  - [ ] New below\n', plan)).toEqual([
      { op: 'add', ref: 'line-1', title: 'New below', parent: 'T1' },
    ]);
  });

  test('a finished tree is ticked from its leaves up, wherever its tasks stand in the file', () => {
    const plan = {
      tasks: [
        task({ number: 1, title: 'Keel' }),
        task({ number: 2, title: 'Cut', level: 1, parent_task_id: 'id-1' as Task['id'] }),
      ],
      dependencies: [],
    };
    const leavesFirst = [
      { op: 'update', id: 'T2', status: 'done' },
      { op: 'update', id: 'T1', status: 'done' },
    ];
    expect(opsOf('- [x] T1 Keel\n  - [x] T2 Cut\n', plan)).toEqual(leavesFirst);
    expect(opsOf('- [x] T2\n- [x] T1\n', plan)).toEqual(leavesFirst);
    expect(opsOf('- [x] T1 Long keel\n  - [x] Cut\n  - [x] Plane\n', plan)).toEqual([
      { op: 'add', ref: 'line-2', title: 'Plane', parent: 'T1', after: 'T2' },
      { op: 'update', id: 'T2', status: 'done' },
      { op: 'update', id: 'line-2', status: 'done' },
      { op: 'update', id: 'T1', title: 'Long keel', status: 'done' },
    ]);
    expect(opsOf('- [x] A\n  - [ ] B\n    - [x] C\n').slice(3)).toEqual([
      { op: 'update', id: 'line-2', status: 'done' },
      { op: 'update', id: 'line-0', status: 'done' },
    ]);
  });

  test('a tick above a subtask that stays open is refused with both lines', () => {
    const below = { level: 1, parent_task_id: 'id-1' as Task['id'] };
    const plan = {
      tasks: [
        task({ number: 1, title: 'Keel' }),
        task({ number: 2, title: 'Cut', ...below }),
        task({ number: 3, title: 'Plane', status: 'done', ...below }),
        task({ number: 4, title: 'Rig' }),
      ],
      dependencies: [],
    };
    const refusal = 'Line 1 is ticked, but line 2 below it is not';
    expect(() => opsOf('- [x] T1\n  - [ ] T2\n', plan)).toThrow(refusal);
    expect(() => opsOf('- [x] T1\n  - [ ] Saw\n', plan)).toThrow(refusal);
    expect(() => opsOf('- [x] A\n  - [ ] B\n')).toThrow(refusal);
    expect(opsOf('- [x] T1\n  - [x] T2\n  - [ ] T3\n  - [ ] T4\n', plan)).toHaveLength(2);
  });

  test('a title with a comma is one name; one that is not there or there twice is refused with its line', () => {
    expect(opsOf('- [ ] Buy oak, dry\n- [ ] B\n  after: buy oak, dry\n').at(-1)).toEqual({
      op: 'depend',
      id: 'line-1',
      on: 'line-0',
    });
    expect(() => opsOf('- [ ] A\n  after: Nowhere\n')).toThrow(/^Line 1: after: no task/);
    expect(() => opsOf('- [ ] A\n- [ ] A\n- [ ] B\n  after: A\n')).toThrow(/^Line 3: after: several/);
    expect(() => opsOf('- [ ] T9 A\n')).toThrow('Line 1: there is no task T9');
  });
});
