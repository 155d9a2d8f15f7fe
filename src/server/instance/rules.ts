import type { Context } from '#server/platform/context.ts';

/** The outbox holds the links that open accounts: it is for the person at the machine, and only while no mail is sent. */
export function mayReadOutbox(ctx: Context): boolean {
  return ctx.mail.kind === 'outbox' && ctx.fromLoopback;
}
