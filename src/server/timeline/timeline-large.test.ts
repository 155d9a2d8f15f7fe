import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { countDays, readTotals, selectEntries, selectHeld, selectStretches } from './queries.ts';
import { listFilters, sumGroups } from './sum-totals.ts';

let { services, projectId } = {} as NewProject;
withNewProject((given) => ({ services, projectId } = given));

const ENTRIES = 100_000;
/** An entry a minute, so that the newest two days have 2,880 of them. */
const MINUTE = 60_000;
const DAY = 1_440;
const PAGE = 51;
let newest = 0;

async function fill(): Promise<void> {
  newest = services.clock.now().getTime();
  await services.database.pool.query(
    `insert into timeline (id, project_id, at, kind, who_kind, who, is_open, data)
    select gen_random_uuid(), $1, $2::timestamptz - n * interval '1 minute',
      case when n % 10 = 0 then 'handover' else 'finished' end, 'agent', 'agent-' || n % 7, false,
      jsonb_build_object('number', n, 'title', 'Task ' || n, 'started_at', $2::timestamptz - (n + 1) * interval '1 minute',
        'fence', n)
    from generate_series(1, ${ENTRIES}) n`,
    [projectId, new Date(newest).toISOString()],
  );
  await services.database.pool.query(
    `insert into timeline (id, project_id, at, kind, who_kind, who, is_open, data)
    values (gen_random_uuid(), $1, $2::timestamptz - interval '60 days', 'held', 'agent', 'codex', true,
      jsonb_build_object('fence', 1, 'started_at', $2::timestamptz - interval '60 days'))`,
    [projectId, new Date(newest).toISOString()],
  );
  await services.database.pool.query('analyze timeline');
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Runs a read with its statement explained; returns how many rows of the table it visited. */
async function rowsRead(read: (pool: pg.Pool) => Promise<unknown>): Promise<number> {
  const { pool } = services.database;
  let total = 0;
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) total += visited(Plan);
      return { rows: [] };
    },
  };
  await read(explaining as unknown as pg.Pool);
  return total;
}

const visited = (node: PlanNode): number =>
  (node['Relation Name'] === 'timeline'
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, below) => sum + visited(below), 0);

const at = (minutes: number) => new Date(newest - minutes * MINUTE).toISOString();
const page = (more: { day?: string; before?: { at: string; id: Id } } = {}, filter = {}) =>
  rowsRead((pool) =>
    selectEntries(pool, projectId, filter, { day: more.day, zone: 'UTC', before: more.before, rows: PAGE }),
  );

test('of 100,000 entries a page, a day and the relay read only what they show', async () => {
  await fill();
  const last = 'ffffffff-ffff-4fff-bfff-ffffffffffff' as Id;
  expect(await page(), 'the newest page').toBeLessThanOrEqual(PAGE);
  expect(await page({ before: { at: at(90_000), id: last } }), 'a page far back').toBeLessThanOrEqual(PAGE + 1);
  expect(await page({ day: at(40_000).slice(0, 10) }), 'a page of an old day').toBeLessThanOrEqual(PAGE);
  // One entry in ten is a handover: ten pages are read to fill one.
  expect(await page({}, { kinds: ['handover'] }), 'a page of one kind').toBeLessThanOrEqual(PAGE * 10);
  expect(await rowsRead((pool) => selectHeld(pool, projectId)), 'who is at work').toBeLessThanOrEqual(1);
  const twoDays = await rowsRead((pool) => selectStretches(pool, projectId, at(2_880), undefined, 2_000));
  expect(twoDays, 'the relay of two days').toBeLessThanOrEqual(2_882);

  const { pool } = services.database;
  const stretches = await selectStretches(pool, projectId, at(10), undefined, 2_000);
  expect(
    stretches.map(({ kind }) => kind),
    'work that began long before',
  ).toContain('held');
  expect(stretches[0]?.total).toBe(11);
});

test('of 100,000 entries the counts of the days that are shown and of the filters read only those', async () => {
  const { pool } = services.database;
  await fill();
  const span = (days: number, backTo?: string) => ({ zone: 'UTC', days, backTo });
  const count = (days: number, backTo?: string) =>
    rowsRead((explaining) => countDays(explaining, projectId, {}, span(days, backTo)));
  // The entries of the days, and one to find each day and the one before the last.
  expect(await count(2), 'two days').toBeLessThanOrEqual(2 * DAY + 3);
  expect(await count(14), 'two weeks').toBeLessThanOrEqual(14 * DAY + 15);
  expect(await count(2, at(5 * DAY).slice(0, 10)), 'back to a day').toBeLessThanOrEqual(6 * DAY + 7);
  expect(await rowsRead((explaining) => readTotals(explaining, projectId)), 'the filters').toBe(0);

  const few = await countDays(pool, projectId, {}, span(2));
  expect([...new Set(few.map(({ day }) => day))]).toEqual([0, 1, 2].map((days) => at(1 + days * DAY).slice(0, 10)));
  expect(few.filter(({ kind }) => kind === null)).toHaveLength(1);
  const all = await countDays(pool, projectId, {}, span(500));
  expect(all.every(({ kind }) => kind !== null)).toBe(true);
  expect(all.reduce((sum, { n }) => sum + n, 0)).toBe(ENTRIES);
  const totals = await readTotals(pool, projectId);
  const { agents, total } = listFilters(totals);
  expect(total).toBe(ENTRIES);
  expect(sumGroups(totals)).toMatchObject({ done: ENTRIES * 0.9, handovers: ENTRIES * 0.1 });
  expect(agents).toHaveLength(7);
  expect(agents.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(ENTRIES * 60);
});
