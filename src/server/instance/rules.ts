import type { Context } from '#server/platform/context.ts';

/**
 * The outbox contains credential links: only for callers on this machine, and only while mails are not sent by SMTP.
 */
export function mayReadOutbox(ctx: Context): boolean {
  return ctx.mail.kind === 'outbox' && ctx.fromLoopback;
}
