import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import type { Later } from '../run-interruptible.ts';

interface Copy {
  readonly root: string;
  /** Beside the copy, for reports. */
  readonly folder: string;
}

const GIT_SECONDS = 120;

/** A working tree of the last commit in a temporary folder, where bugs do no harm; it uses the packages installed here. */
export async function openCopy(origin: string, later: Later): Promise<Copy> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'baton-mutations-')));
  const root = path.join(folder, 'copy');
  const packages = path.join(root, 'node_modules');
  later(async () => {
    // First, so that nothing that removes the copy follows the link.
    rmSync(packages, { force: true });
    await git(origin, ['worktree', 'remove', '--force', root]).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  await git(origin, ['worktree', 'add', '--detach', root, 'HEAD']);
  symlinkSync(realpathSync(path.join(origin, 'node_modules')), packages);
  mkdirSync(path.join(folder, 'reports'));
  return { root, folder: path.join(folder, 'reports') };
}

async function git(cwd: string, words: readonly string[]): Promise<void> {
  // What is removed at the end is removed although somebody has interrupted the rest.
  const { signal } = new AbortController();
  const { trouble, output } = await runCommand(['git', ...words], { cwd, signal, limitSeconds: GIT_SECONDS });
  if (trouble !== undefined) throw new Error(`git ${words.join(' ')}: ${trouble}\n${output}`);
}
