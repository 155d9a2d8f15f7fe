import { askGit, findCommit } from '../worktree/git.ts';
import type { Repository } from '../worktree/worktree.ts';

/**
 * The commit of a task on the base, by its trailers: so that a runner that was killed between merging and saying so
 * neither merges nor tells twice. `since` is the base's commit when work began.
 */
export async function findMerged(
  { root }: Repository,
  { base, projectId, number, since }: { base: string; projectId: string; number: number; since?: string | null },
): Promise<string | undefined> {
  const from = since === undefined || since === null ? undefined : await findCommit(root, since);
  const said = ['task', 'project'].map((key) => `%(trailers:key=Baton-${key},valueonly,separator=%x20)`);
  const words = ['log', '-z', '--fixed-strings', '--all-match', '-n', '20', `--format=%H%x09${said.join('%x09')}`];
  const wanted = [`--grep=Baton-Task: T${number}`, `--grep=Baton-Project: ${projectId}`];
  const range = [`refs/heads/${base}`, ...(from === undefined ? [] : [`^${from}`])];
  const { out } = await askGit(root, [...words, ...wanted, ...range, '--']);
  const found = out.split('\0').map((line) => line.split('\t'));
  return found.find(([, task, project]) => task?.trim() === `T${number}` && project?.trim() === projectId)?.[0];
}
