import type { Verification } from '#contract/proof.ts';

/** How the attempt to bring a branch onto the base branch ended. */
export type Integrated =
  | {
      kind: 'merged';
      commit: string;
      verification: Verification | undefined;
      diff: { files: number; insertions: number; deletions: number };
    }
  /** The rebase stopped; the working tree has been put back. */
  | { kind: 'conflict'; files: string[] }
  /** After the rebase the command failed. */
  | { kind: 'failed'; verification: Verification }
  /** Something that only a person can mend, such as local changes that would be overwritten. */
  | { kind: 'refused'; reason: string };
