import type { Id } from '#contract/fields.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { BriefTask } from './read-brief.ts';

/** The first task in tree order that somebody could begin now. */
export async function readNextReady(ctx: Context, projectId: Id): Promise<(BriefTask & { list: string }) | null> {
  const values = [projectId, ownerIdOf(ctx)];
  const { rows } = await ctx.database.pool.query<BriefTask & { list: string }>({
    name: 'baton_next',
    text: NEXT,
    values,
  });
  return rows[0] ?? null;
}

const NEXT = `
  select t.number, t.title, t.status, l.name as list
  from projects p join tasks t on t.id = next_ready(p.id) join task_lists l on l.id = t.task_list_id
  where p.id = $1 and p.user_id = $2 and p.deleted_at is null`;
