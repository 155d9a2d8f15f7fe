import { type RefObject, useState } from 'react';
import type { Note } from '#contract/note.ts';
import { compareNotes } from '#web/lib/live/live-notes.ts';
import { firstId } from '#web/lib/live/new-rows.ts';

const AWAY = 80;

/** While the list is scrolled down, new notes are held back above it, to avoid a layout shift under the reader. */
export function useHeldNotes(notes: readonly Note[], box: RefObject<HTMLElement | null>, isOn: boolean) {
  const [seen, setHead] = useState<Note>();
  // A confirmed note has the server's date, so its position is looked up again.
  const head = seen && (notes.find((note) => firstId(note.id) === firstId(seen.id)) ?? seen);
  const waiting = isOn && head ? notes.filter((note) => compareNotes(note, head) < 0).length : 0;
  return {
    shown: waiting === 0 ? notes : notes.slice(waiting),
    waiting,
    onScroll: () => {
      const isAway = (box.current?.scrollTop ?? 0) > AWAY;
      setHead((before) => (isAway ? (before ?? notes[0]) : undefined));
    },
    release: () => {
      setHead(undefined);
      box.current?.scrollTo({ top: 0 });
    },
  };
}
