import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Connection, connectionUrl } from '#server/platform/db/embedded/index.ts';
import { askRun } from './ask-run.ts';

/** The migrated database that every test database is a copy of. */
export const template = 'baton_template';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A migrated, empty database of its own. Outside vitest, say which PostgreSQL to make it in. */
export async function createTestDatabase(admin?: Connection): Promise<TestDatabase> {
  const connection = admin ?? (await postgresOfRun());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(connection, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    url: connectionUrl(connection, name),
    drop: () => drop(connection, name),
  };
}

const IN_USE = '55006';

/**
 * PostgreSQL waits a moment for connections that are just being closed; thrown out, they would complain to a client that
 * nobody listens to any more. Who holds on for longer is thrown out.
 */
async function drop(connection: Connection, name: string): Promise<void> {
  try {
    await run(connection, `DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
    await run(connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

let asked: Promise<Connection> | undefined;

/** The PostgreSQL of this run of vitest, started now if nobody has asked for it before. */
export const postgresOfRun = () => (asked ??= askRun<Connection>('postgres'));

async function run(connection: Connection, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(connection) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
