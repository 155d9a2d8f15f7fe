import type { OutboxMail } from '#contract/instance.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { listKeptMails } from '#server/platform/mail/index.ts';
import { presentMail } from './present.ts';
import { mayReadOutbox } from './rules.ts';

const SHOWN_MAX = 100;

/** The newest kept mails. To everybody else the page does not exist: same status, same sentence. */
export async function listOutbox(ctx: Context): Promise<OutboxMail[]> {
  if (!mayReadOutbox(ctx)) throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  const mails = await listKeptMails(ctx.db, ctx.sealer, SHOWN_MAX);
  return mails.map(presentMail);
}
