import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { noTask, ownerToProve } from '#server/projects/index.ts';
import { readTaskRef } from './task-ref.ts';

/** Resolves a task's name to its id, within the project. */
export async function findTask(ctx: Context, projectId: Id, name: string, path = 'id'): Promise<Id> {
  const ref = readTaskRef(name, path);
  const values = [projectId, await ownerToProve(ctx, projectId, 'seen'), ref.id ?? null, ref.number ?? null];
  const { rows } = await ctx.database.pool.query<{ id: Id }>({ name: 'baton_find_task', text: FIND, values });
  const [row] = rows;
  if (row === undefined) throw await noTask(ctx, ctx.database.pool, projectId, ref);
  return row.id;
}

const FIND = `
  select t.id from tasks t join projects p on p.id = t.project_id
  where t.project_id = $1 and p.user_id = $2 and p.deleted_at is null and t.deleted_at is null
    and (t.id = $3 or t.number = $4)`;
