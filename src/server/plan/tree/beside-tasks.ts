/** SQL for what a plan has besides lists and tasks; the project is $1. */
export const BESIDE_TASKS = `(select coalesce(json_agg(x), '[]'::json) from (
      select d.task_id, d.depends_on_id from task_dependencies d where d.project_id = $1 order by 1, 2
    ) x) as dependencies,
    (select coalesce(json_agg(x), '[]'::json) from (
      select b.project_id, b.task_id, b.slot, b.holder, b.fence, b.taken_at, b.last_call_at, b.expires_at, b.call_count, b.beats
      from batons b where b.project_id = $1 order by b.slot
    ) x) as batons,
    (select coalesce(json_agg(x), '[]'::json) from (
      select n.task_id, n.type, count(*)::int as count from notes n where n.project_id = $1 and n.deleted_at is null and not n.is_broadcast group by 1, 2
    ) x) as note_counts,
    coalesce((select h.seq from feed_heads h where h.scope = 'project:' || $1), 0) as seq`;
