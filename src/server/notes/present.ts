import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/plan.ts';
import type { notes } from '#server/platform/db/tables/index.ts';

export function presentNote(row: typeof notes.$inferSelect): Note {
  return {
    id: row.id as Id,
    project_id: row.projectId as Id,
    task_id: row.taskId as Id | null,
    type: row.type,
    body: row.body,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}
