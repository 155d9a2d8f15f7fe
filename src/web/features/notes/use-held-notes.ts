import { type RefObject, useState } from 'react';
import type { Note } from '#contract/note.ts';
import { compareNotes } from '#web/lib/live/live-notes.ts';
import { firstId } from '#web/lib/live/new-rows.ts';

const AWAY = 80;

/** While someone reads further down, notes that arrive wait above instead of moving the text under their eyes. */
export function useHeldNotes(notes: readonly Note[], box: RefObject<HTMLElement | null>, isOn: boolean) {
  const [seen, setHead] = useState<Note>();
  // A note that was being added has the server's date by now.
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
