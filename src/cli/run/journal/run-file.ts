import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../worktree/names.ts';
import { readJson, writeJson } from '../worktree/store-json.ts';
import type { Repository } from '../worktree/worktree.ts';
import { isAlive } from './processes.ts';
import { namesOf } from './task-journal.ts';

/** A run as its runner left it, for `--status` in another terminal and for the run that resumes it. */
export interface RunFile {
  runId: string;
  projectId: string;
  url: string;
  pid: number;
  pidStarted: string;
  startedAt: string;
  base: string | null;
  parallel: number;
  clients: string[];
  /** As the runner shows them. */
  workers: unknown[];
  endedAt: string | null;
}

const RUN_ID = /^[\w-]{1,64}$/;
/** Files of ended runs beyond these are removed. */
const ENDED_MAX = 20;

const folderOf = (repository: Repository) => join(runFolder(repository), 'runs');

export function writeRun(repository: Repository, run: RunFile): void {
  if (!RUN_ID.test(run.runId)) throw new Error(`${JSON.stringify(run.runId)} is no id of a run`);
  writeJson(join(folderOf(repository), `${run.runId}.json`), run);
}

export function readRun(repository: Repository, runId: string): RunFile | undefined {
  const run = RUN_ID.test(runId) ? readJson(join(folderOf(repository), `${runId}.json`)) : undefined;
  return isRun(run) && run.runId === runId ? run : undefined;
}

/** Newest first; what cannot be read is left out. */
export const listRuns = (repository: Repository): RunFile[] =>
  namesOf(folderOf(repository))
    .filter((name) => name.endsWith('.json'))
    .map((name) => readRun(repository, name.slice(0, -'.json'.length)))
    .filter((run) => run !== undefined)
    .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));

export const runIsAlive = ({ pid, pidStarted }: Pick<RunFile, 'pid' | 'pidStarted'>): boolean =>
  isAlive(pid, pidStarted);

/** The newest run of the project that has no end though its process is gone. */
export const findResumable = (repository: Repository, projectId: string): RunFile | undefined =>
  listRuns(repository).find((run) => run.projectId === projectId && run.endedAt === null && !runIsAlive(run));

/** Removes the files of runs that ended long ago. */
export function forgetOldRuns(repository: Repository): void {
  const ended = listRuns(repository).filter((run) => run.endedAt !== null);
  for (const { runId } of ended.slice(ENDED_MAX)) rmSync(join(folderOf(repository), `${runId}.json`), { force: true });
}

function isRun(value: unknown): value is RunFile {
  if (typeof value !== 'object' || value === null) return false;
  const run = value as Partial<Record<keyof RunFile, unknown>>;
  return (
    [run.runId, run.projectId, run.url, run.pidStarted, run.startedAt].every((text) => typeof text === 'string') &&
    [run.base, run.endedAt].every((text) => text === null || typeof text === 'string') &&
    [run.pid, run.parallel].every(Number.isSafeInteger) &&
    Array.isArray(run.workers) &&
    Array.isArray(run.clients) &&
    run.clients.every((client) => typeof client === 'string')
  );
}
