import type pg from 'pg';

/** Where it is noted that somebody called, and was refused: written for refused requests by design. */
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

/** Of the audit log only what was done: that an administrator was refused is kept as well. */
const WATCHED = new Map([['audit_log', `where outcome = 'done'`]]);

const SNAPSHOT = 'the snapshot';

/** What is in each table that only an accepted request may change: its rows and a sum over all of them. */
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
  // The sums are costly: they are made anew only when a transaction that writes has begun or ended since.
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
