import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Connection, connectionUrl } from '#server/platform/db/embedded/index.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { killIfThere } from '#test/server-process.ts';
import type { Later } from '../run-interruptible.ts';

const HOST = join(import.meta.dirname, '../../src/test/embedded-server.ts');

/** A PostgreSQL in a process that restarts it when it dies, as a server does with its embedded one. */
export interface DatabaseHost {
  connection: Connection;
  /** Not through the proxies: for checking its content. */
  url: string;
  socketPath: string;
  /** Kills the database with all its processes, like a power failure. */
  kill(): Promise<void>;
}

/** `settings` override those of an embedded database, for what need not survive a crash. */
export async function startDatabaseHost(
  directory: string,
  later: Later,
  settings: Record<string, string> = {},
): Promise<DatabaseHost> {
  const data = openDataDirectory(directory);
  // In a process group of its own: Ctrl-C is for us, and we end it after it has started.
  const child = spawn(process.execPath, [HOST, directory, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const starting = firstLine(child);
  later(async () => {
    await starting.catch(() => undefined);
    child.kill('SIGKILL');
    await ended;
    await data.remove();
  });
  const connection = await starting;
  return {
    connection,
    url: connectionUrl(connection),
    socketPath: join(connection.host, `.s.PGSQL.${connection.port}`),
    kill: async () => {
      for (const pid of await data.databaseProcesses()) killIfThere(pid);
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<Connection> {
  if (stdout !== null)
    for await (const line of createInterface({ input: stdout }))
      return (JSON.parse(line) as { connection: Connection }).connection;
  throw new Error('the database did not start');
}
