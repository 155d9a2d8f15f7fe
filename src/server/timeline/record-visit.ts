import { AWAY_MINUTES } from '#contract/constants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { markSeen as seeing, recordVisit as visiting } from '#contract/news.ts';
import type { Id } from '#contract/fields.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectVisits } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';

/**
 * A person looks at a page now. After a time away a new visit starts: its news begin where the last visit ended, but only
 * if that visit's news were seen; otherwise they stay new.
 */
export async function recordVisit(ctx: Context, input: InputOf<typeof visiting>): Promise<null> {
  const { userId } = requireUser(ctx);
  const now = ctx.now();
  if (input.project_id === undefined) await ctx.database.pool.query({ ...VISIT_ACCOUNT, values: [userId, now] });
  else {
    const { id } = await requireProject(ctx, input.project_id);
    await ctx.database.pool.query({ ...VISIT_PROJECT, values: [userId, now, id] });
  }
  return null;
}

/** The visit of a person who has just added a project whose history is older: without it, they were last here then. */
export async function insertFirstVisit(
  tx: Tx,
  { userId, projectId, at, since }: { userId: Id; projectId: Id; at: Date; since: Date },
): Promise<void> {
  await tx.insert(projectVisits).values({ userId, projectId, hereAt: at, seenAt: since });
}

/** Everything up to a moment was shown. Idempotent, and never moves back. */
export async function markSeen(ctx: Context, input: InputOf<typeof seeing>): Promise<null> {
  const { userId } = requireUser(ctx);
  const now = ctx.now();
  // A page's clock may be ahead: nothing that has not happened yet counts as seen.
  const upTo = new Date(Math.min(Date.parse(input.up_to), now.getTime()));
  if (input.project_id === undefined) await ctx.database.pool.query({ ...SEE_ACCOUNT, values: [userId, now, upTo] });
  else {
    const { id } = await requireProject(ctx, input.project_id);
    await ctx.database.pool.query({ ...SEE_PROJECT, values: [userId, now, id, upTo] });
  }
  return null;
}

const named = (name: string, text: string) => ({ name: `baton_visits_${name}`, text });

/** Whether the visit that a row tells of is over. $2 is now. */
const isAway = (row: string, now: string) =>
  `${row}.here_at < ${now}::timestamptz - interval '${AWAY_MINUTES} minutes'`;

/** From when on a person's news count. */
export const sinceOf = (row: string, now: string) =>
  `case when ${row}.is_seen and ${isAway(row, now)} then ${row}.here_at else ${row}.seen_at end`;

const NEXT_VISIT = `
  seen_at = ${sinceOf('v', '$2')},
  is_seen = v.is_seen and not ${isAway('v', '$2')},
  here_at = greatest(v.here_at, $2)`;
const VISIT_ACCOUNT = named(
  'account',
  `insert into account_visits as v (user_id, here_at, seen_at, is_seen) values ($1, $2, $2, false)
  on conflict (user_id) do update set ${NEXT_VISIT}`,
);
const VISIT_PROJECT = named(
  'project',
  `insert into project_visits as v (user_id, project_id, here_at, seen_at, is_seen)
  select $1, p.id, $2, p.created_at, false from projects p where p.id = $3
  on conflict (user_id, project_id) do update set ${NEXT_VISIT}`,
);
const SEE_ACCOUNT = named(
  'see_account',
  `insert into account_visits as v (user_id, here_at, seen_at, is_seen) values ($1, $2, $3, true)
  on conflict (user_id) do update set seen_at = greatest(v.seen_at, $3), here_at = greatest(v.here_at, $2), is_seen = true`,
);
const SEE_PROJECT = named(
  'see_project',
  `insert into project_visits as v (user_id, project_id, here_at, seen_at, is_seen) values ($1, $3, $2, $4, true)
  on conflict (user_id, project_id) do update set seen_at = greatest(v.seen_at, $4), here_at = greatest(v.here_at, $2), is_seen = true`,
);
