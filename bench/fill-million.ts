import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { TASKS_PER_PROJECT, addStrangers, fillProjects } from './fill-store.ts';

const ACCOUNTS = 1_000_000 / TASKS_PER_PROJECT;
const READ_MINUTES = 3;

/**
 * 10,000 accounts with a project of 100 tasks each. Indexing their three million texts takes most of an hour: after three
 * minutes the rest of the queue is dropped, and the pace is printed.
 */
export async function fillMillion(database: pg.Pool): Promise<void> {
  const client = await database.connect();
  try {
    await addStrangers(client, ACCOUNTS);
    await fillProjects(client);
    const before = await countWaiting(client);
    await setTimeout(READ_MINUTES * 60_000);
    const left = await countWaiting(client);
    await client.query('truncate search_queue');
    await client.query('vacuum analyze');
    const whole = ((before * READ_MINUTES) / (before - left)).toFixed(0);
    console.log(
      `\nOf ${before} texts of strangers the search had read ${before - left} when it was measured; all take ${whole} min`,
    );
  } finally {
    client.release();
  }
}

async function countWaiting(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from search_queue');
  return rows[0]?.n ?? 0;
}
