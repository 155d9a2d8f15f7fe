import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TASK_DESCRIPTION_MAX, TASK_TITLE_MAX, TREE_DEPTH_MAX } from '#contract/constants.ts';
import { AppError } from '#server/platform/error.ts';
import { draftFaults } from '#test/draft-faults.ts';
import type { DraftTask } from './draft.ts';
import { readTaskMaster } from './read-task-master.ts';

const read = (content: unknown) => readTaskMaster(JSON.stringify(content));
const readTasks = (tasks: unknown[]) => {
  const { draft, lines } = read({ tasks });
  expect(draftFaults(draft)).toEqual([]);
  return { tasks: draft.lists[0]!.tasks, lines };
};
const told = (lines: { where: string; outcome: string; message: string }[], where: string) =>
  lines.filter((line) => line.where === where).map((line) => `${line.outcome}: ${line.message}`);

describe('a file with tags', () => {
  const content = {
    master: {
      tasks: [
        {
          id: 1,
          title: 'Store sessions',
          description: 'Sessions survive a restart.',
          details: 'Use one table.\nIndex by token.',
          testStrategy: 'Restart the server and stay signed in.',
          status: 'done',
          priority: 'high',
          dependencies: [],
          subtasks: [],
        },
        {
          id: 2,
          title: 'Sign in',
          description: '',
          status: 'in-progress',
          priority: 'medium',
          dependencies: [1],
          subtasks: [
            { id: 1, title: 'Form', description: 'Two fields.', status: 'done', dependencies: [] },
            { id: 2, title: 'Errors', description: '', status: 'pending', dependencies: [1, '1'] },
            { id: 3, title: 'Lock', description: '', status: 'pending', dependencies: ['2.1', 1] },
          ],
        },
      ],
      metadata: { created: '2025-06-14T09:00:00.000Z', description: 'The first release' },
    },
    'later-ideas': { tasks: [{ id: 1, title: 'Themes', status: 'deferred', dependencies: [] }], metadata: {} },
  };
  const { draft, lines } = read(content);

  test('becomes one list per tag, with the tag’s description as its brief', () => {
    expect(draftFaults(draft)).toEqual([]);
    expect(draft.lists.map((list) => [list.name, list.brief])).toEqual([
      ['master', 'The first release'],
      ['later-ideas', ''],
    ]);
  });

  test('keeps details in the description, the test strategy as a check, id and priority as the last line', () => {
    const [task] = draft.lists[0]!.tasks;
    expect(task?.description).toBe(
      'Sessions survive a restart.\n\nUse one table.\nIndex by token.\n\nTask Master 1 · priority: high',
    );
    expect(task?.checks).toEqual([{ text: 'Restart the server and stay signed in.', met: true }]);
    expect(told(lines, 'master.tasks[0]')).toEqual(['changed: kept at the end of the description: priority: high']);
  });

  test('takes a bare number in a subtask for its sibling, a dotted one for the subtask it names', () => {
    const [form, errors, lock] = draft.lists[0]!.tasks[1]!.children;
    expect(errors?.dependsOn).toEqual([form?.key]);
    expect(lock?.dependsOn).toEqual([form?.key]);
    expect(draft.lists[0]!.tasks[1]!.dependsOn).toEqual([draft.lists[0]!.tasks[0]!.key]);
  });

  test('keeps the ids of two tags apart', () => {
    expect(draft.lists[1]!.tasks[0]!.key).not.toBe(draft.lists[0]!.tasks[0]!.key);
  });

  test('reports every item, in the order of the file', () => {
    expect([...new Set(lines.map((line) => line.where))]).toEqual([
      'master.tasks[0]',
      'master.tasks[1]',
      'master.tasks[1].subtasks[0]',
      'master.tasks[1].subtasks[1]',
      'master.tasks[1].subtasks[2]',
      'later-ideas.tasks[0]',
    ]);
    expect(told(lines, 'master.tasks[1].subtasks[0]')).toEqual(['imported: came in as "Form"']);
    expect(told(lines, 'master.tasks[1]')).toContain(
      'changed: was in progress; nobody holds it here, so it comes in open',
    );
    expect(told(lines, 'later-ideas.tasks[0]')).toEqual([
      'changed: was deferred, which Baton does not know; it comes in open',
    ]);
  });
});

