import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { CurrentSubscription, keepProjects as endpoint } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import { lockAccount, requireTier } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { getCurrentSubscription } from './get-current-subscription.ts';
import { tellPeople } from './members/tell-people.ts';
import { presentProject } from './present.ts';
import { requireFewEnough } from './rules.ts';
import { settlePlaces } from './settle-places.ts';

/** Keeps the chosen projects active and archives all others but the example, in one transaction. */
export async function keepProjects(ctx: Context, input: InputOf<typeof endpoint>): Promise<CurrentSubscription> {
  const { userId } = requireUser(ctx);
  const chosen = new Set<string>(input.projectIds);
  await change(ctx, async (tx, emit) => {
    await lockAccount(tx, userId);
    const active = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(
        and(
          eq(projects.userId, userId),
          eq(projects.status, 'active'),
          eq(projects.isExample, false),
          isNull(projects.deletedAt),
        ),
      )
      // Lock order: by id, so that concurrent calls cannot deadlock.
      .orderBy(projects.id)
      .for('no key update');
    const others = active.map(({ id }) => id).filter((id) => !chosen.has(id));
    if (active.length - others.length !== chosen.size) throw notFound('The project');
    const now = ctx.now();
    const { limits, isTeam } = await requireTier(tx, userId, now);
    requireFewEnough(chosen.size, limits.maxProjects, isTeam);
    const archived = await tx
      .update(projects)
      .set({ status: 'archived', readOnlyAt: null, updatedAt: now })
      .where(inArray(projects.id, others))
      .returning();
    for (const row of archived) {
      const shown = presentProject(row);
      await tellPeople(tx, emit, row, 'project.updated', shown);
      emit(`project:${row.id}`, 'project.updated', shown);
    }
    await settlePlaces(ctx, tx, emit, userId);
  });
  return getCurrentSubscription(ctx);
}
