import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { guard } from '../../guard.ts';
import { type Binaries, cannotRunHere, program } from './binaries.ts';
import type { Layout } from './layout.ts';
import { openLog, type Problem, readProblem } from './log-file.ts';
import { type DatabaseUser, runOnCluster } from './run-as.ts';
import { asArguments, fixedSettings, type Settings } from './settings.ts';

export type Launch = {
  pid: number;
  hasExited(): boolean;
  problem(): Promise<Problem>;
  /** Closes our handle of the log; PostgreSQL keeps its own. */
  release(): Promise<void>;
};

export type LaunchPlan = {
  binaries: Binaries;
  layout: Layout;
  user: DatabaseUser | undefined;
  socketDirectory: string;
  settings: Settings;
  stalePid: number | undefined;
};

/**
 * Starts PostgreSQL in its own session: Ctrl-C reaches only the server, which then shuts the database down in order.
 */
export async function launch(plan: LaunchPlan): Promise<Launch> {
  const { options, dataPath } = runOnCluster(plan.layout.cluster, plan.user);
  const settings = { ...fixedSettings(plan.binaries, plan.socketDirectory), ...plan.settings };
  const { file, start } = await openLog(plan.layout.log);
  const child = spawn(program(plan.binaries, 'postgres'), ['-D', dataPath, ...asArguments(settings)], {
    ...options,
    // Makes PostgreSQL treat a lock file with this pid as stale. Its other checks, such as shared memory in use, still
    // apply.
    ...(plan.stalePid !== undefined && {
      env: { ...options.env, PG_GRANDPARENT_PID: String(plan.stalePid) },
    }),
    stdio: ['ignore', file.fd, file.fd],
    detached: true,
  });
  let exited = false;
  guard(child).once('exit', () => (exited = true));
  await once(child, 'spawn').catch(async () => {
    await file.close();
    throw cannotRunHere(plan.binaries);
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    hasExited: () => exited,
    problem: async () =>
      (await readProblem(file, start, child.pid ?? 0)) ?? { line: 'PostgreSQL ended without a word', lockHeld: false },
    release: () => file.close(),
  };
}
