import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchFolder } from './scratch-folder.ts';

export interface TestRepository {
  folder: string;
  git(...args: string[]): string;
  gitIn(folder: string, ...args: string[]): string;
  write(name: string, text: string): void;
  /** Writes the files and commits everything. */
  commit(message: string, files?: Record<string, string>): string;
  dispose(): void;
}

const AS_TEST = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

/** A repository with one commit on `main`, in a temporary folder of its own. */
export function createRepository(files: Record<string, string> = { 'a.txt': 'one\n' }): TestRepository {
  const outside = realpathSync(mkdtempSync(join(scratchFolder(), 'baton-git-')));
  const folder = join(outside, 'repository');
  mkdirSync(folder);
  const gitIn = (cwd: string, ...args: string[]) =>
    execFileSync('git', [...AS_TEST, '-c', 'core.hooksPath=/dev/null', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const commit = (message: string, written: Record<string, string> = {}) => {
    for (const [name, text] of Object.entries(written)) write(name, text);
    gitIn(folder, 'add', '-A');
    gitIn(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
    return gitIn(folder, 'rev-parse', 'HEAD');
  };
  gitIn(folder, 'init', '--quiet', '--initial-branch=main');
  commit('Begin', files);
  return {
    folder,
    git: (...args) => gitIn(folder, ...args),
    gitIn,
    write,
    commit,
    dispose: () => rmSync(outside, { recursive: true, force: true }),
  };
}
