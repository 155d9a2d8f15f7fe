import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Connection, connectionUrl } from '#server/platform/db/embedded/index.ts';

/** The migrated template database of all test databases. */
export const template = 'baton_template';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A migrated, empty database of its own. Outside vitest, pass the PostgreSQL to create it in. */
export async function createTestDatabase(admin?: Connection): Promise<TestDatabase> {
  const connection = admin ?? (await injectedPostgres());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(connection, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    url: connectionUrl(connection, name),
    drop: () => drop(connection, name),
  };
}

const IN_USE = '55006';

/**
 * PostgreSQL waits a moment for closing connections; terminated at once, they would emit errors on clients without
 * listeners. Connections that last longer are terminated.
 */
async function drop(connection: Connection, name: string): Promise<void> {
  try {
    await run(connection, `DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
    await run(connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

/** Imported lazily: vitest can only be loaded by itself. */
async function injectedPostgres(): Promise<Connection> {
  const { inject } = await import('vitest');
  return inject('postgres');
}

async function run(connection: Connection, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(connection) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
