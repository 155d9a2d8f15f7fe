import { isLineId } from '#contract/status-lines.ts';
import type { Note } from '#contract/note.ts';
import { pairAnswers } from '#contract/question-notes.ts';

/** What the list shows one below the other. */
export type NoteEntry =
  | { kind: 'day'; at: string }
  | { kind: 'note'; note: Note; answers: readonly Note[] }
  /** Status lines with no note between them, at least two. */
  | { kind: 'lines'; key: string; notes: readonly Note[] };

/**
 * Notes in their order, answers under their question, with a heading where a day begins and consecutive status lines of
 * a day folded into one.
 */
export function toEntries(notes: readonly Note[]): NoteEntry[] {
  const entries: NoteEntry[] = [];
  let day: string | undefined;
  let lines: Note[] = [];
  const endLines = () => {
    const [first, ...rest] = lines;
    if (first) entries.push(rest.length === 0 ? { kind: 'note', note: first, answers: [] } : foldOf(lines));
    lines = [];
  };
  for (const { note, answers, first } of pairAnswers(notes)) {
    const its = new Date(first.created_at).toDateString();
    if (its !== day || !isLineId(note.id)) endLines();
    if (its !== day) entries.push({ kind: 'day', at: first.created_at });
    day = its;
    if (isLineId(note.id)) lines.push(note);
    else entries.push({ kind: 'note', note, answers });
  }
  endLines();
  return entries;
}

/** Keyed by the oldest line: new ones join at the other end, and an open fold stays open. */
function foldOf(notes: readonly Note[]): NoteEntry {
  const oldest = notes.reduce((a, b) => (b.id < a.id ? b : a));
  return { kind: 'lines', key: oldest.id, notes };
}

/** Lines that the product wrote about an event are no notes, and are not counted as such. */
export const countWritten = (notes: readonly Note[]) => notes.filter((note) => !note.is_broadcast).length;
