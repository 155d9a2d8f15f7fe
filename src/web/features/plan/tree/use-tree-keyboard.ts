import { type KeyboardEvent, useRef } from 'react';
import { listShortcuts, singleKeysOn } from '#web/lib/keys/shortcuts.ts';
import { findByTyping, markFor, stepFor, type TreeStep } from './tree-keys.ts';
import type { TreeRow } from './tree-row.ts';

const TYPING = 700;
const CHORD = 1_200;
const NOT_TYPING = { text: '', at: -TYPING };
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/**
 * Navigation and type-ahead; keys that edit are in the shortcut registry. A letter that is a shortcut remains one,
 * unless type-ahead is in progress.
 */
export function useTreeKeyboard(
  rows: readonly TreeRow[],
  index: number,
  page: () => number,
  take: (step: TreeStep) => void,
) {
  const typed = useRef(NOT_TYPING);
  const chord = useRef(-CHORD);

  const typeOn = ({ key, timeStamp }: KeyboardEvent) => {
    if (key.length !== 1 || key === ' ') return false;
    const letter = key.toLowerCase();
    const going = timeStamp - typed.current.at < TYPING;
    if (!going && singleKeysOn()) {
      const inChord = timeStamp - chord.current < CHORD;
      const firsts = keysHere();
      chord.current = firsts.some(([first, second]) => first === letter && second !== undefined) ? timeStamp : -CHORD;
      if (inChord || firsts.some(([first]) => first === key || first === letter)) return false;
    }
    typed.current = { text: going ? typed.current.text + letter : letter, at: timeStamp };
    const to = findByTyping(rows, index, typed.current.text);
    if (to !== -1) take({ to });
    return true;
  };

  return (event: KeyboardEvent) => {
    const row = rows[index];
    if (!row || event.target instanceof HTMLInputElement) return;
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    // Any key that types nothing ends the type-ahead: a letter right after it is a shortcut again.
    if (key.length !== 1 && !MODIFIERS.has(key)) typed.current = NOT_TYPING;
    const marking = altKey ? undefined : markFor(rows, index, { key, shiftKey, isMod: ctrlKey || metaKey });
    if (marking) {
      event.preventDefault();
      take(marking);
      return;
    }
    if (ctrlKey || metaKey) return;
    const typing = event.timeStamp - typed.current.at < TYPING && event.key.length === 1 && event.key !== ' ';
    const isLetter = event.key === 'j' || event.key === 'k';
    const plain = !event.altKey && !typing && (!isLetter || singleKeysOn());
    const step = plain ? stepFor(rows, index, event.key, page()) : undefined;
    if (step) take(step);
    else if (event.altKey || !typeOn(event)) return;
    event.preventDefault();
  };
}

/** Shortcuts active while the tree has the focus, each split into its first key and, for a chord, its second. */
const keysHere = () =>
  listShortcuts()
    .filter(({ within }) => within === undefined || within()?.contains(document.activeElement))
    .flatMap(({ keys, also = [] }) => [keys, ...also].map((each) => each.split(' ')));
