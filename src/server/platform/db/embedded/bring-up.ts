import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#server/platform/start-error.ts';
import { type Connection, connectionTo, port, readPassword } from './connection.ts';
import { initialise } from './initialise.ts';
import { type Launch, launch } from './launch.ts';
import type { Layout } from './layout.ts';
import { sign } from './other-host.ts';
import type { Held, Obstacle, Plan } from './plan.ts';
import { findPostmaster } from './postmaster.ts';
import { type Presence, tryJoin } from './presence.ts';
import { makeTraversable, ownTree } from './run-as.ts';
import { prepareSocketDirectory } from './socket-directory.ts';

const patience = 30_000;
const tellAfter = 2_000;
/** SQLSTATE of a server that is starting, recovering or shutting down. */
const cannotConnectNow = '57P03';

/** Initialises the cluster if there is none, launches PostgreSQL and waits until it accepts connections. */
export async function bringUp(plan: Plan, stalePid: number | undefined): Promise<Held | Obstacle> {
  const { layout, user } = plan;
  if (!existsSync(join(layout.cluster, 'PG_VERSION'))) await makeDatabase(plan);
  await requireSameMajor(plan);
  await ownTree(layout.cluster, user);
  await makeTraversable([layout.directory, layout.home], user);
  const password = await readPassword(layout);
  const socketDirectory = await prepareSocketDirectory(layout.home, password, user, plan.socketDirectory);
  const connection = connectionTo(socketDirectory, port, password);
  await sign(layout);
  const launched = await launch({ ...plan, socketDirectory, stalePid });
  try {
    const presence = await untilItAnswers(plan, launched, connection);
    if (presence) return await whoAnswered(layout, launched, { connection, presence });
    const problem = await launched.problem();
    const obstacle = `The database did not start: ${problem.line} (more in ${layout.log})`;
    if (problem.lockHeld) return { obstacle };
    throw new StartError(obstacle);
  } finally {
    await launched.release();
  }
}

/** Of two concurrent launches one fails on the other's lock file, and the answer came from the other. */
async function whoAnswered(
  layout: Layout,
  launched: Launch,
  held: Pick<Held, 'connection' | 'presence'>,
): Promise<Held> {
  const { running } = await findPostmaster(layout.cluster);
  const pid = running?.pid ?? launched.pid;
  return { ...held, pid, adopted: pid !== launched.pid };
}

async function makeDatabase(plan: Plan): Promise<void> {
  const { cluster, home } = plan.layout;
  const found = await readdir(home).catch(() => []);
  // Checked again: a concurrent start may have put its new cluster there.
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  if (found.length > 0) {
    throw new StartError(
      `${home} holds something that is not a Baton database: move it away, or set BATON_DATA to another folder.`,
    );
  }
  plan.report('Setting up the database…');
  await initialise(plan);
}

/** Undefined when the process exited instead; crash recovery may take any time while the process lives. */
async function untilItAnswers(plan: Plan, launched: Launch, connection: Connection): Promise<Presence | undefined> {
  const began = Date.now();
  let told = false;
  while (!launched.hasExited()) {
    const outcome = await tryJoin(connection);
    if (typeof outcome !== 'string') return outcome;
    const waited = Date.now() - began;
    if (outcome !== cannotConnectNow && waited > patience) {
      throw new StartError(
        `The database (pid ${launched.pid}) does not answer (${outcome}): look into ${plan.layout.log}.`,
      );
    }
    if (waited > tellAfter && !told) plan.report('Waiting for the database to recover…');
    told ||= waited > tellAfter;
    await wait(20);
  }
  return undefined;
}

async function requireSameMajor({ layout, binaries }: Plan): Promise<void> {
  const major = (await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8')).trim();
  if (major === binaries.major) return;
  throw new StartError(
    `The database in ${layout.cluster} was written by PostgreSQL ${major} and this Baton brings PostgreSQL ${binaries.major}: start the Baton it came from, make a backup there, and restore that into an empty BATON_DATA here.`,
  );
}
