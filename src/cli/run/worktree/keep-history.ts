import { findCommit, git } from './git.ts';
import { isAncestor } from './mend-tree.ts';
import { historyRef } from './names.ts';
import { commitTree } from './snapshot.ts';

/** Keeps a branch's own commits under the task's ref, together with those that were kept there before. */
export async function keepHistory(
  folder: string,
  { projectId, number }: { projectId: string; number: number },
  tip: string,
): Promise<void> {
  const ref = historyRef(projectId, number);
  const kept = await findCommit(folder, ref);
  if (kept !== undefined && (await isAncestor(folder, tip, kept))) return;
  const isNewer = kept === undefined || (await isAncestor(folder, kept, tip));
  const commit = isNewer
    ? tip
    : await commitTree(folder, `${tip}^{tree}`, [tip, kept], `Work on T${number}, and before`);
  await git(folder, ['update-ref', '--', ref, commit]);
}
