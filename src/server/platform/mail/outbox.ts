import { and, desc, eq, like, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/client.ts';
import { outboxMails } from '../db/tables/index.ts';
import { newId } from '../id.ts';
import { SEALED_PREFIX, type Sealer } from '../seal.ts';
import type { Mail, Mailer } from './mail.ts';

interface OutboxOptions {
  db: Database;
  now(): Date;
  sealer: Sealer;
  /** Writes to the server's console, for the person who started it; not to the log. */
  print?(line: string): void;
}

export type KeptMail = typeof outboxMails.$inferSelect;

const KEPT_MAX = 500;

/** The local default: mails are stored in the database, and their link is printed on the console. */
export function createOutboxMailer({ db, now, sealer, print = printLine }: OutboxOptions): Mailer {
  return {
    kind: 'outbox',
    async send(mail) {
      await keep(db, sealer, mail, now());
      print(describe(mail));
    },
    async probe() {
      try {
        await db.select({ id: outboxMails.id }).from(outboxMails).limit(1);
        return { ok: true, detail: 'No SMTP server is set; emails are kept in the outbox of this instance.' };
      } catch {
        return { ok: false, detail: 'The outbox cannot be read: the database does not answer.' };
      }
    },
    close: () => Promise.resolve(),
  };
}

const UNREADABLE = 'This mail was kept under another secret of this server and cannot be read any more.';

/** Stored mails, newest first, decrypted; of one recipient, if one is given. */
export async function listKeptMails(
  db: Database,
  sealer: Sealer,
  { limit, cursor, recipient }: { limit: number; cursor?: string | undefined; recipient?: string | undefined },
): Promise<KeptMail[]> {
  const older =
    cursor === undefined
      ? undefined
      : sql`(${outboxMails.createdAt}, ${outboxMails.id}) < (select c.created_at, c.id from outbox_mails c where c.id = ${cursor})`;
  const rows = await db
    .select()
    .from(outboxMails)
    .where(
      and(
        older,
        recipient === undefined ? undefined : eq(sql`lower(${outboxMails.recipient})`, recipient.toLowerCase()),
      ),
    )
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
    .limit(limit);
  return Promise.all(rows.map((row) => unseal(sealer, row)));
}

/** Mails to an address are deleted with its account. */
export async function dropKeptMails(db: Database | Tx, recipient: string): Promise<void> {
  await db.delete(outboxMails).where(eq(outboxMails.recipient, recipient));
}

/** Mails encrypted with another secret are unreadable. */
export async function dropSealedMails(db: Database | Tx): Promise<void> {
  await db.delete(outboxMails).where(like(outboxMails.textBody, `${SEALED_PREFIX}%`));
}

/** Earlier versions stored credential links in plain text; so does a restored backup of theirs. */
export async function dropOpenLinks(db: Database): Promise<void> {
  await db.delete(outboxMails).where(sql`${outboxMails.link} ~ '/(api/auth/verify-email|reset-password)[?]'`);
}

type Part = 'textBody' | 'htmlBody' | 'link';
const placeOf = (id: string, part: Part) => `outbox_mails ${id} ${part}`;

async function unseal(sealer: Sealer, row: KeptMail): Promise<KeptMail> {
  if (!row.textBody.startsWith(SEALED_PREFIX)) return row;
  const open = async (part: Part) =>
    row[part] === null ? null : ((await sealer.open(row[part], placeOf(row.id, part))) ?? null);
  const [textBody, htmlBody, link] = await Promise.all([open('textBody'), open('htmlBody'), open('link')]);
  return { ...row, textBody: textBody ?? UNREADABLE, htmlBody: htmlBody ?? '', link };
}

/** One statement: its snapshot does not include its own row, so one fewer than the maximum may stay. */
async function keep(db: Database, sealer: Sealer, mail: Mail, now: Date): Promise<void> {
  const id = newId(now.getTime());
  const written = async (text: string, part: Part) =>
    mail.opensAccount === true ? sealer.seal(text, placeOf(id, part)) : text;
  const text = await written(mail.text, 'textBody');
  const html = await written(mail.html, 'htmlBody');
  const link = mail.link === undefined ? null : await written(mail.link, 'link');
  await db.execute(sql`
    with added as (
      insert into outbox_mails (id, recipient, subject, text_body, html_body, link, created_at)
      values (${id}, ${mail.to}, ${mail.subject}, ${text}, ${html}, ${link}, ${now.toISOString()}::timestamptz)
    )
    delete from outbox_mails
    where id in (select id from outbox_mails order by created_at desc, id desc offset ${KEPT_MAX - 1})`);
}

function describe({ to, subject, link }: Mail): string {
  const line = `Mail to ${to}: ${subject}${link === undefined ? '' : ` -> ${link}`}`;
  // Control characters in an address would be interpreted by the terminal (escape injection).
  return line.replaceAll(/\p{Cc}+/gu, ' ');
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
