import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { ownerToProve } from './require-project.ts';

/** Two neighbours on each side, which is enough to spot a typo. */
const NEAREST = `
  select n.number from projects p cross join lateral (
    (select number from tasks where project_id = p.id and deleted_at is null and number < $3 order by number desc limit 2)
    union all
    (select number from tasks where project_id = p.id and deleted_at is null and number > $3 order by number limit 2)
  ) n
  where p.id = $1 and p.user_id = $2 and p.deleted_at is null
  order by n.number`;

/** NOT_FOUND with the nearest task numbers of the same project; of another user's project nothing is revealed. */
export async function noTask(
  ctx: Context,
  asked: Pick<pg.ClientBase, 'query'>,
  projectId: Id,
  ref: { id?: Id; number?: number },
  what = `The task ${ref.number === undefined ? (ref.id ?? '') : `T${ref.number}`}`,
): Promise<AppError> {
  if (ref.number === undefined) return notFound(what);
  const values = [projectId, await ownerToProve(ctx, projectId, 'seen'), ref.number];
  const { rows } = await asked.query<{ number: number }>({ name: 'baton_nearest', text: NEAREST, values });
  if (rows.length === 0) return notFound(what);
  const names = rows.map(({ number }) => `T${number}`).join(', ');
  return new AppError(
    'NOT_FOUND',
    `${what} was not found. ${rows.length === 1 ? 'The nearest is' : 'The nearest are'} ${names}.`,
  );
}
