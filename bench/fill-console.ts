import pg from 'pg';

export interface ConsoleSize {
  users: number;
  calls: number;
  /** Occurrences of errors, spread over `errorGroups` groups. */
  errors: number;
  errorGroups: number;
  actions: number;
  /** Stripes of the counters that are in use: the server process of each connection writes to stripe pid % 8. */
  stripes: number;
}

export const SMALL_CONSOLE: ConsoleSize = {
  users: 1_000,
  calls: 1_000,
  errors: 1_000,
  errorGroups: 100,
  actions: 1_000,
  stripes: 4,
};

export const LARGE_CONSOLE: ConsoleSize = {
  users: 100_000,
  calls: 1_000_000,
  errors: 1_000_000,
  errorGroups: 10_000,
  actions: 100_000,
  stripes: 8,
};

/**
 * The rows of an instance of this size after a month. One account in fifty is suspended and one call in ten fails,
 * which fills a page in both instances.
 */
export async function fillConsole(connectionString: string, size: ConsoleSize): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // Disposable rows: commits need not wait for the disk.
    await client.query('set synchronous_commit = off');
    await addPeople(client, size.users);
    await addCalls(client, size.calls, size.users);
    await addErrors(client, size.errors, size.errorGroups);
    await addActions(client, size.actions);
    await spreadCounts(client, size.stripes);
    // What autovacuum does within minutes of a large import.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** So many times within the last four weeks, number 1 the latest: within retention. */
const moment = (count: number, n = 'n') => `now() - ${n} * (interval '28 days' / ${count})`;

/** Distinct letters, and a common suffix. */
const address = (n: string) => `left(md5('person ' || ${n}), 8) || '-' || ${n} || '@example.com'`;

async function addPeople(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `create temporary table person as select n, gen_random_uuid() as id, gen_random_uuid() as project_id from generate_series(1, ${count}) n`,
  );
  await client.query(`insert into users (id, name, email, email_verified, status, created_at)
    select id, 'Person ' || n, ${address('n')}, true, case when n % 50 = 0 then 'suspended' else 'active' end,
      ${moment(count)} from person`);
  await client.query(`insert into user_activity (user_id, last_active_at) select id, ${moment(count)} from person`);
  await client.query(`insert into projects (id, user_id, name, created_at)
    select project_id, id, 'Parcels', ${moment(count)} from person`);
  await client.query('create index on person (n)');
  await client.query('analyze person');
}

async function addCalls(client: pg.Client, count: number, users: number): Promise<void> {
  await client.query(`insert into mcp_logs (id, user_id, project_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
    select gen_random_uuid(), p.id, p.project_id, (array['orient', 'task_get', 'task_claim', 'task_finish', 'note'])[1 + c.n % 5],
      case when c.n % 10 = 0 then 409 else 200 end, 1 + c.n % 90, 'claude-1', 900, ${moment(count, 'c.n')}
    from generate_series(1, ${count}) c (n) join person p on p.n = 1 + c.n % ${users}`);
}

async function addErrors(client: pg.Client, count: number, groups: number): Promise<void> {
  await client.query(
    `create temporary table failure as select n, gen_random_uuid() as id from generate_series(1, ${groups}) n`,
  );
  await client.query(`insert into error_groups (id, fingerprint, level, category, message, seen, first_seen, last_seen, resolved)
    select id, 'bench-' || n, 'error', 'api', 'The courier ' || n || ' does not answer', ${count / groups}, now() - interval '28 days',
      ${moment(groups)}, n % 3 = 0 from failure`);
  await client.query(`insert into error_logs (id, group_id, level, category, message, timestamp)
    select gen_random_uuid(), f.id, 'error', 'api', 'The courier ' || f.n || ' does not answer',
      ${moment(count, 'e.n')}
    from generate_series(1, ${count}) e (n) join failure f on f.n = 1 + e.n % ${groups}`);
}

const addActions = (client: pg.Client, count: number) =>
  client.query(`insert into audit_log (id, actor, action, subject, created_at)
    select gen_random_uuid(), '{"kind":"system","id":null,"name":"bench"}', 'user.suspended', p.id::text, ${moment(count, 'p.n')}
    from person p where p.n <= ${count}`);

/** One connection wrote everything into one stripe: the others are added, empty. */
async function spreadCounts(client: pg.Client, stripes: number): Promise<void> {
  const others = `generate_series(0, ${stripes - 1}) s on conflict do nothing`;
  await client.query(`insert into user_counts select distinct status, s, 0 from user_counts, ${others}`);
  await client.query(`insert into project_counts select s, 0 from ${others}`);
  await client.query(`insert into day_counts select distinct subject, day, s, 0 from day_counts, ${others}`);
}
