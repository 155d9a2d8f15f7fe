import type { Baton } from '#contract/plan.ts';

/** What the screen lends: the plan, and what can be done in its other panels. */
export interface RelayReach {
  projectId: string;
  batonOf: (taskId: string) => Baton | undefined;
  hasOpenQuestion: (taskId: string) => boolean;
  onSelect: (taskId: string) => void;
  onAnswer: (taskId: string) => void;
  /** It was opened by its key: the focus goes to the first lane, whose keys act from there. */
  wantsFocus: boolean;
  onFocused: () => void;
  /** Opens the dialog that asks for a reason. */
  onTakeAway: (taskId: string) => void;
  onStartAgain: (taskId: string, reason: string) => void;
}
