import { describe, expect, test } from 'vitest';
import { nameRow, newRowId } from '#web/lib/live/new-rows.ts';
import { type NoteChange, overlayNotes } from './note-changes.ts';
import { sampleNote } from '#test/web/sample-notes.ts';

const before = [sampleNote('b', 2, { body: 'wet' }), sampleNote('a', 1)];
const adding = (body: string, minute: number, supersedes?: string): NoteChange => {
  const row = sampleNote(newRowId(), minute, { body, supersedes_id: supersedes ?? null });
  return { id: row.id, row, adds: { after: before[0], supersedes } };
};
const shown = (...[notes, changes, taskId]: Parameters<typeof overlayNotes>) =>
  overlayNotes(notes, changes, taskId).map(({ id }) => id);

test('without changes a list is the same object, and with some the notes beside them are', () => {
  expect(overlayNotes(before, [], undefined)).toBe(before);
  const [first, second] = overlayNotes(before, [{ id: 'b', fields: { pinned: true } }], undefined);
  expect(first).toEqual({ ...before[0], pinned: true });
  expect(second).toBe(before[1]);
});

describe('a note that is being added', () => {
  test('stands in the lists of its project and its task only', () => {
    const change = adding('dry', 3);
    const ofTask: NoteChange = { ...change, row: sampleNote(change.id, 3, { task_id: 't1' }) };
    expect(shown(before, [ofTask], undefined)).toEqual([change.id, 'b', 'a']);
    expect(shown([], [ofTask], 't1')).toEqual([change.id]);
    expect(shown([], [ofTask], 't2')).toEqual([]);
  });

  test('is there once when the feed tells of it before the answer, and an older one with its text stays', () => {
    const change = adding('wet', 3);
    expect(shown([sampleNote('c', 4, { body: 'wet' }), ...before], [change], undefined)).toEqual([change.id, 'b', 'a']);
  });

  test('is not taken for another with the same text: the answer says which is which', () => {
    const [one, two] = [adding('wet', 3), adding('wet', 3)];
    const [c, d] = [sampleNote('c', 4, { body: 'wet' }), sampleNote('d', 5, { body: 'wet' })];
    expect(shown([c, ...before], [one, two], undefined).toSorted()).toEqual(['a', 'b', one.id, two.id].toSorted());
    nameRow(one.id, 'd');
    expect(shown([d, c, ...before], [two], undefined)).toEqual(['d', two.id, 'b', 'a']);
    nameRow(two.id, 'c');
    expect(shown([d, c, ...before], [], undefined)).toEqual(['d', 'c', 'b', 'a']);
  });

  test('marks what it replaces, also one that was being added itself', () => {
    const one = adding('one', 3);
    const two = adding('two', 4, one.id);
    const marks = (notes = before, changes = [one, two]) =>
      overlayNotes(notes, changes, undefined).map((note) => note.superseded_by_id);
    expect(marks()).toEqual([null, two.id, null, null]);
    nameRow(one.id, 'e');
    const named = [sampleNote('e', 3, { body: 'one' }), ...before];
    expect(marks(named, [two])).toEqual([null, two.id, null, null]);
    expect(marks(named, [])).toEqual([null, null, null]);
    const told = [sampleNote('f', 4, { body: 'two', supersedes_id: 'e' }), ...named];
    expect(shown(told, [two], undefined)).toEqual([two.id, 'e', 'b', 'a']);
  });
});

test('a note brought back is shown before the server has it, under the name it has by then', () => {
  const id = newRowId();
  const row = sampleNote(id, 3);
  const changes: NoteChange[] = [
    { id, fields: { deleted_at: row.updated_at } },
    { id, row, fields: { deleted_at: null } },
  ];
  expect(shown(before, changes.slice(0, 1), undefined)).toEqual(['b', 'a']);
  nameRow(id, 'g');
  expect(shown(before, changes, undefined)).toEqual(['g', 'b', 'a']);
});
