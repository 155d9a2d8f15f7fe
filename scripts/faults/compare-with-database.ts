import type pg from 'pg';
import { findPlanFaults } from '#test/plan-faults.ts';
import type { Ledger } from './ledger.ts';

/** The database compared with what writers were told. */
export interface Comparison {
  /** Acknowledged but missing. */
  lost: string[];
  /** Present more than once. */
  doubled: string[];
  /** Definitely refused, but present. */
  refusedButWritten: string[];
  /** Not acknowledged, but present: the answer was lost. */
  unconfirmed: number;
  /** Inconsistent rows. */
  disagreements: string[];
  /** Expired leases since the start. */
  leasesOver: number;
}

export async function compareWithDatabase(pool: pg.Pool, ledger: Ledger): Promise<Comparison> {
  const leasesOver = await readLeasesOver(pool);
  const found: Comparison = {
    lost: [],
    doubled: [],
    refusedButWritten: [],
    unconfirmed: 0,
    disagreements: await findPlanFaults(pool),
    leasesOver: leasesOver.size,
  };
  await compareTexts(pool, ledger, found);
  await compareTasks(pool, ledger, leasesOver, found);
  await compareEvents(pool, ledger, found);
  return found;
}

async function compareTexts(pool: pg.Pool, { texts }: Ledger, found: Comparison): Promise<void> {
  const { rows } = await pool.query<{ words: string; count: number }>(
    `select substring(body from 'Written \\d+ by [a-z]+-\\d+') as words, count(*)::int as count from notes
     where body like '%Written %' group by 1`,
  );
  const counts = new Map(rows.map(({ words, count }) => [words, count]));
  for (const [words, certainty] of texts) {
    const count = counts.get(words) ?? 0;
    if (count > 1) found.doubled.push(words);
    if (count === 0 && certainty === 'sure') found.lost.push(words);
    if (count > 0 && certainty === 'not') found.refusedButWritten.push(words);
    if (count > 0 && certainty === 'maybe') found.unconfirmed += 1;
    counts.delete(words);
  }
  for (const words of counts.keys()) found.refusedButWritten.push(`${words}, which nobody wrote`);
}

async function compareTasks(
  pool: pg.Pool,
  { tasks }: Ledger,
  leasesOver: ReadonlySet<string>,
  found: Comparison,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; status: string; title: string }>(
    'select id, status, title from tasks',
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const { id, number, status, title, baton } of tasks) {
    const row = rowOf.get(id);
    // A task whose lease expired is reopened, with an event: the acknowledged state has ended, it is not lost.
    const isPutBack = status.sure === 'wip' && row?.status === 'open' && leasesOver.has(baton ?? '');
    for (const [cell, value] of [
      [status, isPutBack ? status.sure : row?.status],
      [title, row?.title],
    ] as const) {
      if (value !== undefined && [cell.sure, ...cell.maybe].includes(value)) continue;
      found.lost.push(`T${number}: ${cell.sure} was confirmed, and it is ${value ?? 'gone'}`);
    }
  }
}

/** As `project fence`. */
export async function readLeasesOver(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ baton: string }>(
    `select substring(scope from 9) || ' ' || (data ->> 'fence') as baton from events
     where scope like 'project:%' and type = 'baton.released' and data ->> 'reason' = 'The lease ran out.'`,
  );
  return new Set(rows.map(({ baton }) => baton));
}

/** Later writes have replaced most titles and batons; that they existed is in the feed. */
async function compareEvents(pool: pg.Pool, { titles, batons }: Ledger, found: Comparison): Promise<void> {
  const { rows: told } = await pool.query<{ title: string }>(
    `select distinct data ->> 'title' as title from events where scope like 'project:%' and type = 'task.updated'`,
  );
  const toldTitles = new Set(told.map(({ title }) => title));
  found.lost.push(...titles.filter((title) => !toldTitles.has(title)));
  const { rows: taken } = await pool.query<{ baton: string; count: number }>(
    `select substring(scope from 9) || ' ' || (data ->> 'fence') as baton, count(*)::int as count from events
     where scope like 'project:%' and type = 'baton.taken' group by 1`,
  );
  const counts = new Map(taken.map(({ baton, count }) => [baton, count]));
  found.lost.push(...batons.filter((baton) => !counts.has(baton)).map((baton) => `baton ${baton}`));
  const given = new Set<string>();
  for (const baton of batons) {
    if (given.has(baton) || (counts.get(baton) ?? 0) > 1) found.doubled.push(`baton ${baton}`);
    given.add(baton);
  }
}
