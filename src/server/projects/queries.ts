import type pg from 'pg';
import { PROJECT_ACTIVITY_DAYS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { DoneMeans } from '#contract/proof.ts';
import type { ProjectHolder, ProjectLane, ProjectSummary } from '#contract/project.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { projects } from '#server/platform/db/tables/index.ts';
import { isOfPerson } from '#server/platform/db/of-person.ts';
import type { ProjectRole } from '#contract/role.ts';

export type ProjectRow = typeof projects.$inferSelect;

export interface SummaryRow {
  id: Id;
  user_id: Id;
  name: string;
  description: string | null;
  status: 'active' | 'archived';
  baton_slots: number;
  lease_minutes: number;
  done_means: DoneMeans;
  verify_command: string | null;
  verify_timeout_minutes: number;
  verify_tries: number;
  repository_url: string | null;
  read_only_at: Date | null;
  is_example: boolean;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  activity: number[];
  /** null where no PRD was read. */
  prd_work_lines: number | null;
  holders: (ProjectHolder & { has_stopped: boolean })[];
  next_task: ProjectSummary['next_task'];
  accessed_at: Date | null;
  needs_you: number;
  needs_you_first: ProjectSummary['needs_you_first'];
  lanes: ProjectLane[];
  role: ProjectRole;
  owner_name: string;
  owner_email: string;
  members: number;
}

export interface SummaryPage {
  rows: number;
  /** The last project of the previous page (keyset pagination). */
  cursor: Id | undefined;
}
const WHOLE: SummaryPage = { rows: 1, cursor: undefined };

/** The live projects of a person, own and shared, newest first, each with its counts, in one statement. */
export function listSummaries(pool: pg.Pool, userId: Id, now: Date, page: SummaryPage): Promise<SummaryRow[]> {
  return selectSummaries(pool, userId, null, now, page);
}

export async function findSummary(
  pool: pg.Pool,
  userId: Id,
  projectId: Id,
  now: Date,
): Promise<SummaryRow | undefined> {
  const [row] = await selectSummaries(pool, userId, [projectId], now);
  return row;
}

/** Some of a user's projects; what is gone or another's is left out. */
export function findSummaries(pool: pg.Pool, userId: Id, ids: readonly Id[], now: Date): Promise<SummaryRow[]> {
  return selectSummaries(pool, userId, ids, now, { rows: ids.length, cursor: undefined });
}

export async function listProjectIds(pool: pg.Pool, userId: Id): Promise<Id[]> {
  const { rows } = await pool.query<{ id: Id }>({
    name: 'baton_project_ids',
    text: `select p.id from projects p where ${isOfPerson('p', '$1')} and p.deleted_at is null`,
    values: [userId],
  });
  return rows.map(({ id }) => id);
}

/** A prepared statement: planning would cost more than running it. */
async function selectSummaries(
  pool: pg.Pool,
  userId: Id,
  projectIds: readonly Id[] | null,
  now: Date,
  { rows: limit, cursor }: SummaryPage = WHOLE,
): Promise<SummaryRow[]> {
  const values = [userId, projectIds, now.toISOString(), cursor ?? null, limit];
  const { rows } = await pool.query<SummaryRow>({
    name: 'baton_project_summaries',
    text: SUMMARIES,
    values,
  });
  return rows;
}

/** From counters that triggers maintain: no task is read, and by depth no list of a subtask. */
const LANES = `
  select coalesce(json_agg(json_build_object('name', l.name,
    'tasks', coalesce(c.open + c.wip + c.done, 0), 'done', coalesce(c.done, 0), 'wip', coalesce(c.wip, 0))
    order by l.created_at, l.id), '[]'::json)
  from task_lists l left join lane_states c on c.root_list_id = l.id
  where l.project_id = p.id and l.depth = 0 and l.parent_task_id is null and l.deleted_at is null`;

const LAST = PROJECT_ACTIVITY_DAYS - 1;

const SINCE = `date_trunc('day', $3::timestamptz, 'utc') - interval '${LAST} days'`;

/**
 * Where the counters of days end. Without them, the first row before these days: the difference between two rows'
 * numbers is the number of events, so no row is expanded.
 */
const COUNTED = `
  coalesce((select t.seq from timeline_heads t where t.project_id = p.id),
    (select f.seq from feed f where f.scope = 'project:' || p.id and f.at < ${SINCE} order by f.seq desc limit 1),
    (select h.first_seq - 1 from feed_heads h where h.scope = 'project:' || p.id))`;

const ACTIVITY = `
  select array_agg(coalesce(counted.events, 0) + coalesce(latest.n, 0) order by day.d) as days
  from generate_series(0, ${LAST}) as day(d)
  left join project_days counted on counted.project_id = p.id and counted.day = (${SINCE})::date + day.d
  left join (
    select ${LAST} - (($3::timestamptz at time zone 'utc')::date - (told.at at time zone 'utc')::date) as d, sum(told.n)::int as n
    from (
      select f.at, f.seq - lag(f.seq, 1, before.seq) over (order by f.seq) as n
      from (select ${COUNTED} as seq) before join feed f on f.scope = 'project:' || p.id and f.seq > before.seq
    ) told
    where told.at >= ${SINCE}
    group by 1
  ) latest on latest.d = day.d`;

/** An expired lease does not count as held: its holder has stopped. */
const HOLDERS = `
  select coalesce(json_agg(json_build_object('name', b.holder ->> 'name', 'task_id', t.id, 'task_number', t.number, 'task_title', t.title,
    'since', b.taken_at, 'last_call_at', b.last_call_at, 'beats', b.beats, 'has_stopped', b.expires_at <= $3::timestamptz) order by b.slot), '[]'::json)
  from batons b join tasks t on t.id = b.task_id where b.project_id = p.id`;

/** Only where nobody is at work: a card shows one or the other. */
const NEXT = `
  select json_build_object('task_number', t.number, 'title', t.title) from tasks t
  where p.status = 'active' and t.id = case when exists (select from batons b where b.project_id = p.id and b.expires_at > $3::timestamptz)
    then null else next_ready(p.id) end`;

/** The person's own last visit. */
const ACCESSED = `select v.here_at from project_visits v where v.user_id = $1 and v.project_id = p.id`;

/** Tasks that the PRD itself defers do not count as waiting. */
const WAITING = `
  from tasks t where t.project_id = p.id and t.deleted_at is null and t.status = 'open'
    and (t.blocked_reason is not null or t.is_asking) and t.blocked_reason is distinct from '${PARKED_REASON}'`;
const NEEDS_YOU = `select count(*)::int ${WAITING}`;
const NEEDS_YOU_FIRST = `
  select json_build_object('task_number', t.number, 'kind', case when t.is_asking then 'question' else 'block' end,
    'text', left(case when t.is_asking then t.question ->> 'text' else t.blocked_reason end, 300)) ${WAITING}
  order by t.is_asking desc, t.updated_at limit 1`;

const ROLE = `case when p.user_id = $1 then 'owner' else
  (select m.role from project_members m where m.project_id = p.id and m.user_id = $1 and m.left_at is null) end`;
const MEMBERS = `select count(*)::int from project_members m where m.project_id = p.id and m.left_at is null`;

const PROJECT = `
  p.id, p.user_id, p.name, p.description, p.status, p.baton_slots, p.lease_minutes, p.done_means, p.verify_command,
  p.verify_timeout_minutes, p.verify_tries, p.repository_url, p.read_only_at, p.is_example, p.created_at, p.updated_at, p.deleted_at, spark.days as activity,
  (select (r.counts ->> 'work')::int from prd_readings r where r.project_id = p.id) as prd_work_lines,
  (${HOLDERS}) as holders, (${NEXT}) as next_task, (${ACCESSED}) as accessed_at, (${NEEDS_YOU}) as needs_you,
  (${NEEDS_YOU_FIRST}) as needs_you_first, (${LANES}) as lanes, (${ROLE}) as role, owner.name as owner_name, owner.email as owner_email,
  (${MEMBERS}) as members`;

const SUMMARIES = `
  select ${PROJECT}
  from projects p
  join users owner on owner.id = p.user_id
  cross join lateral (${ACTIVITY}) spark
  where ${isOfPerson('p', '$1')} and ($2::uuid[] is null or p.id = any ($2)) and p.deleted_at is null
    and ($4::uuid is null or (p.created_at, p.id) < (select c.created_at, c.id from projects c where c.id = $4 and ${isOfPerson('c', '$1')}))
  order by p.created_at desc, p.id desc limit $5::bigint`;
