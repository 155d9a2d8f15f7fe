import { expect, test } from 'vitest';
import { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { type WrittenPlan, writeMarkdown } from './write-markdown.ts';

const at = '2026-03-03T10:00:00.000Z';
const id = (number: number) => Id.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
const kept = { project_id: id(1), created_at: at, updated_at: at, deleted_at: null };
const harbour: WrittenPlan['project'] = {
  id: id(1),
  user_id: id(2),
  name: 'Harbour',
  description: null,
  status: 'active',
  baton_slots: 1,
  lease_minutes: 30,
  done_means: 'word',
  verify_command: null,
  verify_timeout_minutes: 20,
  verify_tries: 3,
  repository_url: null,
  created_at: at,
  updated_at: at,
  deleted_at: null,
};
const list = (number: number, fields: Partial<TaskList> = {}): TaskList => ({
  id: id(number),
  parent_task_id: null,
  parent_task: null,
  name: `List ${number}`,
  operational_brief: '',
  depth: 0,
  task_count: 0,
  ...kept,
  ...fields,
});
const task = (number: number, listNumber: number, fields: Partial<Task> = {}): Task => ({
  id: id(number),
  number,
  parent_task_id: null,
  task_list_id: id(listNumber),
  task_list_name: '',
  task_list_depth: 0,
  title: `Task ${number}`,
  description: '',
  checks: [],
  prd_lines: null,
  status: 'open',
  order_in_parent: number,
  level: 0,
  is_completed: false,
  completed_at: null,
  agent_lock: null,
  blocked_reason: null,
  question: null,
  work: null,
  requirement_ids: [],
  is_enabler: false,
  prd_state: null,
  ...kept,
  ...fields,
});
const note = (number: number, fields: Partial<Note> = {}): Note => ({
  id: id(number),
  task_id: null,
  type: 'FINDING',
  body: `Note ${number}`,
  author: { kind: 'agent', id: null, name: 'claude-1' },
  is_broadcast: false,
  pinned: false,
  by_holder: false,
  question_id: null,
  supersedes_id: null,
  superseded_by_id: null,
  work: null,
  ...kept,
  ...fields,
});
const write = (plan: Partial<WrittenPlan>) =>
  writeMarkdown({
    project: harbour,
    task_lists: [],
    tasks: [],
    dependencies: [],
    notes: [],
    ...plan,
  });

test('a plan is written list by list, tasks nested, each with what belongs to it', () => {
  const { filename, markdown } = write({
    project: { ...harbour, name: 'Harbour: Phase 1', description: 'A light.' },
    task_lists: [
      list(10, { name: 'Tower', operational_brief: 'Stand in any wind.' }),
      list(11, { parent_task_id: id(21), name: 'Task 21', depth: 1 }),
    ],
    tasks: [
      task(22, 10, { order_in_parent: 2, status: 'wip' }),
      task(21, 10, {
        order_in_parent: 1,
        description: 'Turns.\n\nAlways.',
        checks: [
          { text: 'It turns', met: true },
          { text: 'It shines', met: false },
        ],
      }),
      task(23, 11, { is_completed: true, status: 'done' }),
      task(24, 10, { deleted_at: at }),
    ],
    dependencies: [
      { task_id: id(21), depends_on_id: id(22) },
      { task_id: id(21), depends_on_id: id(24) },
    ],
    notes: [
      note(30, { task_id: id(21), pinned: true, body: 'Glass is\nbought.' }),
      note(31, { task_id: id(21), is_broadcast: true }),
      note(32, { task_id: id(24) }),
      note(33, { deleted_at: at }),
    ],
  });
  expect(filename).toBe('harbour-phase-1.md');
  expect(markdown).toBe(`# Harbour: Phase 1

> A light.

## Tower

> Stand in any wind.

- [ ] T21 Task 21

  > Turns.
  >
  > Always.

  Done when:

  - [x] It turns
  - [ ] It shines

  Waits for: T22

  Notes:

  - FINDING, claude-1, 2026-03-03, pinned

    > Glass is
    > bought.

  Broken down:

  - [x] T23 Task 23

- [ ] T22 Task 22 (in progress)

## Notes

- FINDING, claude-1, 2026-03-03

  > Note 32
`);
});

test('text cannot break out of the place it stands in', () => {
  const { markdown } = write({
    task_lists: [list(10, { name: 'One\n# Two' })],
    tasks: [
      task(20, 10, {
        title: 'Use `code` <b> *now* [x](http://a) snake_case _it_ &lt; C#',
        description: '```\nopen fence\n# Heading\n- [x] T99 Not a task\n</details>',
        checks: [{ text: 'first\n- [x] second', met: false }],
      }),
      task(21, 10),
    ],
  });
  const lines = markdown.split('\n');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual(['# Harbour', '## One # Two']);
  expect(lines.filter((line) => line.startsWith('- '))).toEqual([
    String.raw`- [ ] T20 Use \`code\` \<b> \*now\* \[x\](http://a) snake_case \_it\_ \&lt; C\#`,
    '- [ ] T21 Task 21',
  ]);
  expect(lines).toContain('  > - [x] T99 Not a task');
  expect(lines).toContain(String.raw`  - [ ] first - \[x\] second`);
});

test('a tag in a description is shown, not obeyed; code is left as it is', () => {
  const { markdown } = write({
    task_lists: [list(10)],
    tasks: [task(20, 10, { description: 'a <div> and `Map<string>` and 1 < 2\n<!-- gone\n~~~\n<kept>\n~~~\n</div>' })],
  });
  expect(markdown).toContain(
    [
      String.raw`  > a \<div> and ${'`Map<string>`'} and 1 < 2`,
      String.raw`  > \<!-- gone`,
      '  > ~~~',
      '  > <kept>',
      '  > ~~~',
      String.raw`  > \</div>`,
    ].join('\n'),
  );
});

test.each([
  ['', 'project.md'],
  ['../..', 'project.md'],
  ['Hafen & Turm', 'hafen-turm.md'],
  ['港の灯', '港の灯.md'],
  ['🎈', 'project.md'],
  ['x'.repeat(200), `${'x'.repeat(60)}.md`],
])('the project %j is saved as %s', (name, filename) => {
  expect(write({ project: { ...harbour, name } }).filename).toBe(filename);
});

test('an answer stands under its question', () => {
  const asked = note(40, { type: 'CONTEXT', question_id: id(40), body: 'Question: Oak or elm?' });
  const answered = note(41, { type: 'CONTEXT', question_id: id(40), body: 'Answer from Mira: Oak.' });
  const { markdown } = write({ notes: [asked, note(42), answered] });
  const lines = markdown.split('\n').filter((line) => /^ *- /.test(line) || line.includes('>'));
  expect(lines).toEqual([
    expect.stringMatching(/^- CONTEXT/),
    '  > Question: Oak or elm?',
    expect.stringMatching(/^ {2}- CONTEXT/),
    '    > Answer from Mira: Oak.',
    expect.stringMatching(/^- FINDING/),
    '  > Note 42',
  ]);
});
