import type { Verification } from '#contract/proof.ts';
import { type TaskWork, note, takeSpent, tell, tryOf } from './task-work.ts';
import { type WorkDone, removeWorktree } from './worktree/index.ts';

interface Done {
  commit: string | undefined;
  measured: Pick<WorkDone, 'diff' | 'isChanged'>;
  verification: Verification | undefined;
}

/** Done, and its branch stays for the person. */
export async function finishDone(work: TaskWork, { commit, measured, verification }: Done): Promise<void> {
  const branch = work.tree?.branch ?? undefined;
  await sayDone(work, {
    ...(commit === undefined ? {} : { commit, diff: measured.diff }),
    ...(branch === undefined ? {} : { branch }),
    ...(verification === undefined ? {} : { verification }),
  });
  await dropTree(work, measured.isChanged ? 'keep' : 'delete');
}

/** Done, and merged: its branch and working tree are not needed any more. */
export async function finishMerged(
  work: TaskWork,
  { commit, diff }: { commit: string; diff: WorkDone['diff'] },
  verification: Verification | undefined,
): Promise<void> {
  const { relay, tree } = work;
  const into = relay.ground.base ?? undefined;
  noteAfter(work, 'merged');
  await sayDone(work, {
    commit,
    diff,
    ...(tree?.branch === null || tree === undefined ? {} : { branch: tree.branch }),
    ...(into === undefined ? {} : { merged_into: into }),
    ...(verification === undefined ? {} : { verification }),
  });
  await dropTree(work, 'delete');
}

type Work = Partial<
  Pick<
    Parameters<TaskWork['relay']['ground']['calls']['finish']>[1],
    'commit' | 'branch' | 'diff' | 'merged_into' | 'verification'
  >
>;

async function sayDone(work: TaskWork, fields: Work): Promise<void> {
  const { relay, held } = work;
  await relay.ground.calls.finish(
    relay.ground.run,
    { ...held, ...tryOf(work), outcome: 'done', ...fields, ...takeSpent(work) },
    // Merged work is told whatever is asked meanwhile.
    fields.merged_into === undefined ? work.signal : undefined,
  );
  tell(work, 'done', '', {
    isVerified: fields.verification !== undefined,
    mergedInto: fields.merged_into ?? null,
    branch: fields.branch ?? null,
    diff: fields.diff ?? null,
  });
  noteAfter(work, 'ended');
}

/** What was merged is told whatever the disk says: the commit itself says it to a next runner. */
function noteAfter(work: TaskWork, stage: 'merged' | 'ended'): void {
  try {
    note(work, { stage });
  } catch {
    // Such as on a full disk.
  }
}

async function dropTree({ relay, tree, journal, claimed }: TaskWork, branch: 'keep' | 'delete'): Promise<void> {
  // A verify command may leave files of another user, such as of a container.
  if (tree !== undefined)
    await removeWorktree(relay.ground.repository, tree, { branch }).catch((error: unknown) =>
      relay.screen?.say(
        `${tree.folder} could not be removed (${error instanceof Error ? error.message : String(error)}).`,
      ),
    );
  journal.remove(claimed.task.number);
}
