import type { DatabaseReport } from '#contract/admin-system.ts';
import { requireAdministrator } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { listLargest, readFacts, readStatements, readTables } from './queries.ts';
import { byImportance, healthOf, showStatement } from './rules.ts';

const HUNDREDTHS = 100;
const round = (ms: number) => Math.round(ms * HUNDREDTHS) / HUNDREDTHS;

/** Live figures of the database, uncached; estimates are labelled as such. */
export async function getDatabase(ctx: Context): Promise<DatabaseReport> {
  requireAdministrator(ctx);
  const { pool } = ctx.database;
  const began = performance.now();
  await pool.query('select id from users order by id limit 1');
  const answeredInMs = round(performance.now() - began);
  const facts = await readFacts(pool);
  const tables = await readTables(pool);
  const statements = await readStatements(pool);
  const largest = await listLargest(pool);
  return {
    status: healthOf(answeredInMs),
    answeredInMs,
    version: facts.version,
    sizeBytes: facts.size,
    startedAt: facts.started_at.toISOString(),
    connections: { active: facts.active, idle: facts.idle, max: facts.max },
    tables: tables.toSorted(byImportance),
    largest,
    statements:
      statements?.map(({ query, calls, mean, total }) => ({
        text: showStatement(query),
        calls,
        meanMs: round(mean),
        totalMs: round(total),
      })) ?? null,
  };
}
