import type { Id } from '#contract/fields.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { callerOf } from './caller.ts';

/** What a caller holds, as the database's own functions found it beside their work. */
export interface HeldUsual {
  taskId: Id;
  /** The name it gave itself at the claim: all it writes is told under that. */
  name: string;
  expiresAt: Date;
}

/** The same as the functions tell it. */
export type ToldHeld = (Omit<HeldUsual, 'expiresAt'> & { expiresAt: string }) | null;

export const readHeld = (told: ToldHeld): HeldUsual | undefined =>
  told === null ? undefined : { ...told, expiresAt: new Date(told.expiresAt) };

/** Who is calling, for the functions that look up what it holds: its name, its key and its token. People hold nothing there. */
export function callerValues(ctx: Context): unknown[] {
  const actor = presentActor(ctx.actor);
  if (ctx.actor.kind !== 'agent') return [actor, null, null];
  const { clientKey, tokenHash } = callerOf(ctx);
  return [actor, clientKey, tokenHash ?? null];
}
