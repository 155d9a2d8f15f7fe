import { expect } from '@playwright/test';
import pg from 'pg';
import { rowHashes } from '#test/row-hashes.ts';
import { runBaton } from '#test/server-process.ts';
import { SECRET, createDatabase } from './instance.ts';

export async function hashesOf(databaseUrl: string): Promise<Record<string, string>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    return await rowHashes(pool);
  } finally {
    await pool.end();
  }
}

/** Restores a backup by the operator's command into an empty database, and returns its row hashes. */
export async function restoredHashes(file: string): Promise<Record<string, string>> {
  const database = await createDatabase();
  try {
    const { code, stderr } = await runBaton(['restore', file], { DATABASE_URL: database.url, BATON_SECRET: SECRET });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return await hashesOf(database.url);
  } finally {
    await database.drop();
  }
}
