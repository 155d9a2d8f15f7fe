import { statSync } from 'node:fs';
import { type HeldTask, type Tree, batonFolder, readFolder } from '../remember-baton.ts';

/** TTL of the working tree's root: a repository may be created in the folder. */
const TREE_MS = 1_000;
/** The resolution of mtime is two seconds on some file systems. */
const STEP_MS = 3_000;

/** The claims stored in a working tree, cached by the folder's mtime. */
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
      // A change within the resolution of mtime would be missed, so the result is not cached.
      changedAt = now - stat.mtimeMs > STEP_MS ? stat.mtimeMs : -1;
      return held;
    },
    forget() {
      findAgainAt = 0;
      changedAt = -1;
    },
  };
}
