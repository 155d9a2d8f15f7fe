import { type KeptMail, listKeptMails } from '../platform/mail/index.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const NEWEST = 20;

/** Prints the newest mails that were kept instead of sent, where the page for them is closed; the latest is the last. */
export async function outbox([recipient, ...rest]: string[]): Promise<number> {
  if (rest.length > 0) throw new UsageError();
  const mails = await withServices('outbox', (ctx) => listKeptMails(ctx.db, ctx.sealer, { limit: NEWEST, recipient }));
  if (mails.length === 0)
    console.log(recipient === undefined ? 'No mails are kept.' : `No mails to ${recipient} are kept.`);
  for (const mail of mails.toReversed()) console.log(describe(mail));
  return 0;
}

function describe({ createdAt, recipient, subject, link, textBody }: KeptMail): string {
  const head = `${createdAt.toISOString()}  ${plain(recipient)}  ${plain(subject)}`;
  const body = link === null ? textBody.trimEnd().split('\n').map(plain) : [plain(link)];
  return [head, ...body.map((line) => `  ${line}`), ''].join('\n');
}

/** Control characters in an address or a name would be interpreted by the terminal (escape injection). */
const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
