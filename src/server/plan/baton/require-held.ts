import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { fenceOf, matchesToken } from './baton-token.ts';
import { callerOf, hasProven } from './caller.ts';
import type { BatonRow, HeldRow } from './read-batons.ts';
import type { OwnedTask } from '../require-task.ts';
import { describeHolder } from '../rules.ts';

/**
 * The baton on this task. With a token, only if it matches and the lease has not expired: a holder that was away for
 * longer must claim again, so that it does not overwrite what happened meanwhile.
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

/** The refusal for a holder whose lease has expired. */
export function ranOut({ fence, expiresAt }: BatonRow, number: number): AppError {
  const at = expiresAt.toISOString().slice(11, 16);
  return stale(
    `Baton ${fence} for T${number} ran out at ${at} UTC. Nothing was changed: claim T${number} again, then go on.`,
  );
}

/**
 * An agent may change a held task only as its holder, proven by token or session. People may edit it; the holder sees
 * their edits with its next read.
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
