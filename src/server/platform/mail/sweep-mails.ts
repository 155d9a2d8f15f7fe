import type { Context } from '../context.ts';
import { daysAgo, sweepRows } from '../sweep-rows.ts';

const KEPT_DAYS = 30;

/** Deletes old mails of the outbox, also after SMTP was configured. */
export const sweepMails = (ctx: Context): Promise<void> =>
  sweepRows(ctx, { table: 'outbox_mails', where: 'created_at < $1', before: daysAgo(ctx, KEPT_DAYS) });
