import { execFile } from 'node:child_process';

/** Where the work is, according to git. */
export interface GitWork {
  commit?: string;
  branch?: string;
  diff?: { files: number; insertions: number; deletions: number };
}

const GIT_MS = 5_000;
const OUTPUT_MAX = 1024 * 1024;
const BRANCH_MAX = 250;

/** Output of git; undefined without git or a repository, or if it is empty. */
function git(folder: string, ...args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd: folder, timeout: GIT_MS, maxBuffer: OUTPUT_MAX };
    execFile('git', args, options, (error, stdout) => resolve(error === null ? stdout.trim() : undefined));
  });
}

/** The commit at HEAD. */
export async function readHead(folder: string): Promise<string | undefined> {
  const head = await git(folder, 'rev-parse', '--verify', '-q', 'HEAD');
  return head !== undefined && /^[\da-f]{40,64}$/.test(head) ? head : undefined;
}

/**
 * The branch, and the diff since the work began. The commit is reported if it is new, or if nothing is uncommitted:
 * else it is the one the work began on.
 */
export async function readWork(folder: string, begun: string | undefined): Promise<GitWork> {
  const head = await readHead(folder);
  if (head === undefined) return {};
  const [branch, changed] = await Promise.all([
    git(folder, 'symbolic-ref', '--short', '-q', 'HEAD'),
    git(folder, 'status', '--porcelain', '--untracked-files=normal'),
  ]);
  const hasMoved = begun !== undefined && begun !== head;
  const isClean = changed === '';
  const stat = hasMoved
    ? await git(folder, 'diff', '--numstat', begun, 'HEAD')
    : isClean
      ? undefined
      : await git(folder, 'diff', '--numstat', 'HEAD');
  const diff = stat === undefined ? undefined : readStat(stat);
  return {
    ...(branch === undefined || branch === '' || branch.length > BRANCH_MAX ? {} : { branch }),
    ...(hasMoved || isClean ? { commit: head } : {}),
    ...(diff === undefined ? {} : { diff }),
  };
}

/** Parses `git diff --numstat`: lines added, lines removed, name; "-" for binary files. */
function readStat(text: string): GitWork['diff'] {
  const lines = text.split('\n').filter((line) => line !== '');
  const sum = (column: number) => lines.reduce((total, line) => total + (Number(line.split('\t', 2)[column]) || 0), 0);
  return lines.length === 0 ? undefined : { files: lines.length, insertions: sum(0), deletions: sum(1) };
}
