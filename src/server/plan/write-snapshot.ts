import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Writes a snapshot's rows over what is there, level by level: a list needs its parent task, a task its list. Rows that
 * an imported project never had are made.
 */
export async function writeSnapshot(ctx: Context, tx: Tx, projectId: Id, snapshot: Snapshot): Promise<void> {
  const now = ctx.now();
  const lists = Map.groupBy(snapshot.task_lists, (list) => list.depth);
  const tasks = Map.groupBy(snapshot.tasks, (task) => task.level);
  const depths = new Set([...lists.keys(), ...tasks.keys()]);
  for (const depth of [...depths].toSorted((a, b) => a - b)) {
    await tx.execute(sql`
      insert into task_lists (id, project_id, parent_task_id, name, operational_brief, depth, origin, created_at, updated_at)
      select s.id, ${projectId}, s.parent_task_id, s.name, s.operational_brief, s.depth, s.origin, s.created_at, ${now}
      from jsonb_to_recordset(${JSON.stringify(lists.get(depth) ?? [])}::jsonb)
        as s (id uuid, parent_task_id uuid, name text, operational_brief text, depth integer, origin jsonb, created_at timestamptz)
      on conflict (id) do update set
        parent_task_id = excluded.parent_task_id, name = excluded.name, operational_brief = excluded.operational_brief,
        depth = excluded.depth, origin = excluded.origin, created_at = excluded.created_at, updated_at = excluded.updated_at, deleted_at = null, deleted_with = null
      where task_lists.project_id = ${projectId}`);
    await tx.execute(sql`
      insert into tasks (id, project_id, task_list_id, number, title, description, checks, prd_start_line, prd_end_line,
        status, order_in_parent, level, is_completed, completed_at, blocked_reason, question, work, requirement_ids, is_enabler, prd_state, origin, created_at, updated_at)
      select s.id, ${projectId}, s.task_list_id, s.number, s.title, s.description, s.checks, s.prd_start_line, s.prd_end_line,
        s.status, s.order_in_parent, s.level, s.is_completed, s.completed_at, s.blocked_reason, nullif(s.question, 'null'), nullif(s.work, 'null'), coalesce(s.requirement_ids, '{}'), coalesce(s.is_enabler, false), s.prd_state,
        s.origin, s.created_at, ${now}
      from jsonb_to_recordset(${JSON.stringify(tasks.get(depth) ?? [])}::jsonb)
        as s (id uuid, task_list_id uuid, number integer, title text, description text, checks jsonb, prd_start_line integer,
          prd_end_line integer, status text, order_in_parent integer, level integer, is_completed boolean,
          completed_at timestamptz, blocked_reason text, question jsonb, work jsonb, requirement_ids text[], is_enabler boolean, prd_state text, origin jsonb,
          created_at timestamptz)
      on conflict (id) do update set
        task_list_id = excluded.task_list_id, title = excluded.title, description = excluded.description,
        checks = excluded.checks, prd_start_line = excluded.prd_start_line, prd_end_line = excluded.prd_end_line,
        status = excluded.status, order_in_parent = excluded.order_in_parent, level = excluded.level,
        is_completed = excluded.is_completed, completed_at = excluded.completed_at, blocked_reason = excluded.blocked_reason, question = excluded.question, work = excluded.work,
        requirement_ids = excluded.requirement_ids, is_enabler = excluded.is_enabler, prd_state = excluded.prd_state, origin = excluded.origin,
        agent_lock = case when excluded.status = 'wip' then tasks.agent_lock end,
        updated_at = excluded.updated_at, deleted_at = null, deleted_with = null
      where tasks.project_id = ${projectId}`);
  }
  await tx.execute(sql`
    insert into task_dependencies (project_id, task_id, depends_on_id, created_at)
    select ${projectId}, s.task_id, s.depends_on_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(snapshot.dependencies)}::jsonb) as s (task_id uuid, depends_on_id uuid)`);
}
