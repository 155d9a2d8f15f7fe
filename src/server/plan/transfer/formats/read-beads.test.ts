import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#server/platform/error.ts';
import { draftFaults } from '#test/draft-faults.ts';
import { readBeads } from './read-beads.ts';

const read = (...records: unknown[]) =>
  readBeads(records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'));
const issue = (id: string, fields: Record<string, unknown> = {}) => ({
  id,
  title: `Issue ${id}`,
  status: 'open',
  ...fields,
});
const relation = (from: string, type: string, to: string) => ({ issue_id: from, depends_on_id: to, type });
const told = (lines: { where: string; outcome: string; message: string }[], where: string) =>
  lines.filter((line) => line.where === where).map((line) => `${line.outcome}: ${line.message}`);

describe('an export', () => {
  const { draft, lines } = read(
    {
      id: 'app-9xk.2',
      title: 'Write the parser',
      description: 'Reads one record a line.',
      design: 'A state machine.',
      acceptance_criteria: '- [x] Reads a record\n- [ ] Refuses garbage',
      notes: 'The old one was recursive.',
      status: 'closed',
      priority: 1,
      issue_type: 'feature',
      labels: ['core', 'parser'],
      created_at: '2025-12-13T08:41:34.956552+11:00',
      updated_at: '2025-12-14T00:00:00Z',
      closed_at: '2025-12-14T10:00:00Z',
      close_reason: 'Merged',
      dependencies: [
        relation('app-9xk.2', 'parent-child', 'app-9xk'),
        relation('app-9xk.2', 'discovered-from', 'app-9xk.1'),
      ],
      comments: [
        { id: 1, issue_id: 'app-9xk.2', author: 'reviewer', text: 'Looks right.', created_at: '2025-12-14T09:00:00Z' },
      ],
    },
    issue('app-9xk', { issue_type: 'epic', priority: 0, created_at: '2025-12-01T00:00:00Z' }),
    issue('app-9xk.1', {
      priority: 1,
      status: 'in_progress',
      created_at: '2025-12-20T00:00:00Z',
      dependencies: [relation('app-9xk.1', 'parent-child', 'app-9xk'), relation('app-9xk.1', 'blocks', 'app-9xk.2')],
    }),
    { _type: 'memory', key: 'style', value: 'Tabs, not spaces.' },
  );
  const [epic] = draft.lists[0]!.tasks;
  const [parser, second] = epic!.children;

  test('hangs issues below their parent, in the order of priority and age', () => {
    expect(draftFaults(draft)).toEqual([]);
    expect(epic?.key).toBe('app-9xk');
    expect(epic?.children.map((child) => child.key)).toEqual(['app-9xk.2', 'app-9xk.1']);
  });

  test('turns what blocks into what it waits for, and keeps other relations as text', () => {
    expect(second?.dependsOn).toEqual(['app-9xk.2']);
    expect(parser?.dependsOn).toEqual([]);
    expect(parser?.description).toBe(
      'Reads one record a line.\n\nDesign:\n\nA state machine.\n\n' +
        'Beads app-9xk.2 · priority: 1 · issue_type: feature · labels: core, parser · discovered-from: app-9xk.1',
    );
  });

  test('keeps dates in UTC, notes, comments and the reason for closing', () => {
    expect(parser).toMatchObject({ created_at: '2025-12-12T21:41:34.956Z', completed_at: '2025-12-14T10:00:00.000Z' });
    expect(parser?.notes).toEqual([
      { type: 'CONTEXT', body: 'The old one was recursive.' },
      { type: 'OTHER', body: 'reviewer:\n\nLooks right.', created_at: '2025-12-14T09:00:00.000Z' },
      { type: 'PROGRESS', body: 'Closed: Merged', created_at: '2025-12-14T10:00:00.000Z' },
    ]);
    expect(parser?.checks).toEqual([
      { text: 'Reads a record', met: true },
      { text: 'Refuses garbage', met: false },
    ]);
  });

  test('keeps a memory as a note of the project', () => {
    expect(draft.notes).toEqual([{ type: 'CONTEXT', body: 'style\n\nTabs, not spaces.' }]);
  });

  test('reports each line, and once what no task keeps', () => {
    expect([...new Set(lines.map((line) => line.where))]).toEqual([
      'line 1',
      'line 2',
      'line 3',
      'line 4',
      'all tasks',
    ]);
    expect(told(lines, 'all tasks')).toEqual(['skipped: left out, because Baton keeps its own: updated_at']);
    expect(told(lines, 'line 3')).toContain('changed: was in progress; nobody holds it here, so it comes in open');
  });
});

describe('what does not fit', () => {
  test('a bad line is told by its number and harms no other', () => {
    const { draft, lines } = read(issue('a-1'), '', '{"id":"a-2",', '[1]', '{"note":1}', issue('a-3'));
    expect(draft.lists[0]?.tasks.map((task) => task.key)).toEqual(['a-1', 'a-3']);
    expect(told(lines, 'line 3')).toEqual(['skipped: is not JSON']);
    expect(told(lines, 'line 4')).toEqual(['skipped: is not an issue: it has no id or no title']);
    expect(told(lines, 'line 5')).toEqual(['skipped: is not an issue: it has no id or no title']);
  });

  test('deleted issues, templates and messages stay behind; what hung below them rises', () => {
    const { draft, lines } = read(
      issue('a-1', { status: 'tombstone', deleted_at: '2025-12-17T16:11:17Z' }),
      issue('a-2', { is_template: true }),
      issue('a-3', { issue_type: 'message' }),
      issue('a-4', { dependencies: [relation('a-4', 'parent-child', 'a-1')] }),
    );
    expect(draft.lists[0]?.tasks.map((task) => task.key)).toEqual(['a-4']);
    expect(told(lines, 'line 1')).toEqual(['skipped: "Issue a-1" was deleted in Beads, so it is left out']);
    expect(told(lines, 'line 4')).toEqual([
      'changed: its parent a-1 did not come over, so it stands at the top of its list',
    ]);
  });

  test('an export of nothing but deleted issues is still an export', () => {
    expect(read(issue('a-1', { status: 'tombstone' })).draft.lists[0]?.tasks).toEqual([]);
  });

  test('the same line twice comes in once, two versions of an issue both', () => {
    const { draft, lines } = read(issue('a-1'), issue('a-1'), issue('a-1', { title: 'Newer' }));
    expect(draft.lists[0]?.tasks.map((task) => task.title)).toEqual(['Issue a-1', 'Newer']);
    expect(told(lines, 'line 2')).toEqual(['skipped: repeats a-1 word for word']);
    expect(draftFaults(draft)).toEqual([]);
  });

  test('parents in a circle, a second parent and a deadlock through the tree are undone', () => {
    const { draft, lines } = read(
      issue('a-1', { dependencies: [relation('a-1', 'parent-child', 'a-2')] }),
      issue('a-2', { dependencies: [relation('a-2', 'parent-child', 'a-1')] }),
      issue('a-3', { dependencies: [relation('a-3', 'parent-child', 'a-1'), relation('a-3', 'parent-child', 'a-2')] }),
      issue('a-4', { dependencies: [relation('a-4', 'blocks', 'a-1')] }),
      issue('a-5', { dependencies: [relation('a-5', 'parent-child', 'a-1'), relation('a-5', 'blocks', 'a-4')] }),
    );
    expect(draftFaults(draft)).toEqual([]);
    expect(lines.filter((line) => line.message.includes('stands below itself'))).toHaveLength(1);
    expect(told(lines, 'line 3')).toContain(
      'changed: a task stands below one other only: its second parent a-2 is left out',
    );
    expect(lines.filter((line) => line.message.includes('would close the cycle'))).toHaveLength(1);
  });
});

describe('hostile input', () => {
  test.each(['', '\n\n', 'hello', '[]', '{"tasks":[]}', '\0'])('a file that is no export is refused: %j', (text) => {
    expect(() => readBeads(text)).toThrow(/not a Beads export/);
  });

  test('a few broken lines are told; a file of nothing else is refused', () => {
    const first = JSON.stringify(issue('a-1'));
    expect(
      readBeads(`${first}\n${'x\n'.repeat(1000)}`).lines.filter((line) => line.outcome === 'skipped'),
    ).toHaveLength(1000);
    expect(() => readBeads(`${first}\n${'x\n'.repeat(1001)}`)).toThrow(/not a Beads export/);
  });

  test('a report stays short, whatever the file', () => {
    const many = Array.from({ length: 6_000 }, (_, index) => issue(`a-${index}`, { status: 'blocked', priority: 1 }));
    const { lines } = read(...many);
    expect(lines).toHaveLength(10_001);
    expect(lines.at(-1)?.message).toBe('2,000 more lines are not shown here');
  });

  test('a file with more tasks than any plan is refused', () => {
    const many = Array.from({ length: 10_001 }, (_, index) => `{"id":"a-${index}","title":"t"}`);
    expect(() => readBeads(many.join('\n'))).toThrow(/more than 10,000 tasks/);
    expect(readBeads(many.slice(1).join('\n')).draft.lists[0]?.tasks).toHaveLength(10_000);
  });

  test('more relations, comments or fields than any plan has are refused', () => {
    const relations = Array.from({ length: 25_001 }, (_, index) => ({ depends_on_id: `b-${index}` }));
    expect(() => read(issue('a-1', { dependencies: relations }), issue('a-2', { dependencies: relations }))).toThrow(
      /more than 50,000 dependencies/,
    );
    const comments = Array.from({ length: 20_000 }, () => ({ text: 'c' }));
    const memory = { _type: 'memory', key: 'k', value: 'v' };
    expect(read(issue('a-1', { comments })).draft.lists[0]?.tasks[0]?.notes).toHaveLength(20_000);
    expect(() => read(memory, issue('a-1', { comments }))).toThrow(/more than 20,000 notes/);
    const fields = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`f${index}`, 1]));
    expect(() => read(issue('a-1', fields))).toThrow(/more than 20,000 notes/);
  });

  test('a field that nests deeply is shown without indenting it further and further', () => {
    const depth = 1_000;
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const { draft } = readBeads(`{"id":"a","title":"t","extra":${nested}}`);
    expect(draft.lists[0]?.tasks[0]?.notes).toEqual([{ type: 'OTHER', body: `extra:\n\n${nested}` }]);
  });

  test('ids of great length are sorted and kept apart', () => {
    const long = 'é'.repeat(50_000);
    const { draft } = read(issue(`${long}2`), issue(`${long}1`), issue('a-1'));
    expect(draft.lists[0]?.tasks.map(({ key }) => key.slice(-1))).toEqual(['1', '2', '1']);
  });

  test('a chain of parents without end is flattened without recursion', () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      issue(`a-${index}`, { dependencies: [relation(`a-${index}`, 'parent-child', `a-${index + 1}`)] }),
    );
    expect(read(...many).draft.lists[0]?.tasks).toHaveLength(1);
  });

  test('any records at all give a sound draft or a refusal', () => {
    const id = fc.constantFrom('a-1', 'a-2', 'a-3', 'a-4', 'a-5', 'a-9');
    const record = fc.record(
      {
        id: fc.oneof({ weight: 9, arbitrary: id }, { weight: 1, arbitrary: fc.jsonValue() }),
        title: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        description: fc.jsonValue(),
        status: fc.oneof(fc.constantFrom('open', 'closed', 'in_progress', 'tombstone'), fc.jsonValue()),
        priority: fc.jsonValue(),
        created_at: fc.oneof(fc.constant('2025-01-01T00:00:00Z'), fc.jsonValue()),
        comments: fc.jsonValue(),
        dependencies: fc.oneof(
          fc.array(fc.record({ depends_on_id: id, type: fc.constantFrom('blocks', 'parent-child', 'related') }), {
            maxLength: 4,
          }),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: ['id', 'title'] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(record, fc.jsonValue()), { maxLength: 12 }), (records) => {
        try {
          expect(draftFaults(read(...records).draft)).toEqual([]);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }),
      { numRuns: 200 },
    );
  });
});
