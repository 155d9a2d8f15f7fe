import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { createSmtpMailer } from '#server/platform/mail/smtp.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addQuestion } from '#test/add-question.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { readMime } from '#test/read-mime.ts';
import { type SmtpServer, startSmtpServer } from '#test/smtp-server.ts';
import { type Occurrence, followNotifications, noteOccurrences, sweepNotifications } from '../index.ts';
import { saveNotifications } from '../save-notifications.ts';

const MINUTE = 60_000;

let services: TestServices;
let smtp: SmtpServer;
let mailer: Mailer;
let refuses = false;
let reader: TestUser;
let project: { id: Id; name: string };
let seq = 0;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  smtp = await startSmtpServer({ refuseRecipient: () => refuses });
  mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'Baton <baton@example.com>',
    onFailure: () => undefined,
  });
});
afterAll(async () => {
  await mailer.close();
  await smtp.close();
  await services.dispose();
});
beforeEach(async () => {
  reader = await addUser(services);
  project = await createProject(reader.ctx, { name: 'Harbor API' });
});
afterEach(() => {
  smtp.mails.length = 0;
  refuses = false;
});

async function ask(title = 'Clock-skew guard', more: Partial<Occurrence> = {}): Promise<Occurrence> {
  const { id: projectId } = project;
  const task = await addQuestion(reader, projectId, title);
  const asked: Occurrence = {
    kind: 'asked',
    projectId,
    seq: (seq += 1),
    at: services.now(),
    taskId: task.id,
    taskNumber: task.number,
    taskTitle: title,
    agent: 'codex',
    text: 'Which clock?',
    ...more,
  };
  await note(asked);
  return asked;
}
const note = (...occurrences: Occurrence[]) => services.db.transaction((tx) => noteOccurrences(tx, occurrences));
const answer = (taskId: Id | null) =>
  services.database.pool.query(
    `update tasks set question = question || '{"answer": {"text": "The database’s."}}' where id = $1`,
    [taskId],
  );
async function send(mail: Mailer = mailer): Promise<void> {
  const follower = followNotifications({ ...services, mail });
  await follower.settle();
  await follower.close();
}
const received = () => smtp.mails.filter(({ to }) => to.includes(reader.email)).map(({ raw }) => readMime(raw));
const subjects = () => received().map(({ headers }) => headers.get('subject'));

describe('a question', () => {
  test('is mailed two minutes later, with a link into the answer and one to the settings', async () => {
    const asked = await ask();
    services.clock.advance(2 * MINUTE - 1);
    await send();
    expect(received()).toEqual([]);
    services.clock.advance(1);
    await send();
    const [mail] = received();
    expect(mail?.headers.get('subject')).toBe('codex asks about T1 Clock-skew guard (Harbor API)');
    const settings = `http://localhost:3000/projects/${project.id}/settings#notifications`;
    expect(mail?.headers.get('list-unsubscribe')).toBe(`<${settings}>`);
    const link = `http://localhost:3000/projects/${project.id}/tasks?task=T${asked.taskNumber}&answer=1`;
    for (const text of ['Which clock?', link, settings, 'Replies to this email are not read', 'on for “Needs you”'])
      expect(mail?.text).toContain(text);
    expect(mail?.html).toContain(link.replace('&', '&amp;'));
    expect(mail?.html).toContain(settings);
    await send();
    await note(asked);
    services.clock.advance(60 * MINUTE);
    await send();
    expect(received()).toHaveLength(1);
  });

  test('that was answered within these minutes is not mailed', async () => {
    const { taskId } = await ask();
    services.clock.advance(MINUTE);
    await answer(taskId);
    services.clock.advance(5 * MINUTE);
    await send();
    expect(received()).toEqual([]);
  });

  test('that was answered and followed by another one is not mailed for the first', async () => {
    const first = await ask();
    services.clock.advance(MINUTE);
    await services.database.pool.query(
      `update tasks set question = question || jsonb_build_object('asked_at', $2::text) where id = $1`,
      [first.taskId, services.now().toISOString()],
    );
    services.clock.advance(MINUTE);
    await send();
    expect(received()).toEqual([]);
  });
});

test('a block is mailed while it stands, a stopped agent while nobody went on', async () => {
  const { pool } = services.database;
  await saveNotifications(reader.ctx, { id: project.id, email: { agent_stopped: true, plan_finished: true } });
  const blocked = await ask('Blocked', { kind: 'blocked', text: 'No key.' });
  const lifted = await ask('Lifted', { kind: 'blocked' });
  const stopped = await ask('Stopped', { kind: 'stopped', text: '' });
  const taken = await ask('Taken over', { kind: 'stopped' });
  await pool.query(`update tasks set blocked_reason = 'No key.' where id = $1`, [blocked.taskId]);
  services.clock.advance(MINUTE);
  await pool.query(
    `insert into batons (project_id, slot, task_id, holder, holder_key, client_key, fence, taken_at, last_call_at, expires_at, beats)
     values ($1, 1, $2, '{}', 'x', 'x', 1, $3, $3, $4, '{}')`,
    [project.id, taken.taskId, services.now(), new Date(services.now().getTime() + 30 * MINUTE)],
  );
  services.clock.advance(MINUTE);
  await send();
  expect(subjects()).toEqual(['2 things happened while you were away']);
  const text = received()[0]?.text ?? '';
  expect(text).toContain(`Harbor API: T${blocked.taskNumber} Blocked is blocked\nNo key.`);
  expect(text).toContain(`Harbor API: codex stopped working on T${stopped.taskNumber} Stopped`);
  expect([text.includes('Lifted'), text.includes('Taken over'), lifted.kind]).toEqual([false, false, 'blocked']);
});

