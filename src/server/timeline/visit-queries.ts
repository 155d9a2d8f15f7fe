import { AWAY_MINUTES, WATCH_SECONDS } from '#contract/constants.ts';
import { COUNTED_KINDS } from '#contract/timeline-groups.ts';
import { listed } from './queries.ts';

/** In all of these $1 is the person and $2 is now. */
const named = (name: string, text: string) => ({ name: `baton_visits_${name}`, text });

/** Whether the visit to the page of all projects is over. */
const isAway = (row: string) => `${row}.here_at < $2::timestamptz - interval '${AWAY_MINUTES} minutes'`;

/** From when on news count on the page of all projects. */
export const accountSince = (row: string) =>
  `case when ${row}.is_seen and ${isAway(row)} then ${row}.here_at else ${row}.seen_at end`;
const ACCOUNT_SINCE = `(select ${accountSince('a')} from account_visits a where a.user_id = $1)`;

/** From when on news of a project count: what was seen on either page is not news. */
export const projectSince = (project: string) => `greatest(${project}.created_at, ${ACCOUNT_SINCE},
  (select case when v.is_seen then v.here_at else v.seen_at end from project_visits v
    where v.user_id = $1 and v.project_id = ${project}.id))`;

/** What the person did is no news to them. */
export const IS_NEWS = `t.kind <> 'held' and not (t.who_kind = 'user' and t.who in (u.name, u.email))`;

/** What the page tells by itself. Notes and edits of the plan are read where one looks for them. */
const TOLD_KINDS = listed([
  ...COUNTED_KINDS.done,
  ...COUNTED_KINDS.handovers,
  ...COUNTED_KINDS.stopped,
  ...COUNTED_KINDS.blocked,
  ...COUNTED_KINDS.asked,
]);
const hasNews = (project: string, after: string) => `exists (
  select from timeline t join users u on u.id = $1
  where t.project_id = ${project} and t.at > greatest(${after}, ${ACCOUNT_SINCE}) and t.kind in (${TOLD_KINDS}) and ${IS_NEWS})`;

export const VISIT_ACCOUNT = named(
  'account',
  `insert into account_visits as v (user_id, here_at, seen_at, is_seen) values ($1, $2, $2, false)
  on conflict (user_id) do update set seen_at = ${accountSince('v')}, is_seen = v.is_seen and not ${isAway('v')},
    here_at = greatest(v.here_at, $2)`,
);

/** Whether nobody looked for a while before this report. */
const WAS_AWAY = `v.here_at < $2::timestamptz - interval '${WATCH_SECONDS} seconds'`;

/** Where the visit before this one ended: news that were seen meanwhile are still what happened since. */
export const visitSince = (project: string) => `greatest(${project}.created_at,
  (select case when v.is_seen and ${WAS_AWAY} then v.here_at else v.seen_at end from project_visits v
    where v.user_id = $1 and v.project_id = ${project}.id))`;

/**
 * Without a break everything up to now is as seen as it was before; ten minutes on the screen count as read. After a break
 * it is not, if there are news of that time: these begin where the person left.
 */
export const VISIT_PROJECT = named(
  'project',
  `insert into project_visits as v (user_id, project_id, here_at, seen_at, began_at, is_seen)
  select $1, p.id, $2, p.created_at, $2, not ${hasNews('p.id', 'p.created_at')} from projects p where p.id = $3
  on conflict (user_id, project_id) do update set
    seen_at = case when v.is_seen and ${WAS_AWAY} then v.here_at else v.seen_at end,
    is_seen = case when ${WAS_AWAY} then v.is_seen and not ${hasNews('v.project_id', 'v.here_at')}
      else v.is_seen or v.began_at <= $2::timestamptz - interval '${AWAY_MINUTES} minutes' end,
    began_at = case when ${WAS_AWAY} then $2 else coalesce(v.began_at, v.here_at) end,
    here_at = greatest(v.here_at, $2)`,
);

export const SEE_ACCOUNT = named(
  'see_account',
  `insert into account_visits as v (user_id, here_at, seen_at, is_seen) values ($1, $2, $3, true)
  on conflict (user_id) do update set seen_at = greatest(v.seen_at, $3), here_at = greatest(v.here_at, $2), is_seen = true`,
);

/** What came after the answer that was on the screen is not seen by this. */
export const SEE_PROJECT = named(
  'see_project',
  `insert into project_visits as v (user_id, project_id, here_at, seen_at, began_at, is_seen)
  values ($1, $3, $2, $4, $2, not ${hasNews('$3', '$4::timestamptz')})
  on conflict (user_id, project_id) do update set seen_at = greatest(v.seen_at, excluded.seen_at),
    here_at = greatest(v.here_at, $2), is_seen = v.is_seen or excluded.is_seen`,
);
