import type { OutboxMail } from '#contract/instance.ts';
import type { PageInput } from '#contract/page.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { listKeptMails } from '#server/platform/mail/index.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { presentMail } from './present.ts';
import { mayReadOutbox } from './rules.ts';

/** The newest stored mails. Without access the same 404 as for an unknown path. */
export async function listOutbox(ctx: Context, { limit, cursor }: PageInput = {}): Promise<OutboxMail[]> {
  if (!mayReadOutbox(ctx)) throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  const mails = await listKeptMails(ctx.db, ctx.sealer, { limit: rowsFor(limit), cursor });
  return cutPage(mails.map(presentMail), limit, ({ id }) => id);
}
