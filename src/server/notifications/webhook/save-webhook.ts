import { eq } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { replaceWebhookSecret as replacing, saveWebhook as saving } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { projectWebhooks } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { holdProject, requireOwner, requireProject } from '#server/projects/index.ts';
import { presentWebhook } from './present.ts';
import { allowsPrivate, dropPending, findWebhook } from './queries.ts';
import { requireAddress } from './rules.ts';
import { newSecret, secretPlace } from './secret.ts';

const SECRET_END = 4;

/** Sets the project's webhook. The first time a secret is made, and this answer alone has it. */
export async function saveWebhook(ctx: Context, input: InputOf<typeof saving>): Promise<AnswerOf<typeof saving>> {
  // Proven before anything about the address is said.
  requireOwner(await requireProject(ctx, input.id));
  const address = requireAddress(input.address, await allowsPrivate(ctx));
  const made = await makeSecret(ctx, input.id);
  return ctx.db.transaction(async (tx) => {
    const project = requireOwner(await holdProject(ctx, tx, input.id));
    const known = await findWebhook(tx, project.id);
    const fields = {
      address,
      format: input.format,
      kinds: [...new Set(input.kinds)],
      enabled: input.enabled,
      updatedAt: ctx.now(),
      // Another receiver starts without the failures of the one before.
      ...(known?.address !== address && { failures: 0 }),
    };
    const { secret, ...sealed } = made;
    const [row] = await tx
      .insert(projectWebhooks)
      .values({ projectId: project.id, ...fields, ...sealed, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: projectWebhooks.projectId, set: fields })
      .returning();
    if (row === undefined) throw new Error('the webhook was not saved');
    if (!input.enabled) await dropPending(tx, project.id, 'The webhook was switched off before this was sent.');
    return { webhook: presentWebhook(row), secret: known === undefined ? secret : null };
  });
}

/** Replaces the secret; this answer alone has it. */
export async function replaceWebhookSecret(ctx: Context, { id }: { id: Id }): Promise<AnswerOf<typeof replacing>> {
  const project = requireOwner(await requireProject(ctx, id));
  const { secret, ...sealed } = await makeSecret(ctx, project.id);
  const [row] = await ctx.db
    .update(projectWebhooks)
    .set({ ...sealed, updatedAt: ctx.now() })
    .where(eq(projectWebhooks.projectId, project.id))
    .returning();
  if (row === undefined) throw notFound('The webhook');
  return { webhook: presentWebhook(row), secret };
}

/** Removes the webhook with its secret and its deliveries; allowed for a read-only project too. */
export async function deleteWebhook(ctx: Context, { id }: { id: Id }): Promise<null> {
  const project = requireOwner(await requireProject(ctx, id));
  await ctx.db.delete(projectWebhooks).where(eq(projectWebhooks.projectId, project.id));
  return null;
}

async function makeSecret({ sealer }: Context, projectId: Id) {
  const secret = newSecret();
  return {
    secret,
    sealedSecret: await sealer.seal(secret, secretPlace(projectId)),
    secretEnd: secret.slice(-SECRET_END),
  };
}
