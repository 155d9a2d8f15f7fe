import { createContext, use } from 'react';
import type { RoleSetting } from '#contract/prd.ts';
import type { SettableRole } from '#contract/requirement.ts';
import type { ShownReading } from '../document/shown-reading.ts';
import type { NamedTask } from '../tracing/named-plan.ts';

/** Actions of the rows. A stable reference, so that it does not render memoized rows again. */
export interface ReadingActions {
  /** Sets roles and announces it in the live region: "Line 26: Work". */
  set: (settings: RoleSetting[], said: string) => void;
  fold: (line: number, folded: boolean) => void;
  showTask: (task: NamedTask) => void;
  /** Highlights the lines of a task; undefined ends it. */
  light: (taskKey: string | undefined) => void;
  taskNear: (line: number) => NamedTask | undefined;
  reading: () => ShownReading;
  /** URL of a task of the plan. */
  addressOf: (taskId: string) => string;
}

export const ReadingContext = createContext<ReadingActions | undefined>(undefined);

export function useReadingActions(): ReadingActions {
  const actions = use(ReadingContext);
  if (!actions) throw new Error('rows stand in a reading');
  return actions;
}

/** Whether the row has the roving tabindex. A context, so that moving it renders the links of a text but not the text. */
export const CurrentRowContext = createContext(false);

/** In the order of the shortcuts 1 to 4. */
export const SETTABLE: readonly SettableRole[] = ['work', 'context', 'limit', 'done'];
