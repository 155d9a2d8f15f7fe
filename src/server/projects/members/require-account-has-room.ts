import { eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { readStorage, requireTier, storageTotal } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectSizes } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { countProjects } from '../count-active-projects.ts';
import type { OwnedProject } from '../require-project.ts';

/** Refuses a project that the limits of somebody's account do not allow. The caller has locked the account. */
export async function requireAccountHasRoom(
  ctx: Context,
  tx: Tx,
  account: { id: Id; name: string },
  project: OwnedProject,
): Promise<void> {
  const { limits } = await requireTier(tx, account.id, ctx.now());
  const { active } = await countProjects(tx, account.id);
  if (project.status === 'active' && active >= limits.maxProjects)
    throw noRoom(
      `${account.name} has no place for another active project. Archive it first, or ask them to make room.`,
    );
  const used = storageTotal(await readStorage(tx, account.id));
  const [size] = await tx
    .select({
      bytes: sql<string>`${projectSizes.plan} + ${projectSizes.notes} + ${projectSizes.prds} + ${projectSizes.checkpoints}`,
    })
    .from(projectSizes)
    .where(eq(projectSizes.projectId, project.id));
  if (used + Number(size?.bytes ?? 0) > limits.storageMb * 1_000_000)
    throw noRoom(`The storage of ${account.name} has no room for this project.`);
}

const noRoom = (text: string) => new AppError('CONFLICT', text, { code: 'PROJECT_LIMIT' });
