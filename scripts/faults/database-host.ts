import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Connection, connectionUrl } from '#server/platform/db/embedded/index.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { killIfThere } from '#test/server-process.ts';
import type { Later } from '../run-interruptible.ts';

const HOST = join(import.meta.dirname, '../../src/test/embedded-server.ts');

/** A PostgreSQL of its own, held by a process that starts it again when it dies, as a server with an embedded one does. */
export interface DatabaseHost {
  connection: Connection;
  /** Past the proxies: for whoever checks what is in it. */
  url: string;
  socketPath: string;
  /** The database and all its processes at once, as a power cut does. */
  kill(): Promise<void>;
}

/** `settings` win over those of an embedded database, for what need not survive a crash. */
export async function startDatabaseHost(
  directory: string,
  later: Later,
  settings: Record<string, string> = {},
): Promise<DatabaseHost> {
  const data = openDataDirectory(directory);
  // In a group of its own: Ctrl-C in a terminal is for us, and we end it when it has started, not in the middle of that.
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
