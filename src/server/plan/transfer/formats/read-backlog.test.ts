import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draftFaults } from '#test/draft-faults.ts';
import { readBacklog } from './read-backlog.ts';

const pack = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
const read = (files: Record<string, string>) => {
  const result = readBacklog(pack(files));
  expect(draftFaults(result.draft)).toEqual([]);
  return result;
};
const told = (lines: { where: string; outcome: string; message: string }[], where: string) =>
  lines.filter((line) => line.where === where).map((line) => `${line.outcome}: ${line.message}`);
const task = (head: string, body = '') => `---\n${head}\n---\n\n${body}`;

describe('a backlog folder', () => {
  const { draft, lines } = read({
    'repo/README.md': '# Not ours',
    'repo/backlog/config.yml':
      'project_name: "Harbour"\nstatuses: ["To Do", "In Progress", "Shipped"]\ntask_prefix: "task"\n',
    'repo/backlog/milestones/m-1 - first-light.md': task(
      'id: m-1\ntitle: "First light"',
      '## Description\n\nThe lamp turns.',
    ),
    'repo/backlog/tasks/task-10 - Paint.md': task(
      "id: TASK-10\ntitle: 'Paint: white'\nstatus: To Do\nlabels: []\ndependencies: [task-2]\npriority: low",
    ),
    'repo/backlog/tasks/task-2 - Lamp.md': task(
      "id: task-2\ntitle: Lamp\nstatus: In Progress\nassignee:\n  - '@kim'\ncreated_date: '2025-09-06 22:11'\nupdated_date: '2025-09-07'\nlabels:\n  - glass\ndependencies: []\nmilestone: m-1\nmodified_files:\n  - src/lamp.ts",
      [
        '## Description',
        '',
        '<!-- SECTION:DESCRIPTION:BEGIN -->',
        'The lamp of the tower.',
        '',
        '## Why',
        'Ships need it.',
        '<!-- SECTION:DESCRIPTION:END -->',
        '',
        '## Acceptance Criteria',
        '<!-- AC:BEGIN -->',
        '- [x] #1 It turns',
        '- [ ] #2 It shines',
        '<!-- AC:END -->',
        '',
        '## Definition of Done',
        '<!-- DOD:BEGIN -->',
        '- [ ] #1 Tests pass',
        '<!-- DOD:END -->',
        '',
        '## Implementation Plan',
        '',
        '1. Buy glass',
        '',
        '```sh',
        '## not a heading',
        '```',
        '',
        '## Implementation Notes',
        '',
        'Glass is bought.',
        '',
        '## Comments',
        '<!-- COMMENTS:BEGIN -->',
        '<!-- COMMENT:BEGIN -->',
        'index: 1',
        'author: @lee',
        'created: 2025-09-07 08:00',
        '',
        'Which glass?',
        '<!-- COMMENT:END -->',
        '<!-- COMMENTS:END -->',
      ].join('\n'),
    ),
    'repo/backlog/tasks/task-2.1 - Grind.md': task(
      'id: task-2.1\ntitle: Grind\nstatus: Shipped\nparent_task_id: TASK-2\ndependencies:\n  - task-2',
    ),
    'repo/backlog/completed/task-1 - Ground.md': task('id: task-1\ntitle: Ground\nstatus: To Do'),
    'repo/backlog/drafts/draft-1 - Horn.md': task('id: draft-1\ntitle: Horn\nstatus: Draft'),
    'repo/backlog/archive/tasks/task-3 - Old.md': task('id: task-3\ntitle: Old\nstatus: To Do'),
    'repo/backlog/docs/doc-1 - Guide.md': task(
      "id: doc-1\ntitle: Guide\ncreated_date: '2025-07-21'",
      '# Guide\n\nRead me.',
    ),
    'repo/backlog/decisions/decision-1 - Stone.md': task(
      'id: decision-1\ntitle: Stone\nstatus: accepted\ndate: 2025-07-22',
      '## Context\n\nWind.',
    ),
    'repo/backlog/assets/logo.png': 'PNG',
  });
  const listed = (name: string) => draft.lists.find((list) => list.name === name)?.tasks ?? [];
  const [lamp] = listed('First light');

  test('becomes lists by milestone, tasks in the order of their numbers', () => {
    expect(draft.name).toBe('Harbour');
    expect(draft.lists.map((list) => [list.name, list.brief, list.tasks.map(({ title }) => title)])).toEqual([
      ['Tasks', '', ['Ground', 'Paint: white']],
      ['Drafts', '', ['Horn']],
      ['First light', 'The lamp turns.', ['Lamp']],
    ]);
  });

  test('turns sections into description, checks and notes', () => {
    expect(lamp?.description).toBe(
      'The lamp of the tower.\n\n## Why\nShips need it.\n\nImplementation Plan:\n\n1. Buy glass\n\n```sh\n## not a heading\n```\n\n' +
        'Backlog.md task-2 · assignee: @kim · labels: glass',
    );
    expect(lamp?.checks).toEqual([
      { text: 'It turns', met: true },
      { text: 'It shines', met: false },
      { text: 'Tests pass', met: false },
    ]);
    expect(lamp?.notes).toEqual([
      { type: 'PROGRESS', body: 'Glass is bought.' },
      { type: 'OTHER', body: '@lee:\n\nWhich glass?', created_at: '2025-09-07T08:00:00.000Z' },
      { type: 'FILE_LIST', body: '- src/lamp.ts' },
    ]);
    expect(lamp?.created_at).toBe('2025-09-06T22:11:00.000Z');
  });

  test('finds tasks however their ids are spelled', () => {
    expect(listed('Tasks')[1]?.dependsOn).toEqual(['task-2']);
    expect(lamp?.children.map((child) => child.title)).toEqual(['Grind']);
  });

  test('takes the last of the project’s own statuses, and the folder of completed tasks, for done', () => {
    expect(lamp?.children[0]?.status).toBe('done');
    expect(listed('Tasks')[0]?.status).toBe('done');
    expect(told(lines, 'completed/task-1 - Ground.md')).toEqual([
      'changed: lay among the completed tasks with the status "To Do"; it comes in done',
    ]);
  });

  test('keeps documents and decisions as notes of the project', () => {
    expect(draft.notes).toEqual([
      {
        type: 'CONTEXT',
        body: 'Decision: Stone (accepted)\n\n## Context\n\nWind.',
        created_at: '2025-07-22T00:00:00.000Z',
      },
      { type: 'CONTEXT', body: 'Document: Guide\n\n# Guide\n\nRead me.', created_at: '2025-07-21T00:00:00.000Z' },
    ]);
  });

  test('tells what stays behind', () => {
    expect(told(lines, 'archive/tasks/task-3 - Old.md')).toEqual(['skipped: was archived, so it is left out']);
    expect(told(lines, 'assets/logo.png')).toEqual(['skipped: is not a task, a document or a decision']);
    expect(told(lines, 'archive')).toEqual(['skipped: not looked at: 1 file outside the backlog folder']);
    expect(told(lines, 'tasks/task-2.1 - Grind.md')).toContain(
      'changed: the dependency on task-2 is left out: it would close the cycle task-2 → task-2.1 → task-2',
    );
  });
});

