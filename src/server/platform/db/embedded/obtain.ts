import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#server/platform/start-error.ts';
import { bringUp } from './bring-up.ts';
import { connectionTo, readPassword } from './connection.ts';
import type { Held, Obstacle, Plan } from './plan.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { tryJoin } from './presence.ts';

const patience = 30_000;
const tellAfter = 2_000;

/**
 * Joins the database that runs on this directory, or creates and launches it. Safe for any number of concurrent
 * servers.
 */
export async function obtain(plan: Plan): Promise<Held> {
  const began = Date.now();
  let told = false;
  for (;;) {
    const found = await findPostmaster(plan.layout.cluster);
    const outcome = found.running ? await adopt(plan, found.running) : await bringUp(plan, found.stalePid);
    if ('presence' in outcome) return outcome;
    const waited = Date.now() - began;
    if (waited > patience) throw new StartError(outcome.obstacle);
    if (waited > tellAfter && !told) plan.report('Waiting for the previous database process…');
    told ||= waited > tellAfter;
    await wait(50);
  }
}

async function adopt(plan: Plan, { pid, port, socketDirectory }: Postmaster): Promise<Held | Obstacle> {
  // Until the socket's directory is written, a client would connect over TCP instead.
  if (socketDirectory === '') return silent(plan, pid, 'it has not opened its socket');
  const connection = connectionTo(socketDirectory, port, await readPassword(plan.layout));
  const outcome = await tryJoin(connection);
  if (typeof outcome === 'string') return silent(plan, pid, outcome);
  return { connection, presence: outcome, pid, adopted: true };
}

function silent(plan: Plan, pid: number, reason: string): Obstacle {
  return {
    obstacle: `PostgreSQL (pid ${pid}) runs on ${plan.layout.cluster} but does not answer (${reason}): stop it with "kill -INT ${pid}", then start Baton again.`,
  };
}
