/** A git repository, from any of its working trees. */
export interface Repository {
  /** The main working tree. */
  root: string;
  /** The folder that all working trees share: `.git`. */
  gitFolder: string;
}

/** Where a task is worked on: a linked working tree, or the repository's own. */
export interface Worktree {
  folder: string;
  /** Null on a detached HEAD. */
  branch: string | null;
  /** Whether it was made for the task. */
  isLinked: boolean;
  /** An earlier try of the task left it. */
  isReused: boolean;
}

/** The work of a task against the base branch. */
export interface WorkDone {
  /** HEAD. */
  commit: string;
  isChanged: boolean;
  diff: { files: number; insertions: number; deletions: number };
  /** For people, such as `src/a.ts | +12 -3`; bounded. */
  stat: string;
}
