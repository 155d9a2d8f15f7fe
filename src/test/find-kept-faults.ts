import type pg from 'pg';

/** Differences between values that triggers maintain and a fresh computation from the plan's rows. */
export async function findKeptFaults(pool: pg.Pool, projectId: string): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(FAULTS, [projectId]);
  return rows.map(({ fault }) => fault);
}

const FAULTS = `
  with recursive below as (
    select l.id as list, l.id as root from task_lists l where l.project_id = $1 and l.parent_task_id is null
    union all
    select child.id, below.root
    from below join tasks t on t.task_list_id = below.list join task_lists child on child.parent_task_id = t.id
  )
  select format('T%s is in lane %s, not %s', t.number, t.root_list_id, below.root) as fault
  from below join tasks t on t.task_list_id = below.list where t.root_list_id is distinct from below.root
  union all
  select format('list %s has %s unfinished, not %s', l.name, l.unfinished, n.n)
  from task_lists l cross join lateral (
    select count(*) as n from tasks t where t.task_list_id = l.id and t.deleted_at is null and not t.is_completed
  ) n
  where l.project_id = $1 and l.unfinished <> n.n
  union all
  select format('T%s is %s ready', t.number, case when r.task_id is null then 'not kept as' else 'kept as' end)
  from tasks t left join ready_tasks r on r.task_id = t.id
  where t.project_id = $1 and is_ready(t) <> (r.task_id is not null)
  union all
  select format('T%s is ready at another place', t.number)
  from ready_tasks r join tasks t on t.id = r.task_id where t.project_id = $1 and r.place <> place_of(t.id)
  union all
  select format('%s is ready and no task', r.task_id)
  from ready_tasks r where r.project_id = $1 and not exists (select from tasks t where t.id = r.task_id)
  union all
  select format('a recount of %s is left', project_id) from plan_recounts where project_id = $1`;
