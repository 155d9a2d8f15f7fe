import type { AnswerOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectNews, getNews as endpoint } from '#contract/news.ts';
import { requireUser } from '#server/auth/index.ts';
import type { TimelineContext } from './context.ts';
import { listNeeds } from './list-needs.ts';
import { listLagging } from './queries.ts';
import { sinceOf } from './record-visit.ts';

/** What happened in all projects since the person was last here, and what waits for them: one call for the page. */
export async function getNews(ctx: TimelineContext): Promise<AnswerOf<typeof endpoint>> {
  const { userId } = requireUser(ctx);
  const { pool } = ctx.database;
  for (const id of await listLagging(pool, userId)) await ctx.catchUp(id);
  const now = ctx.now();
  const [account, projects, needs] = await Promise.all([
    pool.query<{ since: Date }>({ ...SINCE, values: [userId, now] }),
    pool.query<NewsRow>({ ...NEWS, values: [userId, now, null] }),
    listNeeds(ctx, userId),
  ]);
  return {
    since: account.rows[0]?.since.toISOString() ?? null,
    now: now.toISOString(),
    projects: projects.rows.map(presentNews),
    ...needs,
  };
}

/** From when on news count for a person in a project. */
export async function readSince(ctx: TimelineContext, userId: Id, projectId: Id): Promise<Date | undefined> {
  const { rows } = await ctx.database.pool.query<{ since: Date }>({
    ...PROJECT_SINCE,
    values: [userId, ctx.now(), projectId],
  });
  return rows[0]?.since;
}

interface NewsRow extends Omit<ProjectNews, 'since' | 'last_handover' | 'last_stopped' | 'completed_at'> {
  since: Date;
  completed_at: Date | null;
  last_handover: ProjectNews['last_handover'];
  last_stopped: ProjectNews['last_stopped'];
}

const presentNews = ({
  since,
  last_handover: handover,
  last_stopped: stopped,
  completed_at: completed,
  ...row
}: NewsRow): ProjectNews => ({
  ...row,
  since: since.toISOString(),
  completed_at: completed?.toISOString() ?? null,
  last_handover: handover === null ? null : { ...handover, at: new Date(handover.at).toISOString() },
  last_stopped: stopped === null ? null : { ...stopped, at: new Date(stopped.at).toISOString() },
});

const named = (name: string, text: string) => ({ name: `baton_news_${name}`, text });

const SINCE = named('since', `select ${sinceOf('a', '$2')} as since from account_visits a where a.user_id = $1`);

/** The later of both pages: what was seen on either is not news. */
const OF_PROJECT = `
  select greatest(p.created_at,
    (select ${sinceOf('a', '$2')} from account_visits a where a.user_id = $1),
    (select ${sinceOf('v', '$2')} from project_visits v where v.user_id = $1 and v.project_id = p.id)) as since`;

const PROJECT_SINCE = named(
  'project_since',
  `select s.since from projects p cross join lateral (${OF_PROJECT}) s where p.id = $3`,
);

const count = (...kinds: string[]) =>
  `(count(*) filter (where t.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})))::int`;
const newest = (built: string, ...kinds: string[]) =>
  `(array_agg(${built} order by t.at desc) filter (where t.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})))[1]`;

/** What the person did is no news to them. A task that was done twice counts once. */
const NEWS = named(
  'projects',
  `select p.id as project_id, s.since,
    (count(distinct t.task_id) filter (where t.kind in ('finished', 'skipped', 'marked_done')))::int as done, ${count('handover', 'took_over')} as handovers,
    ${count('asked')} as asked, ${count('blocked')} as blocked, ${count('stopped')} as stopped, ${count('planned')} as plan_changes,
    ${newest(`json_build_object('from', t.data ->> 'from', 'to', t.who, 'at', t.at)`, 'handover', 'took_over')} as last_handover,
    ${newest(`json_build_object('agent', t.who, 'at', t.at)`, 'stopped')} as last_stopped,
    max(t.at) filter (where t.kind = 'completed') as completed_at
  from projects p join users u on u.id = p.user_id cross join lateral (${OF_PROJECT}) s
  join timeline t on t.project_id = p.id and t.at > s.since and t.kind <> 'held' and not (t.who_kind = 'user' and t.who in (u.name, u.email))
  where p.user_id = $1 and p.deleted_at is null and ($3::uuid is null or p.id = $3)
  group by p.id, s.since order by max(t.at) desc`,
);
