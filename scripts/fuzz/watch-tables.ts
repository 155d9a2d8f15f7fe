import type pg from 'pg';

/** Tables that refused requests write to by design. */
const NOTED = new Set([
  'migrations',
  'agent_allowances',
  'agent_sightings',
  'call_hours',
  'call_times',
  'error_logs',
  'error_groups',
  'mcp_logs',
  'sign_in_failures',
  'sessions',
  'jwks',
  'rate_limits',
]);

/** Of the audit log only completed actions: refusals are recorded as well. */
const WATCHED = new Map([['audit_log', `where outcome = 'done'`]]);

const SNAPSHOT = 'the snapshot';

/** Row count and checksum of each table that only an accepted request may change. */
export async function openTableWatch(pool: pg.Pool): Promise<() => Promise<Map<string, string>>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const parts = rows
    .filter(({ name }) => !NOTED.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as state from "${name}" t ${WATCHED.get(name) ?? ''}`,
    );
  // Checksums are expensive: recomputed only if a writing transaction has begun or ended since.
  const now = 'pg_current_snapshot()::text';
  const text = [...parts, `select '${SNAPSHOT}', ${now}`].join(' union all ');
  let last = new Map<string, string>();
  return async () => {
    const { rows: since } = await pool.query<{ now: string }>(`select ${now} as now`);
    if (since[0]?.now === last.get(SNAPSHOT)) return last;
    const { rows: states } = await pool.query<{ name: string; state: string }>(text);
    last = new Map(states.map(({ name, state }) => [name, state]));
    return last;
  };
}

export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].filter(([name, state]) => name !== SNAPSHOT && before.get(name) !== state).map(([name]) => name);
