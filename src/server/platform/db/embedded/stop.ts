import { rmdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import type { Layout } from './layout.ts';
import { eraseSign } from './other-host.ts';
import type { Held } from './plan.ts';
import { isPostmasterOf } from './postmaster.ts';

/** A shutdown that takes longer goes on by itself, and the next start waits for it. */
const patience = 8_000;

/** Shuts the database down, unless another server still uses it: the last one to leave does it. */
export async function leave(held: Held, layout: Layout): Promise<void> {
  // The connection breaks when the database has gone by itself: then there is nothing left to stop.
  const alone = await held.presence.claimAlone().catch(() => false);
  if (alone) await shutDown(held, layout);
  await held.presence.leave().catch(() => undefined);
}

async function shutDown({ pid, connection }: Held, layout: Layout): Promise<void> {
  if (!(await isPostmasterOf(layout.cluster, pid))) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written out.
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
