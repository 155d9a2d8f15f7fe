import type { Context } from '#server/platform/context.ts';
import { daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';

/** Retention of losses that were never told, because the agent did not call again. */
const LOSSES_DAYS = 30;
/** A cap per project: of an agent that repeatedly takes over from itself, only the latest losses are kept. */
const LOSSES_OF_PROJECT = 200;
const SIGHTINGS_DAYS = 180;
/** Agent names are client input: of a client that uses a new name every time, the latest are kept. */
const SIGHTINGS_OF_PROJECT = 200;

/** Deletes full allowances, untold losses and sightings that are past their retention. */
export async function sweepCalls(ctx: Context): Promise<void> {
  await sweepRows(ctx, { table: 'agent_allowances', where: 'greatest(hour, minute) < $1', before: ctx.now() });
  await sweepRows(ctx, { table: 'baton_losses', where: 'created_at < $1', before: daysAgo(ctx, LOSSES_DAYS) });
  await sweepRows(ctx, { table: 'baton_losses', where: LOST_TOO_OFTEN, before: ctx.now() });
  const table = 'agent_sightings';
  await sweepRows(ctx, { table, where: `${SEEN} < $1`, before: daysAgo(ctx, SIGHTINGS_DAYS) });
  await sweepRows(ctx, { table, where: TOO_MANY, before: ctx.now() });
}

const LOST_TOO_OFTEN = `created_at <= $1 and (project_id, holder_key, fence) in (
  select crowded.project_id, crowded.holder_key, crowded.fence from (
    select l.project_id, l.holder_key, l.fence, row_number() over (partition by l.project_id order by l.fence desc) as place
    from baton_losses l
    where l.project_id in (select c.project_id from baton_losses c group by c.project_id having count(*) > ${LOSSES_OF_PROJECT})
  ) crowded where crowded.place > ${LOSSES_OF_PROJECT})`;
const SEEN = 'greatest(last_call_at, problem_at)';
const TOO_MANY = `${SEEN} < $1 and (project_id, agent) in (
  select crowded.project_id, crowded.agent from (
    select s.project_id, s.agent, row_number() over (partition by s.project_id order by greatest(s.last_call_at, s.problem_at) desc) as place
    from agent_sightings s
    where s.project_id in (select c.project_id from agent_sightings c group by c.project_id having count(*) > ${SIGHTINGS_OF_PROJECT})
  ) crowded where crowded.place > ${SIGHTINGS_OF_PROJECT})`;
