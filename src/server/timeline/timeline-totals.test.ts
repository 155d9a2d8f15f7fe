import { expect, test } from 'vitest';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { seededRandom } from '#test/change-plan.ts';
import { SEED } from '#test/seed.ts';
import { readTotals } from './queries.ts';
import { sweepTimelines } from './sweep-timelines.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const KINDS = ['held', 'finished', 'handover', 'asked'];

/** The same counts, by a pass over all entries. */
async function countAll() {
  const { rows } = await services.database.pool.query(
    `select kind, who_kind, who, coalesce(data ->> 'from', '') as from_who,
      coalesce(list_id, '00000000-0000-0000-0000-000000000000') as list_id, count(*)::int as n,
      (count(*) filter (where is_undone))::int as undone,
      coalesce(sum(extract(epoch from at - (data ->> 'started_at')::timestamptz) * 1000) filter (where data ? 'fence'), 0)::float8 as milliseconds
    from timeline where project_id = $1 and kind <> 'held' group by 1, 2, 3, 4, 5`,
    [projectId],
  );
  return rows as Awaited<ReturnType<typeof readTotals>>;
}

const sorted = (rows: Awaited<ReturnType<typeof readTotals>>) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('the totals are those of a count over all entries, whatever was added, changed or removed', async () => {
  const { pool } = services.database;
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const check = async (step: string) =>
    expect({ step, totals: sorted(await readTotals(pool, projectId)) }).toEqual({
      step,
      totals: sorted(await countAll()),
    });
  for (let turn = 0; turn < 30; turn += 1) {
    await pool.query(
      `insert into timeline (id, project_id, at, kind, who_kind, who, list_id, is_open, data)
      select gen_random_uuid(), $1, $2::timestamptz + n * interval '7.313 seconds', $3, 'agent', $4, $5, $3 = 'held',
        jsonb_build_object('started_at', $2::timestamptz, 'fence', n) || case when $3 = 'handover' then '{"from": "cursor"}'::jsonb else '{}'::jsonb end
      from generate_series(1, $6::int) n`,
      [
        projectId,
        services.clock.now(),
        pick(KINDS),
        pick(['claude', 'codex', 'cursor']),
        pick([null, '01890a5d-ac96-774b-bcce-b302099a8057']),
        1 + Math.floor(random() * 4),
      ],
    );
    await check('added');
    await pool.query(
      `update timeline set kind = $2, at = at + interval '90 seconds', is_open = false, is_undone = not is_undone where id in (
        select id from timeline where project_id = $1 order by id offset $3::int limit 3)`,
      [projectId, pick(KINDS), Math.floor(random() * 5)],
    );
    await check('changed');
    if (random() < 0.4)
      await pool.query(
        'delete from timeline where id in (select id from timeline where project_id = $1 order by id limit 2)',
        [projectId],
      );
    await check('removed');
  }
  await sweepTimelines(services.contextFor({ kind: 'system', name: 'test' }), 5);
  await check('swept');
  expect((await readTotals(pool, projectId)).reduce((sum, { n }) => sum + n, 0)).toBeLessThanOrEqual(5);
  await pool.query('delete from timeline where project_id = $1', [projectId]);
  expect(await readTotals(pool, projectId)).toEqual([]);
});

test('totals go with their project', async () => {
  const { pool } = services.database;
  await pool.query(
    `insert into timeline (id, project_id, at, kind, who_kind, who, data) values (gen_random_uuid(), $1, now(), 'noted', 'user', 'x', '{}')`,
    [projectId],
  );
  expect(await readTotals(pool, projectId)).toHaveLength(1);
  await pool.query('delete from projects where id = $1 and user_id = $2', [projectId, user.id]);
  expect(await readTotals(pool, projectId)).toEqual([]);
});
