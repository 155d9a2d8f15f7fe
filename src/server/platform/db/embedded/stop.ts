import { rmdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import type { Layout } from './layout.ts';
import { eraseSign } from './other-host.ts';
import type { Held } from './plan.ts';
import { isPostmasterOf } from './postmaster.ts';

/** A longer shutdown goes on without us, and the next start waits for it. */
const patience = 8_000;

/** Shuts the database down, unless another server still uses it: the last one to leave does. */
export async function leave(held: Held, layout: Layout): Promise<void> {
  // If the connection is broken the database is already gone, and there is nothing to stop.
  const alone = await held.presence.claimAlone().catch(() => false);
  if (alone) await shutDown(held, layout);
  await held.presence.leave().catch(() => undefined);
}

async function shutDown({ pid, connection }: Held, layout: Layout): Promise<void> {
  if (!(await isPostmasterOf(layout.cluster, pid))) return;
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes a checkpoint.
  signal(pid, 'SIGINT');
  const until = Date.now() + patience;
  while (await isPostmasterOf(layout.cluster, pid)) {
    if (Date.now() > until) return;
    await wait(10);
  }
  await eraseSign(layout);
  await rmdir(connection.host).catch(() => undefined);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
