import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeBackup } from '../backup/index.ts';
import { type DatabaseClient, connectDatabase } from '../db/client.ts';
import { outboxMails } from '../db/tables/index.ts';
import { newId } from '../id.ts';
import { createLogger } from '../log.ts';
import { createSealer } from '../seal.ts';
import type { Mail } from './mail.ts';
import { createMailer } from './mailer.ts';
import { createOutboxMailer, dropOpenLinks, listKeptMails } from './outbox.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';

const mail: Mail = {
  to: 'mira@example.com',
  subject: 'Confirm your email address',
  text: 'Hello',
  html: '<p>Hello</p>',
  link: 'http://localhost:3000/verify?token=a1',
};
const sealer = createSealer(async () => 'the secret of this instance');
const now = () => new Date('2026-05-01T12:00:00.000Z');

let home: TestDatabase;
let database: DatabaseClient;
beforeAll(async () => {
  home = await createTestDatabase();
  database = connectDatabase(home.url, { max: 2, log: createLogger('silent') });
});
beforeEach(() => database.db.delete(outboxMails));
afterAll(async () => {
  await database.close();
  await home.drop();
});

function outbox() {
  const lines: string[] = [];
  return { lines, mailer: createOutboxMailer({ db: database.db, now, sealer, print: (line) => lines.push(line) }) };
}

describe('the outbox', () => {
  it('is what an instance without an SMTP address has', () => {
    const config = { smtpUrl: undefined, mailFrom: 'Baton <baton@localhost>' };
    expect(createMailer({ config, db: database.db, log: createLogger('silent'), now, sealer }).kind).toBe('outbox');
  });

  it('keeps a mail as it was written', async () => {
    await outbox().mailer.send(mail);

    expect(await listKeptMails(database.db, sealer, { limit: 10 })).toMatchObject([
      {
        recipient: mail.to,
        subject: mail.subject,
        textBody: mail.text,
        htmlBody: mail.html,
        link: mail.link,
        createdAt: now(),
      },
    ]);
  });

  it('seals a mail whose link opens an account: neither the table nor a backup holds the link', async () => {
    const { mailer, lines } = outbox();
    const secret = { ...mail, text: `Open ${mail.link}`, html: `<a href="${mail.link}">`, opensAccount: true } as const;

    await mailer.send(secret);

    const rows = await database.db.select().from(outboxMails);
    expect(rows).toMatchObject([{ recipient: mail.to, subject: mail.subject }]);
    expect(JSON.stringify(rows)).not.toContain('token=a1');
    const backup = gunzipSync(await buffer(writeBackup(database.pool, now()))).toString();
    expect(backup).toContain(mail.to);
    expect(backup).not.toContain('token=a1');
    expect(lines).toEqual([expect.stringContaining('token=a1')]);
    expect(await listKeptMails(database.db, sealer, { limit: 10 })).toMatchObject([
      { textBody: secret.text, htmlBody: secret.html, link: mail.link },
    ]);
    const stranger = createSealer(async () => 'the secret of another instance');
    expect(await listKeptMails(database.db, stranger, { limit: 10 })).toMatchObject([
      { textBody: expect.stringContaining('cannot be read any more'), htmlBody: '', link: null },
    ]);
  });

  it('lets go of links to accounts that an earlier version kept as they were, and of nothing else', async () => {
    const row = (subject: string, link: string | null) => ({
      id: newId(),
      recipient: mail.to,
      subject,
      textBody: '',
      htmlBody: '',
      link,
    });
    await database.db
      .insert(outboxMails)
      .values([
        row('confirm', 'http://localhost:3000/api/auth/verify-email?token=a1'),
        row('reset', 'http://localhost:3000/reset-password?token=a1'),
        row('limit', 'http://localhost:3000/subscription'),
        row('none', null),
      ]);
    await outbox().mailer.send({ ...mail, subject: 'sealed', opensAccount: true });

    await dropOpenLinks(database.db);

    const left = await listKeptMails(database.db, sealer, { limit: 10 });
    expect(left.map(({ subject }) => subject).toSorted()).toEqual(['limit', 'none', 'sealed']);
  });

  it('shows recipient, subject and link on one line of the console', async () => {
    const { mailer, lines } = outbox();

    await mailer.send(mail);
    const { link: _, ...plain } = mail;
    await mailer.send(plain);

    expect(lines).toEqual([
      'Mail to mira@example.com: Confirm your email address -> http://localhost:3000/verify?token=a1',
      'Mail to mira@example.com: Confirm your email address',
    ]);
  });

  it('lets nobody steer the console through an address', async () => {
    const { mailer, lines } = outbox();

    await mailer.send({ ...mail, to: 'a\u001B[2J\r\nMail to b@example.com' });

    expect(lines).toEqual([
      'Mail to a [2J Mail to b@example.com: Confirm your email address -> http://localhost:3000/verify?token=a1',
    ]);
  });

  it('keeps the 500 newest and lets the oldest go', async () => {
    const old = Array.from({ length: 503 }, (_, index) => ({
      id: newId(),
      recipient: 'mira@example.com',
      subject: `old ${index}`,
      textBody: '',
      htmlBody: '',
      createdAt: new Date(now().getTime() - (index + 1) * 1_000),
    }));
    await database.db.insert(outboxMails).values(old);

    await outbox().mailer.send(mail);

    const kept = await listKeptMails(database.db, sealer, { limit: 1_000 });
    expect(kept).toHaveLength(500);
    expect(kept[0]?.subject).toBe(mail.subject);
    expect(kept.at(-1)?.subject).toBe('old 498');
  });

  it('prints nothing about a mail it could not keep', async () => {
    const closed = connectDatabase(home.url, { max: 1, log: createLogger('silent') });
    await closed.close();
    const lines: string[] = [];
    const mailer = createOutboxMailer({ db: closed.db, now, sealer, print: (line) => lines.push(line) });

    await expect(mailer.send(mail)).rejects.toThrow();
    expect(lines).toEqual([]);
    await expect(mailer.probe()).resolves.toMatchObject({ ok: false });
  });

  it('says that it takes mails', async () => {
    await expect(outbox().mailer.probe()).resolves.toMatchObject({
      ok: true,
      detail: expect.stringContaining('outbox') as string,
    });
  });
});
