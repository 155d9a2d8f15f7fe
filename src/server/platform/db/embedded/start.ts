import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import type { Connection } from './connection.ts';
import { prepareDataDirectory, removeAbandonedDrafts, requireOwnDatabase } from './data-directory.ts';
import { layoutOf } from './layout.ts';
import { obtain } from './obtain.ts';
import { keepSigning, refuseOtherHost } from './other-host.ts';
import type { Held, Plan } from './plan.ts';
import { reachableBinaries } from './reachable-binaries.ts';
import { chooseDatabaseUser } from './run-as.ts';
import type { Settings } from './settings.ts';
import { leave } from './stop.ts';

export type EmbeddedPostgres = {
  readonly connection: Connection;
  /** True when the database was already running. */
  readonly adopted: boolean;
  readonly pid: number;
  /** Shuts the database down unless another server uses it. Close your own pools first. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The data directory; created if missing. */
  directory: string;
  report?: (line: string) => void;
  /** PostgreSQL settings that override ours, for tests and benchmarks. */
  settings?: Settings;
};

/**
 * A running PostgreSQL on the data directory: initialised, launched, waited for or joined, whatever the last run left
 * behind.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const plan = await prepare(options);
  await refuseOtherHost(plan.layout);
  return keepRunning(plan, await obtain(plan));
}

async function prepare({ directory, report, settings }: EmbeddedOptions): Promise<Plan> {
  const layout = layoutOf(resolve(directory));
  await prepareDataDirectory(layout.directory);
  await requireOwnDatabase(layout);
  await removeAbandonedDrafts(layout.directory);
  const user = await chooseDatabaseUser(layout.cluster);
  const binaries = await reachableBinaries(await findBinaries(), user);
  return { binaries, layout, user, settings: settings ?? {}, report: report ?? (() => undefined) };
}

/**
 * Restarts the database when it dies under a living server (out of memory, killed by hand), on the same socket, so that
 * pools reconnect.
 */
function keepRunning(plan: Plan, first: Held): EmbeddedPostgres {
  const again = { ...plan, socketDirectory: first.connection.host };
  const stopping = new AbortController();
  const unsign = keepSigning(plan.layout);
  let held = first;
  let stopped: Promise<void> | undefined;

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await held.presence.ended;
      if (stopping.signal.aborted) return;
      plan.report('The database has gone away; starting it again…');
      held = (await retry(again, stopping.signal)) ?? held;
    }
  }
  const watching = watch();

  async function stop(): Promise<void> {
    stopping.abort();
    unsign();
    const last = held;
    await leave(last, plan.layout);
    await watching;
    if (held !== last) await leave(held, plan.layout);
  }

  return {
    connection: first.connection,
    adopted: first.adopted,
    get pid() {
      return held.pid;
    },
    stop: () => (stopped ??= stop()),
  };
}

async function retry(plan: Plan, signal: AbortSignal): Promise<Held | undefined> {
  for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 30_000)) {
    try {
      return await obtain(plan);
    } catch (error) {
      plan.report(error instanceof Error ? error.message : String(error));
      await wait(pause, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
  return undefined;
}
