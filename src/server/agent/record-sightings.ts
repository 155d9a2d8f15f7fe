import type { Id } from '#contract/fields.ts';
import type { Services } from '#server/platform/context.ts';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';

interface Seen {
  projectId: Id | null;
  agent: string;
  at: Date;
}

/** Upserts which agents have called for which project, first and last, so that a person sees them arrive. */
export async function recordSightings(services: Services, calls: readonly Seen[]): Promise<void> {
  const seen = new Map<string, { projectId: Id; agent: string; calls: number; first: Date; last: Date }>();
  for (const { projectId, agent, at } of calls) {
    if (projectId === null) continue;
    const key = `${projectId} ${agent}`;
    const known = seen.get(key);
    seen.set(key, { projectId, agent, calls: (known?.calls ?? 0) + 1, first: known?.first ?? at, last: at });
  }
  if (seen.size === 0) return;
  const rows = [...seen.values()];
  await services.database.pool.query(
    `insert into agent_sightings as s (project_id, agent, first_call_at, last_call_at, calls)
     select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::bigint[])
     on conflict (project_id, agent) do update set
       first_call_at = coalesce(s.first_call_at, excluded.first_call_at), last_call_at = excluded.last_call_at,
       calls = s.calls + excluded.calls, problem = null, problem_at = null`,
    [
      rows.map(({ projectId }) => projectId),
      rows.map(({ agent }) => agent),
      rows.map(({ first }) => first),
      rows.map(({ last }) => last),
      rows.map(({ calls: count }) => count),
    ],
  );
}

/**
 * A client that sent the name of the variable instead of the key. The caller is not authenticated, so this stores one
 * row per project and none of the text it sent.
 */
export async function recordUnsetKey(services: Services, projectId: Id): Promise<void> {
  await services.database.pool.query(
    `insert into agent_sightings (project_id, agent, problem, problem_at)
     select id, $2, $3, $4 from projects where id = $1 and deleted_at is null
     on conflict (project_id, agent) do update set problem = excluded.problem, problem_at = excluded.problem_at`,
    [projectId, KEY_TEXTS.someAgent, KEY_TEXTS.notSet, services.now()],
  );
}
