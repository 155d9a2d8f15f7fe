import { useState } from 'react';
import type { ProjectSummary } from '#contract/project.ts';
import type { ProjectNews } from '#contract/news.ts';
import { deviceStore } from '#web/lib/browser-store.ts';

export type View = 'cards' | 'rows';

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

export const isQuiet = ({ holders, stopped, needs_you: needs }: ProjectSummary, news: ProjectNews | undefined) =>
  holders.length === 0 && stopped.length === 0 && needs === 0 && news === undefined;