describe('a file in the older shape', () => {
  test('becomes one list, under the name the file gives the project', () => {
    const { draft } = read({ metadata: { projectName: 'Orchard' }, tasks: [{ id: '7', title: 'Plant' }] });
    expect(draft.name).toBe('Orchard');
    expect(draft.lists.map((list) => list.name)).toEqual(['Tasks']);
  });

  test('cuts a name that is too long for a project', () => {
    const { draft, lines } = read({ meta: { projectName: `a\0${'b'.repeat(300)}` }, tasks: [] });
    expect(draftFaults(draft)).toEqual([]);
    expect(told(lines, 'file')).toHaveLength(2);
  });

  test('splits acceptance criteria into checks, ticked where they say so or the task is done', () => {
    const criteria = '- Saves the draft\n- [x] Loads it\n  after a restart\n\nNo data is lost';
    const { tasks } = readTasks([
      { id: 1, title: 'a', status: 'pending', acceptanceCriteria: criteria },
      { id: 2, title: 'b', status: 'done', acceptanceCriteria: ['Works'] },
    ]);
    expect(tasks[0]?.checks).toEqual([
      { text: 'Saves the draft', met: false },
      { text: 'Loads it after a restart', met: true },
      { text: 'No data is lost', met: false },
    ]);
    expect(tasks[1]?.checks).toEqual([{ text: 'Works', met: true }]);
  });
});

