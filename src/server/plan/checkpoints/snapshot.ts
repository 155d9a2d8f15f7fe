import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { PlanSnapshot } from '#contract/transfer.ts';

export type Snapshot = PlanSnapshot;
export type SnapshotList = Snapshot['task_lists'][number];
export type SnapshotTask = Snapshot['tasks'][number];

/**
 * The current plan as JSON, built by the database, so that it need not travel to be stored. The ends of a dependency
 * are looked up by scalar subqueries: a join planned on an almost empty table would become a nested loop over all
 * tasks.
 */
export const snapshotOf = (projectId: Id) => sql`jsonb_build_object(
  'version', 1,
  'task_lists', (select coalesce(jsonb_agg(to_jsonb(x) order by x.depth, x.created_at, x.id), '[]') from (
    select id, parent_task_id, name, operational_brief, depth, created_at, origin from task_lists where project_id = ${projectId} and deleted_at is null) x),
  'tasks', (select coalesce(jsonb_agg(to_jsonb(x) order by x.number), '[]') from (
    select id, task_list_id, number, title, description, checks, prd_start_line, prd_end_line, status, order_in_parent, level, is_completed, completed_at, blocked_reason, question, work, created_at,
      requirement_ids, is_enabler, prd_state, origin
    from tasks where project_id = ${projectId} and deleted_at is null) x),
  'dependencies', (select coalesce(jsonb_agg(to_jsonb(x) order by x.task_id, x.depends_on_id), '[]') from (
    select d.task_id, d.depends_on_id from task_dependencies d
    where d.project_id = ${projectId}
      and (select a.deleted_at is null from tasks a where a.id = d.task_id)
      and (select b.deleted_at is null from tasks b where b.id = d.depends_on_id)) x),
  'note_ids', (select coalesce(jsonb_agg(n.id order by n.id), '[]') from notes n where n.project_id = ${projectId} and n.deleted_at is null),
  'prd', (select jsonb_build_object('version', max(v.version), 'roles', (select coalesce(jsonb_agg(to_jsonb(x) order by x.scope, x.key), '[]') from (
    select key, scope, role, excerpt, set_by, set_at from prd_roles where project_id = ${projectId}) x))
    from prd_versions v where v.project_id = ${projectId} having max(v.version) is not null))`;

/** The content of a checkpoint, assembled from its pieces. */
export const keptSnapshot = (checkpointId: string) => sql`baton_snapshot(${checkpointId})`;
