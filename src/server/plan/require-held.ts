import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { BatonRow, HeldRow } from './read-batons.ts';
import type { OwnedTask } from './require-task.ts';

/**
 * The baton on this task. With a number, only if it is the one the caller was given and its lease runs: whoever was away
 * for longer claims again, so that nobody writes over what happened meanwhile.
 */
export function requireHeld(ctx: Context, { task, batons }: OwnedTask, fence: number | undefined): HeldRow {
  const held = batons.find(({ taskId }) => taskId === task.id);
  if (held !== undefined && fence === undefined) return held;
  if (held?.fence === fence && held !== undefined && held.expiresAt > ctx.now()) return held;
  if (held !== undefined && held.fence === fence) throw ranOut(held, task.number);
  const name = `Baton ${fence ?? ''} for T${task.number}`.replace('  ', ' ');
  const now = held === undefined ? 'nobody holds it now' : `${held.holder.name} holds it now`;
  throw stale(`${name} is no longer yours: ${now}. Nothing was changed.`);
}

/** The refusal for a holder who was away for longer than the lease. */
export function ranOut({ fence, expiresAt }: BatonRow, number: number): AppError {
  const at = expiresAt.toISOString().slice(11, 16);
  return stale(
    `Baton ${fence} for T${number} ran out at ${at} UTC. Nothing was changed: claim T${number} again, then go on.`,
  );
}

const stale = (message: string) => new AppError('STALE_LOCK', message);
