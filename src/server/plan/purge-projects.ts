import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { removeProject } from './remove-project.ts';

const DAY_MS = 86_400_000;
/** Per run; the rest is left to the next. */
const PER_ROUND = 200;

/** Purges projects whose retention after deletion has passed. */
export async function purgeProjects(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - ctx.config.deletedDays * DAY_MS);
  const { pool } = ctx.database;
  const { rows } = await pool.query<{ id: Id }>(
    `select id from projects where deleted_at < $1 order by deleted_at limit ${PER_ROUND}`,
    [before],
  );
  let gone = 0;
  for (const { id } of rows) if (await removeProject(pool, id)) gone += 1;
  return gone;
}
