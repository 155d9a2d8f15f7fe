import { readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#server/platform/start-error.ts';
import { setInterval } from '../../guard.ts';
import type { Layout } from './layout.ts';
import { openOwned } from './open-owned.ts';

const beatEvery = 5_000;
const freshFor = 15_000;

/**
 * Pids and shared memory say nothing about another container or machine on the same volume, and two postmasters on one
 * cluster corrupt it. So every server writes a heartbeat with its host name into the directory, and a start waits until
 * a foreign one is stale.
 */
export async function refuseOtherHost(layout: Layout, patience = freshFor + beatEvery): Promise<void> {
  const until = Date.now() + patience;
  for (;;) {
    const other = await findOtherHost(layout.inUse);
    if (other === undefined) return;
    if (Date.now() >= until) {
      throw new StartError(
        `The data directory ${layout.directory} is in use by Baton on ${other}: stop that one first, or share a PostgreSQL of your own through DATABASE_URL.`,
      );
    }
    await wait(500);
  }
}

async function findOtherHost(path: string): Promise<string | undefined> {
  const [host, found] = await Promise.all([readFile(path, 'utf8').catch(() => ''), stat(path).catch(() => undefined)]);
  if (!found || host === '' || host === hostname()) return undefined;
  return Math.abs(Date.now() - found.mtimeMs) < freshFor ? host : undefined;
}

/** Keeps the heartbeat until the returned function is called. */
export function keepSigning(layout: Layout): () => void {
  const timer = setInterval(() => void sign(layout).catch(() => undefined), beatEvery);
  timer.unref();
  return () => clearInterval(timer);
}

export async function eraseSign(layout: Layout): Promise<void> {
  await rm(layout.inUse, { force: true });
}

/** Writes one heartbeat: before a launch, so that another host sees it in time. */
export async function sign(layout: Layout): Promise<void> {
  const file = await openOwned(layout.inUse);
  try {
    await file.truncate(0);
    await file.write(hostname(), 0);
    await file.utimes(new Date(), new Date());
  } finally {
    await file.close();
  }
}
