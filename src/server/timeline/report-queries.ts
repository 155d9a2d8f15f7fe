import type pg from 'pg';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Id } from '#contract/fields.ts';
import type { Report } from '#contract/news.ts';
import { ENTRY, type TimelineRow } from './queries.ts';
import { projectSince } from './visit-queries.ts';
import { isOfPerson } from '#server/platform/db/of-person.ts';

/** A report names things; beyond this only counts would help, and the timeline has them. */
const ROWS_MAX = 5_000;

const named = (name: string, text: string) => ({ name: `baton_report_${name}`, text });

/** Everything since a moment, oldest first, and who is at work now. */
export async function readReportRows(pool: pg.Pool, projectId: Id, since: string, until: Date): Promise<TimelineRow[]> {
  const { rows } = await pool.query<TimelineRow>({ ...ROWS, values: [projectId, since, until] });
  return rows;
}

const ROWS = named(
  'rows',
  `select ${ENTRY} from timeline t
  where t.project_id = $1 and ((t.at > $2::timestamptz and t.at <= $3::timestamptz) or (t.is_open and t.kind = 'held'))
  order by t.at, t.id limit ${ROWS_MAX}`,
);

export interface ReportFacts {
  lists: { id: Id; name: string; done: number; tasks: number }[];
  finding: Report['finding'];
  needs_you: number;
  waiting: Report['waiting'];
  next: Report['next'];
}

export async function readFacts(pool: pg.Pool, projectId: Id, since: string, until: Date): Promise<ReportFacts> {
  const { rows } = await pool.query<ReportFacts>({ ...FACTS, values: [projectId, since, until] });
  const [facts] = rows;
  if (facts === undefined) throw new Error('a report without facts');
  return facts;
}

const WAITING_MAX = 50;
const WAITS = `t.project_id = $1 and t.deleted_at is null and t.status = 'open'
  and (t.blocked_reason is not null or t.is_asking) and t.blocked_reason is distinct from '${PARKED_REASON}'`;

/** Of the findings of this span a pinned one first, then the newest; why a task is blocked is told by itself. */
const FACTS = named(
  'facts',
  `select
    (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'done', coalesce(c.done, 0),
      'tasks', coalesce(c.open + c.wip + c.done, 0)) order by l.created_at, l.id), '[]'::json)
      from task_lists l left join lane_states c on c.root_list_id = l.id
      where l.project_id = $1 and l.depth = 0 and l.parent_task_id is null and l.deleted_at is null) as lists,
    (select json_build_object('task_number', t.number, 'text', left(split_part(n.body, chr(10), 1), 300))
      from notes n left join tasks t on t.id = n.task_id
      where n.project_id = $1 and n.type = 'FINDING' and n.deleted_at is null and not n.is_broadcast
        and not starts_with(n.body, 'Blocked: ')
        and n.created_at > $2::timestamptz and n.created_at <= $3::timestamptz
      order by n.pinned desc, n.created_at desc limit 1) as finding,
    (select count(*)::int from tasks t where ${WAITS}) as needs_you,
    (select coalesce(json_agg(w order by w.kind desc, w.number), '[]'::json) from (
      select t.id, t.number, t.title, case when t.is_asking then 'question' else 'block' end as kind,
        case when t.is_asking then t.question -> 'asked_by' ->> 'name' else
          (select e.who from timeline e where e.project_id = $1 and e.is_open and e.kind = 'blocked' and e.task_id = t.id limit 1) end as by,
        coalesce(case when t.is_asking then t.question ->> 'text' else t.blocked_reason end, '') as text
      from tasks t where ${WAITS} order by 4 desc, t.number limit ${WAITING_MAX}) w) as waiting,
    (select json_build_object('id', t.id, 'number', t.number, 'title', t.title) from tasks t where t.id = next_ready($1)) as next`,
);

/** The person's projects with something to report, and since when. */
export async function listReported(
  pool: pg.Pool,
  userId: Id,
  now: Date,
  since: string | null,
): Promise<{ id: Id; name: string; since: string }[]> {
  const { rows } = await pool.query<{ id: Id; name: string; since: Date }>({
    ...REPORTED,
    values: [userId, now, since],
  });
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

const REPORTED = named(
  'projects',
  `select p.id, p.name, s.since from projects p cross join lateral (
    select coalesce($3::timestamptz, ${projectSince('p')}) as since
  ) s
  where ${isOfPerson('p', '$1')} and p.deleted_at is null and exists (
    select from timeline t where t.project_id = p.id and t.at > s.since and t.kind <> 'held')
  order by p.created_at desc limit 50`,
);
