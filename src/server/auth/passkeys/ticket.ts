import { z } from 'zod';
import { PASSKEY_MINUTES } from '#contract/passkeys.ts';
import type { Context } from '#server/platform/context.ts';

/** What a challenge was made for; a ticket for one purpose is of no use for another. */
export type Purpose = 'passkey sign-in' | `passkey of ${string} ${string}`;

const Ticket = z.object({ challenge: z.string(), at: z.int() });
export interface Challenge {
  challenge: string;
  /** When it was made, in milliseconds. */
  at: number;
}

/**
 * The challenge travels encrypted with the browser instead of in a row: anybody may ask for one, and asking must not
 * fill a table. That it works once is decided where the passkey's row is updated.
 */
export const sealTicket = (ctx: Context, purpose: Purpose, challenge: string): Promise<string> =>
  ctx.sealer.seal(JSON.stringify({ challenge, at: ctx.now().getTime() }), purpose);

/** Undefined for a forged ticket, one for another purpose, and one that has expired. */
export async function openTicket(ctx: Context, purpose: Purpose, sealed: string): Promise<Challenge | undefined> {
  const opened = await ctx.sealer.open(sealed, purpose);
  if (opened === undefined) return undefined;
  const ticket = Ticket.parse(JSON.parse(opened));
  const age = ctx.now().getTime() - ticket.at;
  return age < PASSKEY_MINUTES * 60_000 ? ticket : undefined;
}
