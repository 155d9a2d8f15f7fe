import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLog, outboxMails, twoFactor } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { createMailer } from '#server/platform/mail/index.ts';
import { addUser } from '#test/builders.ts';
import { TEST_SECRET, type TestServices, openTestServices } from '#test/harness.ts';
import { runBaton } from '#test/server-process.ts';
import { runCommand } from './index.ts';

let folder = '';
let services: TestServices;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-commands-'));
  services = await openTestServices();
});

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', services.databaseUrl);
  vi.stubEnv('BATON_DATA', join(folder, 'data'));
});

afterAll(async () => {
  await services.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command in this process and captures its output. */
async function run(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void err.push(line));
  return { code: await runCommand(args), out, err };
}

async function administrators(): Promise<string[]> {
  const { rows } = await services.database.pool.query<{ email: string }>(
    'select email from users where is_admin order by email',
  );
  return rows.map(({ email }) => email);
}

describe('the wrong words', () => {
  test.each([
    'admin',
    'admin grant',
    'admin promote mira@example.com',
    'admin invite',
    'admin two-factor',
    'admin two-factor off',
    'admin two-factor on mira@example.com',
    'admin two-factor off mira@example.com sam@example.com',
    'admin grant mira@example.com sam@example.com',
    'backup',
    'backup one two',
    'restore',
    'restore one two',
    'outbox mira@example.com sam@example.com',
    'demo mira@example.com sam@example.com',
    'migrate now',
    'serve now',
  ])('of "baton %s" are answered with the usage', async (words) => {
    const args = words.split(' ');
    const { code, out, err } = await run(...args);
    expect(code).toBe(2);
    expect(out).toEqual([]);
    expect(err).toEqual([expect.stringMatching(new RegExp(`^Usage: baton ${args[0]}`))]);
  });

  test('that name no command list those there are', async () => {
    const { code, stdout, stderr } = await runBaton(['sreve'], {});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^baton: there is no command sreve\.\n\nUsage: baton COMMAND\n/);
  });

  test('being absent, the list is the answer', async () => {
    const { code, out, err } = await run();
    expect({ code, err }).toEqual({ code: 0, err: [] });
    for (const name of [
      'serve',
      'migrate',
      'admin grant|revoke|invite|two-factor off EMAIL',
      'outbox [EMAIL]',
      'backup FILE',
      'restore FILE',
      'demo [EMAIL]',
    ]) {
      expect(out[0]).toContain(`\n  ${name} `);
    }
  });
});

describe('baton migrate', () => {
  test('brings an empty database up to date, and is content with one that is', async () => {
    const empty = await openTestServices();
    await empty.database.pool.query('drop schema public cascade; create schema public');
    vi.stubEnv('DATABASE_URL', empty.databaseUrl);
    for (let time = 0; time < 2; time += 1) {
      expect(await run('migrate')).toEqual({ code: 0, out: ['The database is up to date.'], err: [] });
    }
    const { rows } = await empty.database.pool.query('select id from subscription_tiers order by id');
    await empty.dispose();
    expect(rows).toEqual([{ id: 'free' }, { id: 'pro' }]);
  });
});

describe('baton backup', () => {
  test('leaves a line in the audit log, by which the console knows that there is one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baton-noted-'));
    expect((await run('backup', join(folder, 'missing', 'x'))).code).toBe(1);
    const lines = () =>
      services.db.select().from(auditLog).where(eq(auditLog.action, 'backup.written')).orderBy(auditLog.createdAt);
    expect(await lines(), 'of one that failed').toEqual([]);
    expect((await run('backup', join(folder, 'x'))).code).toBe(0);
    expect(await lines()).toMatchObject([
      { subject: 'database', outcome: 'done', actor: { kind: 'system', name: 'baton backup' } },
    ]);
    await rm(folder, { recursive: true, force: true });
  });
});

describe('baton outbox', () => {
  test('prints the mails that are kept, the latest last, or those to one address', async () => {
    expect(await run('outbox')).toEqual({ code: 0, out: ['No mails are kept.'], err: [] });
    const row = (recipient: string, day: number, link: string | null) => ({
      id: newId(),
      recipient,
      subject: `Mail\u001b[31m ${day}`,
      textBody: 'Hello\nyou',
      htmlBody: '',
      link,
      createdAt: new Date(Date.UTC(2026, 0, day)),
    });
    const rows = [row('mira@example.com', 2, 'http://x/2'), row('sam@example.com', 1, null)];
    await services.db.insert(outboxMails).values(rows);
    const first = '2026-01-01T00:00:00.000Z  sam@example.com  Mail [31m 1\n  Hello\n  you\n';
    const second = '2026-01-02T00:00:00.000Z  mira@example.com  Mail [31m 2\n  http://x/2\n';
    expect(await run('outbox')).toEqual({ code: 0, out: [first, second], err: [] });
    expect(await run('outbox', 'Mira@example.com')).toEqual({ code: 0, out: [second], err: [] });
    expect((await run('outbox', 'nobody@example.com')).out).toEqual(['No mails to nobody@example.com are kept.']);
    await services.db.delete(outboxMails);
  });

  test('prints a link that opens an account, where the page for it is closed', async () => {
    const other = await openTestServices();
    vi.stubEnv('DATABASE_URL', other.databaseUrl);
    vi.stubEnv('BATON_URL', 'https://baton.example');
    vi.stubEnv('BATON_SECRET', TEST_SECRET);
    const mailer = createMailer({ ...other, config: { smtpUrl: undefined, mailFrom: 'x' } });
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const link = 'https://baton.example/reset-password?token=t';
    await mailer.send({ to: 'ada@example.com', subject: 'Reset', text: 'x', html: 'x', link, opensAccount: true });
    vi.restoreAllMocks();
    expect((await run('outbox')).out.join()).toContain(link);
    vi.unstubAllEnvs();
    await other.dispose();
  });
});