test('what happens within 15 minutes after a mail is one digest, across projects', async () => {
  await ask('First');
  services.clock.advance(30_000);
  await ask('Second, while the first waits');
  services.clock.advance(90_000);
  await send();
  expect(subjects()).toEqual(['2 things happened while you were away']);
  const { taskId } = await ask('Answered meanwhile');
  services.clock.advance(3 * MINUTE);
  const one = project;
  project = await createProject(reader.ctx, { name: 'Other' });
  await ask('Elsewhere');
  services.clock.advance(MINUTE);
  project = one;
  await ask('Third');
  await answer(taskId);
  services.clock.advance(10 * MINUTE);
  await send();
  expect(received()).toHaveLength(1);
  services.clock.advance(MINUTE);
  await send();
  expect(received()).toHaveLength(2);
  const text = received()[1]?.text ?? '';
  for (const said of [
    'Other: codex asks about T1 Elsewhere',
    'T4 Third',
    'your notifications for Other',
    'notifications for Harbor API',
  ])
    expect(text).toContain(said);
  expect(text).not.toContain('Answered meanwhile');
});

test('a finished plan is mailed at once to who wants to know, and nothing to who does not', async () => {
  await ask('Plan', {
    kind: 'plan_finished',
    taskId: null,
    taskNumber: null,
    taskTitle: null,
    text: 'All 26 are done.',
  });
  await send();
  expect(received()).toEqual([]);
  await saveNotifications(reader.ctx, { id: project.id, email: { plan_finished: true, needs_you: false } });
  await ask('Plan', {
    kind: 'plan_finished',
    taskId: null,
    taskNumber: null,
    taskTitle: null,
    text: 'All 26 are done.',
  });
  await ask('Not wanted');
  services.clock.advance(2 * MINUTE);
  await send();
  expect(subjects()).toEqual(['The plan is finished (Harbor API)']);
});

test('what is due is mailed also behind more questions than one mail takes', async () => {
  await saveNotifications(reader.ctx, { id: project.id, email: { plan_finished: true } });
  const question = await ask('Which clock');
  await note(...Array.from({ length: 250 }, (): Occurrence => ({ ...question, seq: (seq += 1) })));
  services.clock.advance(MINUTE);
  const none = { taskId: null, taskNumber: null, taskTitle: null, text: '' };
  await note({ ...question, ...none, kind: 'plan_finished', seq: (seq += 1), at: services.now() });
  await send();
  expect(received()).toHaveLength(1);
});

test.each([
  ['a suspended account', `update users set status = 'suspended' where id = $1`],
  ['an unconfirmed address', `update users set email_verified = false where id = $1`],
  ['a deleted project', `update projects set deleted_at = now() where user_id = $1`],
  ['a project that was gone', `delete from projects where user_id = $1`],
])('nothing is mailed to or about %s', async (_what, statement) => {
  await ask();
  await services.database.pool.query(statement, [reader.id]);
  services.clock.advance(2 * MINUTE);
  await send();
  expect(received()).toEqual([]);
});

test('without a mail server nothing is kept for later', async () => {
  await ask();
  services.clock.advance(2 * MINUTE);
  await send(services.mail);
  expect(services.sent).toEqual([]);
  await send();
  expect(received()).toEqual([]);
});

test('a refused mail is tried again, later and later, for a day', async () => {
  await ask();
  services.clock.advance(2 * MINUTE);
  refuses = true;
  await send();
  refuses = false;
  await send();
  expect(received()).toEqual([]);
  services.clock.advance(MINUTE);
  await send();
  expect(received()).toHaveLength(1);
});

test('a settled mail is swept after two days, and one that waits is not', async () => {
  const sent = await ask('Sent');
  services.clock.advance(2 * MINUTE);
  await send();
  const waiting = await ask('Waits');
  services.clock.advance(49 * 60 * MINUTE);
  await sweepNotifications(services.contextFor({ kind: 'system', name: 'sweep' }));
  const { rows } = await services.database.pool.query<{ seq: number }>(
    'select seq from notification_mails where project_id = $1',
    [project.id],
  );
  expect([sent.seq === waiting.seq, rows]).toEqual([false, [{ seq: waiting.seq }]]);
});

test('two servers mail a person once', async () => {
  const other = await openTestServices({ databaseUrl: services.databaseUrl });
  await ask();
  services.clock.advance(2 * MINUTE);
  const both = [services, { ...other, now: services.now }].map((each) =>
    followNotifications({ ...each, mail: mailer }),
  );
  await Promise.all(both.map((each) => each.settle()));
  await Promise.all(both.map((each) => each.close()));
  expect(received()).toHaveLength(1);
  await other.dispose();
});
