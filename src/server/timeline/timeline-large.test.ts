import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { countDays, selectEntries, selectHeld, selectStretches } from './queries.ts';

let { services, projectId } = {} as NewProject;
withNewProject((given) => ({ services, projectId } = given));

const ENTRIES = 100_000;
/** An entry a minute, so that the newest two days have 2,880 of them. */
const MINUTE = 60_000;
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
  const days = await countDays(pool, projectId, {}, 'UTC');
  expect(days.reduce((sum, { n }) => sum + n, 0)).toBe(ENTRIES);
});
