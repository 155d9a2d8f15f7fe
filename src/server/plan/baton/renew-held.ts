import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { isWritable, requireProject } from '#server/projects/index.ts';
import { callerOf, findOwn } from './caller.ts';
import { readBatons } from './read-batons.ts';
import { renewRow } from './take-baton.ts';

/**
 * The caller has been heard of: the lease of what it holds runs anew. Where several agents of one program hold batons
 * under names of their own, it cannot be told which of them called, and none is renewed.
 */
export async function renewHeld(ctx: Context, projectId: Id, calls: number): Promise<void> {
  const caller = callerOf(ctx);
  await change(ctx, async (tx, emit) => {
    const project = await requireProject(ctx, projectId, { db: tx, lock: true });
    // In a project that can only be read the lease runs out.
    if (!isWritable(project)) return;
    const own = findOwn(await readBatons(tx, { projectId: project.id }), caller);
    // What has run out is not brought back: somebody may have counted on it.
    if (own === undefined || own.expiresAt <= ctx.now()) return;
    emit(`project:${project.id}`, 'baton.renewed', await renewRow(tx, own, ctx.now(), project.leaseMinutes, calls));
  });
}