describe('what does not fit', () => {
  test('a cancelled task stays behind with its subtasks, and so does a dependency on it', () => {
    const { tasks, lines } = readTasks([
      { id: 1, title: 'Old', status: 'cancelled', subtasks: [{ id: 1, title: 'Part' }] },
      { id: 2, title: 'New', dependencies: [1, 9] },
    ]);
    expect(tasks.map((task) => [task.title, task.dependsOn])).toEqual([['New', []]]);
    expect(told(lines, 'tasks[0]')).toEqual(['skipped: "Old" was cancelled, so it is left out, with its subtasks']);
    expect(told(lines, 'tasks[1]')).toEqual([
      'changed: the dependency on 1 is left out: that task did not come over',
      'changed: the dependency on 9 is left out: that task did not come over',
    ]);
  });

  test('a cycle is broken at one place, which is named', () => {
    const { tasks, lines } = readTasks([
      { id: 1, title: 'a', dependencies: [2] },
      { id: 2, title: 'b', dependencies: [3] },
      { id: 3, title: 'c', dependencies: [1] },
    ]);
    expect(tasks.map((task) => task.dependsOn.length)).toEqual([1, 1, 0]);
    expect(told(lines, 'tasks[2]')).toEqual([
      'changed: the dependency on 1 is left out: it would close the cycle 1 → 2 → 3 → 1',
    ]);
  });

  test('a task that waits for itself, or for the task it is part of, no longer does', () => {
    const { tasks, lines } = readTasks([
      { id: 1, title: 'a', dependencies: [1], subtasks: [{ id: 1, title: 'part', dependencies: ['2'] }] },
      { id: 2, title: 'b', dependencies: [1] },
    ]);
    const edges = (list: DraftTask[]): string[] => list.flatMap((task) => [...task.dependsOn, ...edges(task.children)]);
    expect(edges(tasks)).toHaveLength(1);
    expect(told(lines, 'tasks[0]').some((line) => line.includes('cycle 1 → 1'))).toBe(true);
  });

  test('a finished task with open subtasks comes in open, and is told', () => {
    const { tasks, lines } = readTasks([{ id: 1, title: 'a', status: 'done', subtasks: [{ id: 1, title: 'b' }] }]);
    expect(tasks[0]?.status).toBe('open');
    expect(told(lines, 'tasks[0]')).toEqual([
      'changed: was done; here a task is done when all below it are, so it comes in open',
    ]);
  });

  test('two tasks with one id both come in, each with its own subtasks', () => {
    const { tasks, lines } = readTasks([
      { id: 1, title: 'a', subtasks: [{ id: 1, title: 'a1' }] },
      { id: 1, title: 'b', subtasks: [{ id: 1, title: 'b1' }] },
      { id: 2, title: 'c', dependencies: [1] },
    ]);
    expect(tasks.map((task) => task.children.map((child) => child.title))).toEqual([['a1'], ['b1'], []]);
    expect(tasks[2]?.dependsOn).toEqual([tasks[0]?.key]);
    expect(told(lines, 'tasks[1]')[0]).toContain('another task has the id 1 too');
  });

  test('an unknown status, a bad date and an entry that is no task are each told', () => {
    const { tasks, lines } = readTasks([{ id: 1, title: 'a', status: 'someday', createdAt: '30.02.2025' }, 'b', null]);
    expect(tasks).toHaveLength(1);
    expect(told(lines, 'tasks[0]')).toEqual([
      'changed: had the status "someday", which is not known; it comes in open',
      'changed: the date "30.02.2025" in createdAt cannot be read and is left out',
    ]);
    expect(told(lines, 'tasks[1]')).toEqual(['skipped: is not a task']);
  });

  test('a field without a place is kept in the last line, a large one as a note', () => {
    const { tasks } = readTasks([{ id: 1, title: 'a', assignee: 'kim', metadata: { jira: { key: 'AB-1' } } }]);
    expect(tasks[0]?.description).toBe('Task Master 1 · assignee: kim');
    expect(tasks[0]?.notes).toEqual([
      { type: 'OTHER', body: 'metadata:\n\n{\n  "jira": {\n    "key": "AB-1"\n  }\n}' },
    ]);
  });

  test('what is too long is cut, and the whole title can still be read', () => {
    const title = `${'word '.repeat(150)}end`;
    const { tasks, lines } = readTasks([
      { id: 1, title, details: 'x'.repeat(TASK_DESCRIPTION_MAX), testStrategy: 'y '.repeat(900), priority: 'low' },
      { id: 2, title: '🎈'.repeat(TASK_TITLE_MAX) },
    ]);
    expect(tasks[0]?.title.length).toBeLessThanOrEqual(TASK_TITLE_MAX);
    expect(tasks[0]?.description.startsWith(title)).toBe(true);
    expect(tasks[0]?.description.endsWith('Task Master 1 · priority: low')).toBe(true);
    expect(tasks[0]?.description).toHaveLength(TASK_DESCRIPTION_MAX);
    expect(told(lines, 'tasks[0]').some((line) => line.includes('the description was too long'))).toBe(true);
  });

  test('NUL and broken characters go, and are told', () => {
    const { tasks, lines } = readTasks([{ id: 1, title: 'a\0b\ud800', details: 'c\udc00' }]);
    expect(tasks[0]).toMatchObject({ title: 'ab', description: 'c\n\nTask Master 1' });
    expect(told(lines, 'tasks[0]')).toHaveLength(2);
  });

  test('deep nesting is flattened to the depth a plan may have', () => {
    const nest = (depth: number): unknown => ({
      id: 1,
      title: `level ${depth}`,
      subtasks: depth < 40 ? [nest(depth + 1)] : [],
    });
    const { tasks, lines } = readTasks([nest(0)]);
    const countAll = (list: DraftTask[]): number => list.reduce((sum, task) => sum + 1 + countAll(task.children), 0);
    expect(countAll(tasks)).toBe(41);
    expect(lines.filter((line) => line.message.includes(`at most ${TREE_DEPTH_MAX} levels`))).toHaveLength(
      41 - TREE_DEPTH_MAX,
    );
  });
});

