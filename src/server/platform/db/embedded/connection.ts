import { readFile } from 'node:fs/promises';
import { StartError } from '#server/platform/start-error.ts';
import { errorCode } from './error-code.ts';
import type { Layout } from './layout.ts';

/** `host` is the directory of the Unix socket. */
export type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

export const port = 5432;
export const role = 'baton';
export const applicationDatabase = 'baton';
/** Has no product data, so that a monitoring connection never blocks copying or dropping a product database. */
export const maintenanceDatabase = 'postgres';

/** As a connection string for `pg`, Drizzle and DATABASE_URL. */
export function connectionUrl(connection: Connection, database = connection.database): string {
  const login = `${encodeURIComponent(connection.user)}:${encodeURIComponent(connection.password)}`;
  const socket = `host=${encodeURIComponent(connection.host)}&port=${connection.port}`;
  return `postgres://${login}@/${encodeURIComponent(database)}?${socket}`;
}

export async function readPassword({ password }: Layout): Promise<string> {
  return readFile(password, 'utf8').catch((error: unknown) => {
    throw new StartError(
      `The database's password ${password} cannot be read (${errorCode(error)}): put the file back, or start Baton as the user who owns it.`,
    );
  });
}

export function connectionTo(host: string, at: number, password: string): Connection {
  return { host, port: at, user: role, password, database: applicationDatabase };
}
