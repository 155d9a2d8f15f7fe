import { lt } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { generationChunks } from '#server/platform/db/tables/index.ts';
import { ANSWERS_KEPT_MS } from './rules.ts';

/** Answers of a model are kept for whoever tries again today. */
export async function sweepChunks(ctx: Context): Promise<void> {
  const last = new Date(ctx.now().getTime() - ANSWERS_KEPT_MS);
  await ctx.db.delete(generationChunks).where(lt(generationChunks.createdAt, last));
}