describe('hostile input', () => {
  test.each(['', 'hello', '[]', '{}', '{"tasks":{}}', '{"a":{"b":[]}}', '{"tasks":[', 'null'])(
    'a file that is not of the format is refused with a sentence: %s',
    (content) => {
      expect(() => readTaskMaster(content)).toThrow(/not a Task Master tasks\.json/);
    },
  );

  test('nesting without end neither overflows nor hangs', () => {
    const depth = 100_000;
    const content = `{"tasks":[${'{"id":1,"title":"a","subtasks":['.repeat(depth)}${']}'.repeat(depth)}]}`;
    expect(draftFaults(readTaskMaster(content).draft)).toEqual([]);
  });

  test('a long chain and a dense knot of dependencies are settled in one walk', () => {
    const chain = Array.from({ length: 5_000 }, (_, index) => ({
      id: index,
      title: 't',
      dependencies: [index + 1, 0],
    }));
    const { draft, lines } = read({ tasks: chain });
    expect(draft.lists[0]?.tasks).toHaveLength(5_000);
    expect(lines.filter((line) => line.message.includes('would close the cycle'))).toHaveLength(5_000);
  });

  test('more tasks or dependencies than any plan has are refused', () => {
    expect(() => readTaskMaster(`{"tasks":[${'1,'.repeat(10_000)}1]}`)).toThrow(/more than 10,000 tasks/);
    const half = Array.from({ length: 5_000 }, (_, id) => ({ id, title: 't' }));
    const full = { one: { tasks: half }, two: { tasks: half } };
    expect(read(full).draft.lists.map((list) => list.tasks.length)).toEqual([5_000, 5_000]);
    expect(() => read({ ...full, three: { tasks: [{ id: 1, title: 't' }] } })).toThrow(/more than 10,000 tasks/);
    expect(() => read({ tasks: [{ id: 1, title: 't', dependencies: ','.repeat(200 * 1024) }] })).toThrow(
      /more than 50,000 dep/,
    );
    const ids = Array.from({ length: 400 }, (_, index) => index);
    expect(() => read({ tasks: ids.map((id) => ({ id, title: 't', dependencies: ids })) })).toThrow(
      /more than 50,000 dep/,
    );
  });

  test('a plan of 10,000 tasks that wait for each other is settled', () => {
    const tasks = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      title: 't',
      dependencies: [id + 1, id + 2, id + 3, id + 4],
    }));
    const read10000 = readTasks(tasks).tasks;
    expect(read10000).toHaveLength(10_000);
    expect(read10000[0]?.dependsOn).toHaveLength(4);
  });

  test('a tag’s name of any length gives a list name of 200 characters and does not lengthen every key', () => {
    const name = `${'a'.repeat(199)}😀${'b'.repeat(200_000)}`;
    const tasks = [
      { id: 1, title: 'one' },
      { id: 2, title: 'two', dependencies: [1] },
    ];
    const { draft } = read({ [name]: { tasks }, [`${name}c`]: { tasks } });
    expect(draftFaults(draft)).toEqual([]);
    expect(draft.lists.map((list) => list.name)).toEqual(['a'.repeat(199), 'a'.repeat(199)]);
    expect(draft.lists.map((list) => list.tasks[1]?.dependsOn)).toEqual(
      draft.lists.map((list) => [list.tasks[0]?.key]),
    );
    expect(draft.lists[0]?.tasks[0]?.key.length).toBeLessThan(300);
  });

  test('a task without a title at the end of long numbers has a title that fits', () => {
    let nested: Record<string, unknown> = { id: 'z'.repeat(60) };
    for (let level = 0; level < 20; level += 1) nested = { id: 'z'.repeat(60), title: 't', subtasks: [nested] };
    expect(readTasks([nested]).tasks).toHaveLength(1);
  });

  test('names that mean something to JavaScript are only names', () => {
    const { draft } = readTaskMaster(
      '{"__proto__":{"tasks":[{"id":"constructor","title":"a","__proto__":"x","dependencies":["toString"]}]}}',
    );
    expect(draft.lists[0]?.name).toBe('__proto__');
    expect(draftFaults(draft)).toEqual([]);
  });

  test('any JSON at all gives a sound draft or a refusal', () => {
    const id = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom('1', '2', '1.1', '2.1', 'x'), fc.jsonValue());
    const leaf = fc.record(
      {
        id,
        title: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        description: fc.jsonValue(),
        status: fc.oneof(fc.constantFrom('done', 'pending', 'cancelled', 'in-progress'), fc.jsonValue()),
        dependencies: fc.oneof(fc.array(id), fc.jsonValue()),
        acceptanceCriteria: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const task = fc.oneof(
      fc.tuple(leaf, fc.array(leaf, { maxLength: 4 })).map(([top, subtasks]) => ({ ...top, subtasks })),
      fc.jsonValue(),
    );
    const file = fc.oneof(
      fc.record({ tasks: fc.array(task, { maxLength: 8 }) }),
      fc.dictionary(fc.string(), fc.record({ tasks: fc.array(task, { maxLength: 6 }) })),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(file, (content) => {
        try {
          expect(draftFaults(read(content).draft)).toEqual([]);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }),
      { numRuns: 200 },
    );
  });
});
