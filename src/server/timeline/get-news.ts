import type { AnswerOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectNews, getNews as endpoint } from '#contract/news.ts';
import { COUNTED_KINDS } from '#contract/timeline-groups.ts';
import type { TimelineKind } from '#contract/timeline.ts';
import { requireUser } from '#server/auth/index.ts';
import type { TimelineContext } from './context.ts';
import { listNeeds } from './list-needs.ts';
import { DONE, listLagging, listed } from './queries.ts';
import { IS_NEWS, accountSince, projectSince, visitSince } from './visit-queries.ts';
import { isOfPerson } from '#server/platform/db/of-person.ts';

/** What happened in all projects since the person was last here, and what waits for them: one call for the page. */
export async function getNews(ctx: TimelineContext): Promise<AnswerOf<typeof endpoint>> {
  const { userId } = requireUser(ctx);
  const { pool } = ctx.database;
  for (const id of await listLagging(pool, userId)) await ctx.catchUp(id);
  const now = ctx.now();
  const [account, projects, last, needs] = await Promise.all([
    pool.query<{ since: Date }>({ ...SINCE, values: [userId, now] }),
    pool.query<NewsRow>({ ...NEWS, values: [userId, now, null] }),
    pool.query<{ project_id: Id; last_at: Date }>({ ...LAST, values: [userId] }),
    listNeeds(ctx, userId),
  ]);
  const told = new Set(projects.rows.map(({ project_id: id }) => id));
  return {
    since: account.rows[0]?.since.toISOString() ?? null,
    now: now.toISOString(),
    projects: projects.rows.map(presentNews),
    quiet: last.rows
      .filter(({ project_id: id }) => !told.has(id))
      .map(({ project_id, last_at: at }) => ({ project_id, last_at: at.toISOString() })),
    ...needs,
  };
}

/** When a person was last in a project before they came: a report stays the same while it is read. */
export async function readSince(ctx: TimelineContext, userId: Id, projectId: Id): Promise<Date | undefined> {
  const { rows } = await ctx.database.pool.query<{ since: Date }>({
    ...VISIT_SINCE,
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

const SINCE = named('since', `select ${accountSince('a')} as since from account_visits a where a.user_id = $1`);
const VISIT_SINCE = named('visit_since', `select ${visitSince('p')} as since from projects p where p.id = $3`);

const among = (kinds: readonly TimelineKind[]) => `filter (where t.kind in (${listed(kinds)}))`;
const count = (group: keyof typeof COUNTED_KINDS) => `(count(*) ${among(COUNTED_KINDS[group])})::int`;
const newest = (built: string, kinds: readonly TimelineKind[]) =>
  `(array_agg(${built} order by t.at desc) ${among(kinds)})[1]`;

/** A task that was reopened is not done, and one that was done twice counts once: by the last that happened to it. */
const NEWS = named(
  'projects',
  `select p.id as project_id, s.since, (count(*) filter (where t.kind in (${DONE}) and not t.is_undone))::int as done, ${count('handovers')} as handovers,
    ${count('asked')} as asked, ${count('blocked')} as blocked, ${count('stopped')} as stopped,
    (count(*) ${among(['planned'])})::int as plan_changes,
    ${newest(`json_build_object('from', t.data ->> 'from', 'to', t.who, 'at', t.at)`, COUNTED_KINDS.handovers)} as last_handover,
    ${newest(`json_build_object('agent', t.who, 'at', t.at)`, COUNTED_KINDS.stopped)} as last_stopped,
    max(t.at) filter (where t.kind = 'completed') as completed_at
  from projects p join users u on u.id = $1 cross join lateral (select ${projectSince('p')} as since) s
  join timeline t on t.project_id = p.id and t.at > s.since
  where ${IS_NEWS} and ${isOfPerson('p', '$1')} and p.deleted_at is null and ($3::uuid is null or p.id = $3)
  group by p.id, s.since order by max(t.at) desc`,
);

/** When something last happened, by whomever: nothing did since. */
const LAST = named(
  'last',
  `select p.id as project_id, greatest(p.created_at, (
    select t.at from timeline t where t.project_id = p.id order by t.at desc limit 1)) as last_at
  from projects p where ${isOfPerson('p', '$1')} and p.deleted_at is null`,
);
