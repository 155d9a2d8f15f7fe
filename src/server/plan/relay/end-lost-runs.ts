import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { MONTHS_KEPT_DAYS, daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';
import { closeRun } from './end-run.ts';

const LOST_MINUTES_MIN = 10;
const RUNS_KEPT = 200;

interface Lost {
  id: Id;
  project_id: Id;
  minutes: number;
}

/**
 * Ends runs whose runner is gone: nothing was heard of it for as long as a lease, and no baton of it is held any more.
 * Each in a transaction of its own, and once, whichever server comes first.
 */
export async function endLostRuns(ctx: Context): Promise<void> {
  const { rows } = await ctx.database.pool.query<Lost>({ ...FIND, values: [ctx.now()] });
  for (const { id, project_id: projectId, minutes } of rows) {
    const heardBefore = new Date(ctx.now().getTime() - minutes * 60_000);
    await change(ctx, (tx, emit) => closeRun(ctx, tx, emit, { id, projectId, end: 'lost', heardBefore }));
  }
}

const FIND = {
  name: 'relay_lost',
  text: `select r.id, r.project_id, greatest(p.lease_minutes, ${LOST_MINUTES_MIN})::int as minutes
    from runs r join projects p on p.id = r.project_id
    where r.ended_at is null and r.last_beat_at <= $1::timestamptz - make_interval(mins => greatest(p.lease_minutes, ${LOST_MINUTES_MIN}))
      and not exists (select from batons b where b.project_id = r.project_id and b.run_id = r.id and b.expires_at > $1)
    order by r.last_beat_at limit 100`,
};

/** Of each project the newest runs are kept for a year, with their results. */
export async function sweepOldRuns(ctx: Context): Promise<void> {
  await sweepRows(ctx, { table: 'runs', where: 'ended_at < $1', before: daysAgo(ctx, MONTHS_KEPT_DAYS) });
  await sweepRows(ctx, { table: 'runs', where: BEYOND, before: ctx.now() });
}

const BEYOND = `ended_at < $1 and project_id in (select project_id from runs group by 1 having count(*) > ${RUNS_KEPT})
  and id < (select x.id from runs x where x.project_id = runs.project_id order by x.id desc offset ${RUNS_KEPT - 1} limit 1)`;
