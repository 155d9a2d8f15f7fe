import { expect, test } from 'vitest';
import { lineOf } from '#contract/status-lines.ts';
import type { Note } from '#contract/note.ts';
import { sampleNote } from '#test/web/sample-notes.ts';
import { countWritten, toEntries } from './note-entries.ts';

const PROJECT = '01900000-0000-7000-8000-000000abcdef';
const TASK = '01900000-0000-7000-8000-000000000001';

/** The status line of an event, in the form it arrives in. */
function line(seq: number, at: Date, previous_status = 'open', new_status = 'wip'): Note {
  const found = lineOf(PROJECT, {
    seq,
    type: 'task.status_changed',
    data: { task_id: TASK, previous_status, new_status },
    actor: { kind: 'user', id: null, name: 'Mira' },
    created_at: at.toISOString(),
  } as Parameters<typeof lineOf>[1]);
  if (!found) throw new Error('the event has no line');
  return found;
}
const note = (id: string, at: Date, more = {}) => sampleNote(id, 0, { created_at: at.toISOString(), ...more });
const day = (date: number, hour: number) => new Date(2026, 2, date, hour);
const shapeOf = (notes: readonly Note[]) =>
  toEntries(notes).map((entry) => {
    if (entry.kind === 'day') return `day ${new Date(entry.at).getDate()}`;
    if (entry.kind === 'lines') return `${entry.notes.length} lines`;
    return [entry.note, ...entry.answers].map(({ id }) => id.slice(0, 1)).join(' < ');
  });

test('each day begins with a heading, and lines next to each other are one', () => {
  const notes = [
    line(9, day(18, 12)),
    line(8, day(18, 11)),
    note('a', day(18, 10)),
    line(7, day(18, 9)),
    line(6, day(17, 9)),
    line(5, day(17, 8)),
    line(4, day(17, 7)),
  ];
  expect(shapeOf(notes)).toEqual(['day 18', '2 lines', 'a', '0', 'day 17', '3 lines']);
  expect(shapeOf(notes.toReversed())).toEqual(['day 17', '3 lines', 'day 18', '0', 'a', '2 lines']);
});

test('lines that somebody gave a reason for are not folded away', () => {
  const reasoned = note('b', day(18, 10), { is_broadcast: true, body: 'Baton taken from codex-cli: wrong branch' });
  expect(shapeOf([line(9, day(18, 12)), reasoned, line(8, day(18, 9))])).toEqual(['day 18', '0', 'b', '0']);
});

test('a fold keeps its key while new lines join it, in either order', () => {
  const before = [line(8, day(18, 11)), line(7, day(18, 10))];
  const after = [line(9, day(18, 12)), ...before];
  const keyOf = (notes: readonly Note[]) =>
    toEntries(notes).flatMap((entry) => (entry.kind === 'lines' ? entry.key : []));
  expect(keyOf(after)).toEqual(keyOf(before));
  expect(keyOf(after.toReversed())).toEqual(keyOf(before));
});

test('only what people and agents wrote counts as a note', () => {
  const taken = note('b', day(18, 10), { is_broadcast: true });
  expect(countWritten([line(9, day(18, 12)), note('a', day(18, 11)), taken])).toBe(1);
});

test('a question and its answer of another day are one entry, on the day of the first of them', () => {
  const asked = note('q', day(17, 9), { question_id: 'q' });
  const notes = [note('b', day(18, 11)), note('a', day(18, 10), { question_id: 'q' }), note('c', day(17, 10)), asked];
  expect(shapeOf(notes)).toEqual(['day 18', 'b', 'q < a', 'day 17', 'c']);
  expect(shapeOf(notes.toReversed())).toEqual(['day 17', 'q < a', 'c', 'day 18', 'b']);
});
