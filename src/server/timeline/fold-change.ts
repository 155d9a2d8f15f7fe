import { foldBatons } from './fold-batons.ts';
import { foldPlanChanges } from './fold-plan-changes.ts';
import { foldRuns } from './fold-runs.ts';
import { foldNotes, foldTasks } from './fold-tasks.ts';
import { type Change, type Fold, readChange } from './fold.ts';

/** Adds what one change of the feed tells a person. Pure: no clock, no database. */
export function foldChange(fold: Fold, change: Change): void {
  const reading = readChange(change);
  const known = fold.added.length;
  const wereOpen = fold.open.size;
  fold.lost.clear();
  fold.seq = change.seq;
  // Notes first: those of a finish belong to the work that ends with it.
  foldNotes(fold, reading);
  foldBatons(fold, reading);
  foldTasks(fold, reading);
  foldRuns(fold, reading);
  foldPlanChanges(fold, reading, fold.added.length > known || fold.open.size !== wereOpen);
}
