import { type Context, type Holding, presentActor } from '#server/platform/context.ts';
import { type Caller, type Held, callerOf, findOwn } from './caller.ts';

/** What a caller holds, as the database functions return it. */
export type ToldHeld = (Omit<Holding, 'expiresAt'> & { expiresAt: string }) | null;

export const readHeld = (told: ToldHeld): Holding | undefined =>
  told === null ? undefined : { ...told, expiresAt: new Date(told.expiresAt) };

/** A baton that may be the caller's: `describe_held`, in the migrations. */
export type ToldOwn = NonNullable<ToldHeld> & Held;

export function readOwn(told: readonly ToldOwn[] | null, caller: Caller): Holding | undefined {
  const own = told === null ? undefined : findOwn(told, caller);
  return own && { taskId: own.taskId, name: own.name, expiresAt: new Date(own.expiresAt) };
}

/** The caller's name, key and token as parameters of the database functions. People hold nothing there. */
export function callerValues(ctx: Context): unknown[] {
  const actor = presentActor(ctx.actor);
  if (ctx.actor.kind !== 'agent') return [actor, null, null];
  const { clientKey, tokenHash } = callerOf(ctx);
  return [actor, clientKey, tokenHash ?? null];
}
