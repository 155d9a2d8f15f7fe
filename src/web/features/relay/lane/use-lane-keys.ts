import type { RefObject } from 'react';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import type { OutputOf } from './output-sheet.tsx';

interface LaneReach {
  onSelect: (taskId: string) => void;
  onRead: (of: OutputOf) => void;
}

/** Keys of the lane that has the focus: registered once for all of them, as the sheet of keys lists them. */
export function useLaneKeys(place: RefObject<HTMLElement | null>, { onSelect, onRead }: LaneReach) {
  const within = () => place.current;
  const group = T.group;
  const read = () => {
    const { run, agent } = focusedLane()?.dataset ?? {};
    return run === undefined || agent === undefined ? false : onRead({ runId: run, worker: agent });
  };
  const open = () => {
    const task = focusedLane()?.dataset['task'];
    return task === undefined || isOnControl() ? false : onSelect(task);
  };
  // Elsewhere on the screen O sorts the notes.
  useShortcut({ keys: 'o', label: T.fullOutput, group, priority: 1, within, run: read });
  useShortcut({ keys: 'enter', label: T.openTask, group, within, run: open });
}

const focusedLane = () => document.activeElement?.closest<HTMLElement>('[data-part=lane]');

/** Enter belongs to the button that has the focus. */
const isOnControl = () => document.activeElement?.matches('button, a') ?? false;