describe('what does not fit', () => {
  test('a file without a head is told, one without title or id is named after the file', () => {
    const { draft, lines } = read({
      'tasks/task-1 - No-head.md': 'just text',
      'tasks/task-2 - Build-it.md': task('status: To Do'),
    });
    expect(draft.lists[0]?.tasks.map(({ key, title }) => [key, title])).toEqual([['task-2', 'Build it']]);
    expect(told(lines, 'tasks/task-1 - No-head.md')[0]).toMatch(/^skipped: has no head/);
  });

  test('a head that is not YAML comes in as far as it can be read, and its line is told', () => {
    const { draft, lines } = read({
      'tasks/task-1 - a.md': task('id: task-1\ntitle: Fix: the lamp\nstatus: Done'),
      'docs/doc-1 - a.md': task('title: Guide\ntitle: Manual'),
      'config.yml': `project_name: [Harbour\ntask_prefix: task`,
    });
    expect(draft.lists[0]?.tasks.map(({ title, status }) => [title, status])).toEqual([['Fix: the lamp', 'done']]);
    expect(draft.name).toBe('[Harbour');
    expect(told(lines, 'tasks/task-1 - a.md')).toEqual([
      'changed: line 3 is not YAML; its text came in as it is written',
    ]);
    expect(told(lines, 'docs/doc-1 - a.md')).toEqual([
      'changed: line 3 has the field title again; the last one counts',
    ]);
    expect(told(lines, 'config.yml')).toEqual(['changed: line 1 is not YAML; its text came in as it is written']);
  });

  test('settings larger than any project has are not parsed', () => {
    const { draft, lines } = read({
      'backlog/tasks/task-1.md': task('id: 1'),
      'backlog/config.yml': `project_name: Harbour\nstatuses: [${'s, '.repeat(30_000)}t]`,
    });
    expect(draft.name).toBeUndefined();
    expect(told(lines, 'config.yml')).toEqual(['changed: is larger than 64 KiB, so it is not read']);
  });

  test('two files with one id both come in', () => {
    const { draft, lines } = read({
      'backlog/tasks/task-1 - a.md': task('id: task-1\ntitle: a'),
      'backlog/tasks/task-01 - b.md': task('id: TASK-01\ntitle: b'),
    });
    expect(draft.lists[0]?.tasks).toHaveLength(2);
    expect(lines.filter((line) => line.message.includes('has the id'))).toHaveLength(1);
  });

  test('bytes that are not text are told', () => {
    const files = new Map([
      [
        'backlog/tasks/task-1 - a.md',
        new Uint8Array([...new TextEncoder().encode('---\nid: task-1\ntitle: a'), 0xff, 0x0a, 0x2d, 0x2d, 0x2d]),
      ],
    ]);
    expect(told(readBacklog(files).lines, 'tasks/task-1 - a.md')[0]).toMatch(/not UTF-8/);
  });

  test.each([{}, { 'README.md': 'x' }, { 'backlog/docs/a.md': 'x' }, { 'backlog/archive/tasks/task-1.md': 'x' }])(
    'an archive without tasks is refused: %j',
    (files) => {
      expect(() => readBacklog(pack(files))).toThrow(/No Backlog\.md folder was found/);
    },
  );

  test('a long prefix, list of statuses or milestone is not gone through for every task', () => {
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `backlog/tasks/task-${index}.md`,
        task(
          `id: ${index}\nstatus: s\nordinal: ${'1'.repeat(300)}\nmilestone: m\nparent_task_id: x\ndependencies: [900]`,
        ),
      ]),
    );
    const { draft } = read({
      ...files,
      'backlog/config.yml': `statuses: [${'s, '.repeat(10_000)}t]\ntask_prefix: ${'p'.repeat(30_000)}`,
      'backlog/milestones/m.md': task(`id: m\ntitle: ${'z'.repeat(60_000)}`),
    });
    expect(draft.lists[0]?.tasks).toHaveLength(500);
    expect(draft.lists[0]?.tasks.every(({ notes }) => notes.length === 0)).toBe(true);
  });

  test('a file larger than any task is left out and told', () => {
    const { draft, lines } = read({
      'backlog/tasks/task-1.md': task('id: 1\ntitle: a'),
      'backlog/tasks/task-2.md': task('id: 2\ntitle: b', '\n'.repeat(2 * 1024 * 1024)),
    });
    expect(draft.lists[0]?.tasks.map(({ title }) => title)).toEqual(['a']);
    expect(told(lines, 'tasks/task-2.md')).toEqual(['skipped: is larger than 2 MiB, so it is left out']);
  });

  test('more comments, conditions or dependencies than any plan has are refused', () => {
    const comments = `## Comments\n${'<!-- COMMENT:BEGIN -->x'.repeat(20_001)}`;
    expect(() => read({ 'tasks/task-1.md': task('id: 1', comments) })).toThrow(/more than 20,000 notes/);
    const checks = `## Acceptance Criteria\n${'- a\n'.repeat(200_000)}`;
    expect(() => read({ 'tasks/task-1.md': task('id: 1', checks) })).toThrow(/more than 10,000 conditions/);
    const head = `dependencies: [${'1,'.repeat(30_000)}]`;
    expect(() => read({ 'tasks/task-1.md': task(head), 'tasks/task-2.md': task(head) })).toThrow(
      /more than 50,000 dep/,
    );
  });

  test('any files at all give a sound draft', () => {
    const path = fc
      .tuple(
        fc.constantFrom('tasks', 'completed', 'drafts', 'docs', 'milestones'),
        fc.constantFrom('task-1 - a', 'task-2', 'x', 'task-3 - b'),
      )
      .map(([folder, name]) => `backlog/${folder}/${name}.md`);
    const line = fc.oneof(
      fc.constantFrom(
        'id: task-1',
        'id: task-2',
        'parent_task_id: task-1',
        'parent_task_id: 2',
        'dependencies: [task-1, 2, task-3]',
        'status: Done',
        'milestone: m',
        '## Comments',
        '<!-- COMMENT:BEGIN -->',
        '```',
        '- [x] #1 a',
        '---',
      ),
      fc.string({ unit: 'binary' }),
    );
    const file = fc.array(line).map((lines) => ['---', ...lines].join('\n'));
    fc.assert(
      fc.property(fc.dictionary(path, file, { maxKeys: 10 }), (files) => {
        read({ 'backlog/tasks/task-9.md': task('id: task-9\ntitle: last'), ...files });
      }),
      { numRuns: 100 },
    );
  });
});
