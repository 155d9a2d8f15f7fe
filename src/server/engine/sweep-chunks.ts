import { lt } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { generationChunks } from '#server/platform/db/tables/index.ts';

const KEPT_MS = 24 * 3_600_000;

/** Answers of a model are kept for whoever tries again today. */
export async function sweepChunks(ctx: Context): Promise<void> {
  const last = new Date(ctx.now().getTime() - KEPT_MS);
  await ctx.db.delete(generationChunks).where(lt(generationChunks.createdAt, last));
}
