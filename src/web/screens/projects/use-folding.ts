import { useState } from 'react';
import { deviceStore } from '#web/lib/browser-store.ts';

type View = 'cards' | 'rows';

const KEY = 'baton-projects-view';
/** With more projects, those in which nothing goes on fold into rows. */
const CARDS_MAX = 12;

/** Whether quiet projects fold into rows: with many projects by default, and as chosen on this device. */
export function useFolding(count: number) {
  const [chosen, setChosen] = useState(() => deviceStore.read(KEY));
  const isOffered = count > CARDS_MAX;
  const view: View = isOffered && chosen !== 'cards' ? 'rows' : 'cards';
  return {
    isOffered,
    view,
    choose: (next: View) => {
      deviceStore.write(KEY, next);
      setChosen(next);
    },
  };
}