describe('baton admin', () => {
  test('makes someone an administrator, and no longer', async () => {
    await addUser(services, { email: 'ada@example.com', isAdmin: true });
    await addUser(services, { email: 'mira@example.com' });
    expect(await run('admin', 'grant', 'Mira@Example.com')).toEqual({
      code: 0,
      out: ['Mira@Example.com is an administrator now.'],
      err: [],
    });
    expect(await administrators()).toEqual(['ada@example.com', 'mira@example.com']);
    expect((await run('admin', 'revoke', 'ada@example.com')).code).toBe(0);
    expect(await administrators()).toEqual(['mira@example.com']);
  });

  test('invites an address, mails it the way in, and refuses what is none or has an account', async () => {
    expect(await run('admin', 'invite', 'Sam@Elsewhere.example')).toEqual({
      code: 0,
      out: ['sam@elsewhere.example may sign up now.'],
      err: [],
    });
    const { rows } = await services.database.pool.query(
      'select email, invited_by, sent_at is not null as mailed, accepted_at from invitations',
    );
    expect(rows).toEqual([{ email: 'sam@elsewhere.example', invited_by: null, mailed: true, accepted_at: null }]);
    expect(await run('admin', 'invite', 'mira@example.com')).toMatchObject({
      code: 1,
      err: ['baton: mira@example.com has an account here already.'],
    });
    expect(await run('admin', 'invite', 'nowhere')).toMatchObject({ code: 1, out: [] });
  });

  test('keeps the last administrator', async () => {
    const { code, out, err } = await run('admin', 'revoke', 'mira@example.com');
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err).toEqual([expect.stringMatching(/^baton: .*last administrator.*$/)]);
    expect(await administrators()).toEqual(['mira@example.com']);
  });

  test('turns two-factor authentication off, and tells the person', async () => {
    const { id: userId } = await addUser(services, { email: 'locked-out@example.com' });
    await services.db.insert(twoFactor).values({ userId, secret: 'x', confirmedAt: services.now() });
    const turnOff = () => run('admin', 'two-factor', 'off', 'Locked-Out@Example.com');
    expect(await turnOff()).toEqual({
      code: 0,
      out: ['Locked-Out@Example.com signs in without a second factor now.'],
      err: [],
    });
    expect(await services.db.select().from(twoFactor)).toEqual([]);
    const [entry] = await services.db.select().from(auditLog).where(eq(auditLog.subject, userId));
    expect(entry).toMatchObject({ action: 'two_factor.off', outcome: 'done' });
    const mails = await services.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, 'locked-out@example.com'));
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/off/)]);
    expect((await turnOff()).out).toEqual(['Locked-Out@Example.com has no second factor.']);
  });

  test.each([['grant'], ['revoke'], ['two-factor', 'off']])(
    'says so when there is no account to %s',
    async (...action) => {
      expect(await run('admin', ...action, 'nobody@example.com')).toEqual({
        code: 1,
        out: [],
        err: ['baton: No account has the email address nobody@example.com.'],
      });
    },
  );
});

describe('baton demo', () => {
  test('adds the example project to the account it is given', async () => {
    const user = await addUser(services, { email: 'demo-for@example.com' });
    const { code, out } = await run('demo', 'demo-for@example.com');
    expect(code).toBe(0);
    const { rows } = await services.database.pool.query<{ id: string; is_example: boolean; tasks: number }>(
      `select p.id, p.is_example, count(t.id)::int as tasks from projects p join tasks t on t.project_id = p.id
       where p.user_id = $1 group by p.id`,
      [user.id],
    );
    expect(rows).toEqual([expect.objectContaining({ is_example: true, tasks: 26 })]);
    expect(out).toEqual([
      `demo-for@example.com has the example project: http://localhost:3000/projects/${rows[0]?.id}`,
    ]);
  });

  test('adds it once: asked again, it names the one that is there', async () => {
    await addUser(services, { email: 'small@example.com' });
    const first = await run('demo', 'small@example.com');
    expect(first.code).toBe(0);
    expect(await run('demo', 'small@example.com')).toEqual(first);
  });

  test('does not make up an account that was named', async () => {
    expect(await run('demo', 'nobody@example.com')).toEqual({
      code: 1,
      out: [],
      err: ['baton: There is no account nobody@example.com. Sign up first, or leave the address out.'],
    });
  });
});

describe('baton restore', () => {
  test('needs a file that is there', async () => {
    const missing = join(folder, 'missing.backup');
    expect(await run('restore', missing)).toEqual({
      code: 1,
      out: [],
      err: [`baton: There is no file ${missing} that can be read.`],
    });
  });

  test('needs a file that is a backup', async () => {
    const other = join(folder, 'holiday.jpg');
    await writeFile(other, 'not a backup');
    const empty = await openTestServices();
    vi.stubEnv('DATABASE_URL', empty.databaseUrl);
    const said = await run('restore', other);
    await empty.dispose();
    expect(said).toEqual({
      code: 1,
      out: [],
      err: ['baton: This file is not a Baton backup, or its beginning is damaged. Nothing was restored.'],
    });
  });
});
