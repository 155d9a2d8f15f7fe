import { desc, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { outboxMails } from '../db/tables/index.ts';
import { newId } from '../id.ts';
import type { Mail, Mailer } from './mailer.ts';

interface OutboxOptions {
  db: Database;
  now(): Date;
  /** The server's console: the line is for the person who started it, not for the log. */
  print?(line: string): void;
}

export type KeptMail = typeof outboxMails.$inferSelect;

const KEPT_MAX = 500;

/** The local default: mails stay in the database, and the console shows what a reader would have clicked. */
export function createOutboxMailer({ db, now, print = printLine }: OutboxOptions): Mailer {
  return {
    kind: 'outbox',
    async send(mail) {
      await keep(db, mail, now());
      print(describe(mail));
    },
    async probe() {
      try {
        await db.select({ id: outboxMails.id }).from(outboxMails).limit(1);
        return { ok: true, detail: 'No SMTP server is set; mails are kept in the outbox of this instance.' };
      } catch {
        return { ok: false, detail: 'The outbox cannot be read: the database does not answer.' };
      }
    },
    close: () => Promise.resolve(),
  };
}

/** The kept mails, newest first. */
export function listKeptMails(db: Database, limit: number): Promise<KeptMail[]> {
  return db.select().from(outboxMails).orderBy(desc(outboxMails.createdAt), desc(outboxMails.id)).limit(limit);
}

/** One statement: it sees the table as it was before its own row, so one fewer than the maximum may stay. */
async function keep(db: Database, mail: Mail, now: Date): Promise<void> {
  await db.execute(sql`
    with added as (
      insert into outbox_mails (id, recipient, subject, text_body, html_body, link, created_at)
      values (${newId(now.getTime())}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.link ?? null}, ${now.toISOString()}::timestamptz)
    )
    delete from outbox_mails
    where id in (select id from outbox_mails order by created_at desc, id desc offset ${KEPT_MAX - 1})`);
}

function describe({ to, subject, link }: Mail): string {
  const line = `Mail to ${to}: ${subject}${link === undefined ? '' : ` -> ${link}`}`;
  // A terminal would act on control characters in an address somebody else typed.
  return line.replaceAll(/\p{Cc}+/gu, ' ');
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
