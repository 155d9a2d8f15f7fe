import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectionTo, connectionUrl, readPassword } from '#server/platform/db/embedded/connection.ts';
import { layoutOf } from '#server/platform/db/embedded/layout.ts';
import { findPostmaster } from '#server/platform/db/embedded/postmaster.ts';
import { scratchFolder } from './scratch-folder.ts';

const run = promisify(execFile);

/** A temporary data directory, with the embedded database that a server started in it. */
export interface DataDirectory {
  path: string;
  /** Pid of the running postmaster. */
  postmaster(): Promise<number | undefined>;
  /** The postmaster and its children. */
  databaseProcesses(): Promise<number[]>;
  /** The connection string of the running database. */
  databaseUrl(): Promise<string>;
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  /** Stops a running database, and removes everything. */
  remove(): Promise<void>;
}

export async function createDataDirectory(): Promise<DataDirectory> {
  const parent = await mkdtemp(join(scratchFolder(), 'baton-process-'));
  const directory = openDataDirectory(join(parent, 'data'));
  return {
    ...directory,
    remove: async () => {
      await directory.remove();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

export function openDataDirectory(path: string): DataDirectory {
  const layout = layoutOf(path);
  const postmaster = async () => (await findPostmaster(layout.cluster)).running?.pid;
  const databaseUrl = async () => {
    const { running } = await findPostmaster(layout.cluster);
    if (running === undefined) throw new Error(`no database runs in ${path}`);
    return connectionUrl(connectionTo(running.socketDirectory, running.port, await readPassword(layout)));
  };
  return {
    path,
    postmaster,
    databaseUrl,
    databaseProcesses: async () => {
      const first = await postmaster();
      return first === undefined ? [] : [first, ...(await childrenOf(first))];
    },
    query: async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: await databaseUrl() });
      await client.connect();
      try {
        return (await client.query<T>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    remove: async () => {
      const { running } = await findPostmaster(layout.cluster);
      if (running !== undefined) {
        process.kill(running.pid, 'SIGQUIT');
        await untilGone([running.pid]);
        await rm(running.socketDirectory, { recursive: true, force: true });
      }
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Those of these pids that are alive; zombies do not count. */
export async function stillRunning(pids: number[]): Promise<number[]> {
  const alive = new Set((await listProcesses()).map(({ pid }) => pid));
  return pids.filter((pid) => alive.has(pid));
}

async function untilGone(pids: number[]): Promise<void> {
  while ((await stillRunning(pids)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function childrenOf(parent: number): Promise<number[]> {
  return (await listProcesses()).filter(({ ppid }) => ppid === parent).map(({ pid }) => pid);
}

async function listProcesses(): Promise<{ pid: number; ppid: number }[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = '']) => !state.startsWith('Z'))
    .map(([pid, ppid]) => ({ pid: Number(pid), ppid: Number(ppid) }));
}
