import type pg from 'pg';
import { FEED_ROW_BYTES } from '#server/platform/feed.ts';

interface Queries {
  query<T extends pg.QueryResultRow>(sql: string): Promise<{ rows: T[] }>;
}

/**
 * Invariants between tables while no transaction is open: each query finds the rows that violate one. If none finds
 * any, nothing was left half-written.
 */
const QUESTIONS: Readonly<Record<string, string>> = {
  'a task in progress without a baton, or a baton for one that is not': `
    select t.id, t.status, b.fence from tasks t full join batons b on b.task_id = t.id
    where (t.status = 'wip' and t.deleted_at is null) is distinct from (b.task_id is not null)`,
  'a lock time that disagrees with the status': `
    select id, status, agent_lock from tasks where (status = 'wip') is distinct from (agent_lock is not null)`,
  'a completion that disagrees with the status': `
    select id, status from tasks where is_completed is distinct from (status = 'done')`,
  'more batons than the project has, or a number that was never given': `
    select b.project_id, b.slot, b.fence from batons b join projects p on p.id = b.project_id
    where b.slot > p.baton_slots or b.fence > p.last_fence`,
  'an agent with two batons of one project': `
    select project_id, holder_key from batons group by project_id, holder_key having count(*) > 1`,
  'a lane that is counted wrong': `
    select p.id, counted.open, counted.wip, counted.done from projects p
    left join (
      select project_id, count(*) filter (where status = 'open') as open, count(*) filter (where status = 'wip') as wip,
        count(*) filter (where status = 'done') as done
      from tasks where deleted_at is null group by project_id
    ) counted on counted.project_id = p.id
    left join (
      select project_id, sum(open) as open, sum(wip) as wip, sum(done) as done from lane_states group by project_id
    ) kept on kept.project_id = p.id
    where (coalesce(counted.open, 0), coalesce(counted.wip, 0), coalesce(counted.done, 0))
      is distinct from (coalesce(kept.open, 0), coalesce(kept.wip, 0), coalesce(kept.done, 0))`,
  'a task that is ready and not kept as that, or the other way round, or at another place': `
    select t.id, t.status, r.place from tasks t left join ready_tasks r on r.task_id = t.id
    where is_ready(t) <> (r.task_id is not null) or r.place <> place_of(t.id)`,
  'a list whose unfinished tasks are counted wrong': `
    select l.id, l.unfinished from task_lists l
    where l.unfinished <> (select count(*) from tasks t where t.task_list_id = l.id and t.deleted_at is null and not t.is_completed)`,
  'a plan that waits to be counted anew': `select project_id from plan_recounts`,
  'a key whose current task nobody holds with it': `
    select k.user_id, k.current_task_id from users_api_key k
    where k.current_task_id is not null and not exists (
      select from batons b where b.task_id = k.current_task_id and b.holder ->> 'kind' = 'agent'
        and (b.holder ->> 'id')::uuid = k.user_id
    )`,
  'a feed with a gap': `
    select h.scope, h.seq from feed_heads h
    where h.seq - h.first_seq + 1 <> (select count(*) from events e where e.scope = h.scope)
      or h.seq <> (select max(seq) from events e where e.scope = h.scope)`,
  'a feed whose size is counted wrong': `
    select h.scope, h.kept_bytes from feed_heads h
    where h.kept_bytes <> (select coalesce(sum(${FEED_ROW_BYTES}), 0) from feed e where e.scope = h.scope)`,
  'a feed that does not tell of every baton once, in order': `
    select told.scope, told.seq, told.fence from (
      select e.scope, e.seq, (e.data ->> 'fence')::int as fence, row_number() over (partition by e.scope order by e.seq) as due
      from events e where e.type = 'baton.taken'
    ) told where told.fence <> told.due`,
  'a feed that has not told of the last baton': `
    select p.id, p.last_fence from projects p
    where p.last_fence <> (select count(*) from events e where e.scope = 'project:' || p.id and e.type = 'baton.taken')`,
  'a held baton that the feed says was handed back': `
    select b.project_id, b.fence from batons b where exists (
      select from events e where e.scope = 'project:' || b.project_id and e.type = 'baton.released'
        and (e.data ->> 'fence')::bigint = b.fence
    )`,
  'a task whose last event says something else': `
    select t.id, t.status, told.status as told from tasks t
    join (
      select distinct on (e.data ->> 'id') (e.data ->> 'id')::uuid as id, e.data ->> 'status' as status from events e
      where e.scope like 'project:%' and e.type in ('task.created', 'task.updated', 'task.patched') and e.data ? 'status'
      order by e.data ->> 'id', e.seq desc
    ) told on told.id = t.id
    where told.status is distinct from t.status`,
  'a note that the feed does not tell of, or tells of without it being there': `
    select n.id, e.seq from notes n
    full join (select seq, (data ->> 'id')::uuid as id from events where type = 'note.created' and scope like 'project:%') e
      on e.id = n.id
    where n.id is null or e.id is null`,
};

/** The violated invariants. */
export async function findPlanFaults(database: Queries): Promise<string[]> {
  const faults: string[] = [];
  for (const [fault, question] of Object.entries(QUESTIONS)) {
    const { rows } = await database.query(question);
    if (rows.length > 0) faults.push(`${fault}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return faults;
}
