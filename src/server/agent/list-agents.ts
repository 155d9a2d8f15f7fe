import type { AgentSighting, listAgents as endpoint } from '#contract/api-key.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { isOfPerson } from '#server/platform/db/of-person.ts';

interface Row {
  project_id: Id;
  agent: string;
  first_call_at: Date | null;
  last_call_at: Date | null;
  calls: string;
  problem: string | null;
  problem_at: Date | null;
}

/** The agents that have called for the caller's projects, latest first. */
export async function listAgents(ctx: Context, input: InputOf<typeof endpoint>): Promise<AgentSighting[]> {
  const { userId } = requireUser(ctx);
  const skipped = input.cursor ?? 0;
  const { rows } = await ctx.database.pool.query<Row>(
    `select s.* from agent_sightings s join projects p on p.id = s.project_id
     where ${isOfPerson('p', '$1')} and p.deleted_at is null and ($2::uuid is null or p.id = $2)
     order by greatest(s.last_call_at, s.problem_at) desc, s.project_id, s.agent limit $3 offset $4`,
    [userId, input.project_id ?? null, rowsFor(input.limit), skipped],
  );
  const agents = rows.map((row) => ({
    project_id: row.project_id,
    agent: row.agent,
    first_call_at: row.first_call_at?.toISOString() ?? null,
    last_call_at: row.last_call_at?.toISOString() ?? null,
    calls: Number(row.calls),
    problem: row.problem,
    problem_at: row.problem_at?.toISOString() ?? null,
  }));
  return cutPage(agents, input.limit, () => skipped + input.limit);
}
