import type { AnswerOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { emptyStorage as endpoint } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import { readStorage } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { removeProject } from './remove-project.ts';

const BATCH = 500;

/** Tables with deleted rows in live projects. Deleting a task cascades to its lists, a list to its tasks. */
const DELETED = ['notes', 'tasks', 'task_lists'] as const;

/**
 * Purges what the caller has soft-deleted. Notes that were not deleted stay, even those of a purged task; checkpoints
 * keep their content and can restore it.
 */
export async function emptyStorage(ctx: Context): Promise<AnswerOf<typeof endpoint>> {
  const { userId } = requireUser(ctx);
  const { pool } = ctx.database;
  const before = await readStorage(ctx.db, userId);
  const { rows } = await pool.query<{ id: Id; is_deleted: boolean }>(
    'select s.project_id as id, p.deleted_at is not null as is_deleted from project_sizes s join projects p on p.id = s.project_id where s.user_id = $1',
    [userId],
  );
  const gone = { notes: 0, tasks: 0, task_lists: 0, projects: 0 };
  for (const { id, is_deleted: isDeleted } of rows) {
    if (isDeleted) gone.projects += (await removeProject(pool, id)) ? 1 : 0;
    else {
      // Counted before the first purge cascades to others.
      for (const table of DELETED) gone[table] += await countDeleted(ctx, table, id);
      for (const table of DELETED) await removeDeleted(ctx, table, id);
    }
  }
  const after = await readStorage(ctx.db, userId);
  return { ...gone, freed_bytes: Math.max(0, before.deleted - after.deleted) };
}

async function countDeleted(ctx: Context, table: string, projectId: Id): Promise<number> {
  const { rows } = await ctx.database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where project_id = $1 and deleted_at is not null`,
    [projectId],
  );
  return rows[0]?.n ?? 0;
}

async function removeDeleted(ctx: Context, table: string, projectId: Id): Promise<void> {
  for (;;) {
    const { rowCount } = await ctx.database.pool.query(
      `delete from ${table} where id = any (array(
         select id from ${table} where project_id = $1 and deleted_at is not null limit ${BATCH} for update))
         and deleted_at is not null`,
      [projectId],
    );
    if ((rowCount ?? 0) === 0) return;
  }
}
