import { statSync } from 'node:fs';
import { type HeldTask, type Tree, batonFolder, readFolder } from '../remember-baton.ts';

/** How long the working tree is taken to be the same: somebody may make one of this folder. */
const TREE_MS = 1_000;
/** The time of a folder's last change is told in steps, on some disks of two seconds. */
const STEP_MS = 3_000;

/** Tells what is held in a working tree, as its files say now; what has not changed is not read again. */
export function watchHeld(tree: Tree, projectId: string): { list(): HeldTask[]; forget(): void } {
  let folder = '';
  let findAgainAt = 0;
  let changedAt = -1;
  let held: HeldTask[] = [];
  return {
    list() {
      const now = Date.now();
      if (now >= findAgainAt || now < findAgainAt - TREE_MS) {
        const found = batonFolder(tree, projectId);
        if (found !== folder) changedAt = -1;
        folder = found;
        findAgainAt = now + TREE_MS;
      }
      const stat = statSync(folder, { throwIfNoEntry: false });
      if (stat === undefined) return [];
      if (stat.mtimeMs === changedAt) return held;
      held = readFolder(folder);
      // A change in the same step as this reading would not be seen by the time.
      changedAt = now - stat.mtimeMs > STEP_MS ? stat.mtimeMs : -1;
      return held;
    },
    forget() {
      findAgainAt = 0;
      changedAt = -1;
    },
  };
}
