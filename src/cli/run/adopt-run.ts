import { hostname } from 'node:os';
import { Refusal } from '../ask-server.ts';
import { Failure } from '../failure.ts';
import type { Run } from '#contract/run.ts';
import {
  type RunFile,
  findResumable,
  forgetOldRuns,
  listRuns,
  runIsAlive,
  startedAt,
  sweepParts,
  writeRun,
} from './journal/index.ts';
import { withMergeLock } from './integrate/index.ts';
import { newRunId } from './new-run-id.ts';
import type { Prepared } from './require-ground.ts';
import type { RunCalls } from './server-calls.ts';

export interface Begun {
  run: Run;
  file: RunFile;
  isResumed: boolean;
}

/** Begins a run, or takes up one whose runner is gone. */
export async function beginRun(prepared: Prepared, calls: RunCalls, now: Date): Promise<Begun> {
  const { repository, project } = prepared;
  sweepParts(repository);
  forgetOldRuns(repository);
  requireOwnFolder(prepared);
  const left = findResumable(repository, project.id);
  if (left === undefined) return begin(prepared, calls, newRunId(now.getTime()), now);
  // Two runners that begin at the same moment must not both take it up.
  const adopted = await withMergeLock(repository, 'resume', async () => {
    const still = findResumable(repository, project.id);
    if (still === undefined || still.url !== prepared.to.url) return undefined;
    writeRun(repository, { ...still, ...owner() });
    return still;
  });
  if (adopted === undefined) return begin(prepared, calls, newRunId(now.getTime()), now);
  try {
    return { ...(await begin(prepared, calls, adopted.runId, now)), isResumed: true };
  } catch (error) {
    // The server has ended it meanwhile: its batons came back, and what it left is taken up by number.
    if (!(error instanceof Refusal) || (error.type !== 'CONFLICT' && error.type !== 'NOT_FOUND')) throw error;
    writeRun(repository, { ...adopted, ...owner(), endedAt: now.toISOString() });
    return begin(prepared, calls, newRunId(now.getTime()), now);
  }
}

/** Two runs in one working tree would commit each other's half-done work. */
function requireOwnFolder({ repository, options }: Prepared): void {
  if (options.isLinked) return;
  // Only a run with working trees of its own has a base.
  const other = listRuns(repository).find((run) => run.endedAt === null && run.base === null && runIsAlive(run));
  if (other === undefined) return;
  throw new Failure(
    `Another run works in ${repository.root} itself (process ${other.pid}): use --worktrees, or wait until it has ended.`,
  );
}

const owner = () => ({ pid: process.pid, pidStarted: startedAt(process.pid) ?? '' });

async function begin(prepared: Prepared, calls: RunCalls, id: string, now: Date): Promise<Begun> {
  const { to, project, repository, base, options, clients, verifyCommand } = prepared;
  const names = [...new Set(clients.map(({ name }) => name))];
  const file: RunFile = {
    runId: id,
    projectId: project.id,
    url: to.url,
    ...owner(),
    startedAt: now.toISOString(),
    base,
    parallel: options.parallel,
    clients: names,
    workers: [],
    endedAt: null,
  };
  const run = await calls.start(project.id, {
    run_id: id,
    host: hostname().slice(0, 200) || 'unknown',
    clients: names,
    parallel: options.parallel,
    base_branch: base,
    is_merging: options.mayMerge,
    verify_command: verifyCommand ?? null,
    ...(prepared.isDemo === true ? { is_demo: true } : {}),
  });
  writeRun(repository, file);
  return { run, file, isResumed: false };
}
