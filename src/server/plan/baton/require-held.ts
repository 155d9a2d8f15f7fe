import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { fenceOf, matchesToken } from './baton-token.ts';
import { callerOf, hasProven } from './caller.ts';
import type { BatonRow, HeldRow } from './read-batons.ts';
import type { OwnedTask } from '../require-task.ts';
import { describeHolder } from '../rules.ts';

/**
 * The baton on this task. With a token, only if it is the one the caller was given and its lease runs: whoever was away
 * for longer claims again, so that nobody writes over what happened meanwhile.
 */
export function requireHeld(ctx: Context, { task, batons }: OwnedTask, token: string | undefined): HeldRow {
  const held = batons.find(({ taskId }) => taskId === task.id);
  if (held !== undefined && token === undefined) return held;
  const isIt = held !== undefined && token !== undefined && matchesToken(token, held.tokenHash);
  if (isIt && held.expiresAt > ctx.now()) return held;
  if (isIt) throw ranOut(held, task.number);
  const now = held === undefined ? 'nobody holds it now' : `${held.holder.name} holds it now`;
  const name = token === undefined ? `The baton for T${task.number}` : `Baton ${fenceOf(token)} for T${task.number}`;
  throw stale(`${name} is not yours, or no longer: ${now}. Nothing was changed.`);
}

/** The refusal for a holder who was away for longer than the lease. */
export function ranOut({ fence, expiresAt }: BatonRow, number: number): AppError {
  const at = expiresAt.toISOString().slice(11, 16);
  return stale(
    `Baton ${fence} for T${number} ran out at ${at} UTC. Nothing was changed: claim T${number} again, then go on.`,
  );
}

/**
 * What an agent changes of a task that is held, only its holder may: by the token it sent, or by its session. People edit
 * what they see; their edits reach the holder with its next look.
 */
export function requireFreeToEdit(ctx: Context, { task, batons }: Pick<OwnedTask, 'task' | 'batons'>): void {
  if (ctx.actor.kind !== 'agent') return;
  const held = batons.find(({ taskId }) => taskId === task.id);
  if (held === undefined || held.expiresAt <= ctx.now() || hasProven(held, callerOf(ctx))) return;
  throw new AppError(
    'LOCK_HELD',
    `${describeHolder(held.holder, task.number, held.takenAt)}. If that is you, pass its baton; nobody else may change the task meanwhile. Nothing was changed.`,
  );
}

const stale = (message: string) => new AppError('STALE_LOCK', message);
