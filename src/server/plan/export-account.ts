import type { AccountExport } from '#contract/plan.ts';
import { getMe } from '#server/auth/index.ts';
import { listNotes } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { listProjects } from '#server/projects/index.ts';
import { listTaskLists, listTasks } from './queries.ts';

/** Everything kept about the caller, in one document they can take away. */
export async function exportAccount(ctx: Context): Promise<AccountExport> {
  const projects: AccountExport['projects'] = [];
  for (const {
    lanes: _lanes,
    activity: _activity,
    taskCount: _t,
    completedTaskCount: _c,
    lastAccessed: _l,
    ...project
  } of await listProjects(ctx)) {
    const of = { id: project.id };
    projects.push({
      ...project,
      task_lists: await listTaskLists(ctx, of),
      tasks: await listTasks(ctx, of),
      notes: await listNotes(ctx, of),
    });
  }
  return { exported_at: ctx.now().toISOString(), account: await getMe(ctx), projects };
}
