import { createContext, use } from 'react';
import type { RoleSetting } from '#contract/prd.ts';
import type { SettableRole } from '#contract/requirement.ts';
import type { ShownReading } from '../document/shown-reading.ts';
import type { NamedTask } from '../tracing/named-plan.ts';

/** What rows do; the same object while the document is shown, so that a row is drawn again only when it changes. */
export interface ReadingActions {
  /** Sets roles and says so: "Line 26: Work". */
  set: (settings: RoleSetting[], said: string) => void;
  fold: (line: number, folded: boolean) => void;
  /** Shows a task in the panel. */
  showTask: (task: NamedTask) => void;
  /** Lights the lines of a task; undefined puts the light out. */
  light: (taskKey: string | undefined) => void;
  taskNear: (line: number) => NamedTask | undefined;
  reading: () => ShownReading;
  /** Where a task of the plan is looked at. */
  addressOf: (taskId: string) => string;
}

export const ReadingContext = createContext<ReadingActions | undefined>(undefined);

export function useReadingActions(): ReadingActions {
  const actions = use(ReadingContext);
  if (!actions) throw new Error('rows stand in a reading');
  return actions;
}

/** In the order of the keys 1 to 4. */
export const SETTABLE: readonly SettableRole[] = ['work', 'context', 'limit', 'done'];
