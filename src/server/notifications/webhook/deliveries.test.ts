import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { saveWebhook as saving } from '#contract/notifications.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { type WebhookReceiver, startReceiver } from '#test/webhook-receiver.ts';
import { type Occurrence, followNotifications, noteOccurrences, sweepNotifications } from '../index.ts';
import { getWebhook, listWebhookDeliveries } from './get-webhook.ts';
import { claimDelivery } from './queries.ts';
import { saveWebhook } from './save-webhook.ts';
import { testWebhook } from './send-again.ts';
import type { SendOptions } from './send-delivery.ts';

const MINUTE = 60_000;

/** Without the app: only what a test starts delivers. */
let server: TestServices;
let owner: TestUser;
let receiver: WebhookReceiver;
let projectId: Id;
let secret: string;
let seq = 0;
beforeAll(async () => {
  server = await openTestServices({ env: { BATON_PRIVATE_WEBHOOKS: 'on' } });
  await raiseProjectLimit(server);
  owner = await addUser(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  receiver = await startReceiver();
  projectId = (await createProject(owner.ctx, { name: 'Harbor <API>' })).id;
  secret = (await save()).secret ?? '';
});
afterEach(async () => {
  await receiver.close();
  await server.database.pool.query('delete from project_webhooks');
});

const save = (fields: Partial<InputOf<typeof saving>> = {}) =>
  saveWebhook(owner.ctx, {
    id: projectId,
    address: receiver.url,
    format: 'json',
    kinds: ['needs_you', 'agent_stopped'],
    enabled: true,
    ...fields,
  });
const webhook = async () => (await getWebhook(owner.ctx, { id: projectId })).webhook;
const deliveries = () => listWebhookDeliveries(owner.ctx, { id: projectId });

const occurrence = (more: Partial<Occurrence> = {}): Occurrence => ({
  kind: 'asked',
  projectId,
  seq: (seq += 1),
  at: server.now(),
  taskId: '019a0000-0000-7000-8000-000000000001' as Id,
  taskNumber: 23,
  taskTitle: 'Clock-skew guard',
  agent: 'codex',
  text: 'Which clock?',
  ...more,
});
const note = (...occurrences: Occurrence[]) => server.db.transaction((tx) => noteOccurrences(tx, occurrences));

async function deliver(options: SendOptions = {}, services: TestServices = server): Promise<void> {
  const follower = followNotifications(services, { random: () => 0.5, ...options });
  await follower.settle();
  await follower.close();
}

describe('a delivery', () => {
  test('has a body, and a signature that anybody can check', async () => {
    await note(occurrence());
    await deliver();
    const [{ headers, body, method, path } = { headers: {}, body: '', method: '', path: '' }] = receiver.received;
    expect([method, path, headers['content-type']]).toEqual(['POST', '/hook', 'application/json; charset=utf-8']);
    const [shown] = await deliveries();
    expect(JSON.parse(body)).toEqual({
      id: shown?.id,
      type: 'needs_you',
      created_at: server.now().toISOString(),
      project: { id: projectId, name: 'Harbor <API>', url: `http://localhost:3000/projects/${projectId}/tasks` },
      task: {
        id: '019a0000-0000-7000-8000-000000000001',
        number: 23,
        title: 'Clock-skew guard',
        url: `http://localhost:3000/projects/${projectId}/tasks?task=T23&answer=1`,
      },
      agent: 'codex',
      text: 'Which clock?',
    });
    const [id, time] = [headers['baton-webhook-id'], headers['baton-timestamp']];
    expect([id, time]).toEqual([shown?.id, String(Math.floor(server.now().getTime() / 1_000))]);
    const expected = createHmac('sha256', secret)
      .update(`${String(id)}.${String(time)}.${body}`)
      .digest('hex');
    expect(headers['baton-signature']).toBe(`v1=${expected}`);
    expect([headers['cookie'], headers['authorization']]).toEqual([undefined, undefined]);
    expect(shown).toMatchObject({ state: 'delivered', status: 200, tries: 1, error: null, response: 'ok' });
    expect(shown?.duration_ms).toBeGreaterThanOrEqual(0);
  });

  test('is made once, however often it is noted, and only for kinds that are on', async () => {
    const [asked, stopped, ended] = [occurrence(), occurrence({ kind: 'stopped' }), occurrence({ kind: 'run_ended' })];
    await note(asked, stopped, ended);
    await note(asked, ended);
    await note(occurrence({ at: new Date(server.now().getTime() - 25 * 60 * MINUTE) }));
    await deliver();
    expect((await deliveries()).map(({ type }) => type).toSorted()).toEqual(['agent_stopped', 'needs_you']);
    expect(receiver.received).toHaveLength(2);
  });

  test('in the format of Slack escapes what people and agents wrote', async () => {
    await save({ format: 'slack' });
    await note(occurrence({ text: '<!channel> & more', taskTitle: 'a|b <c>' }));
    await deliver();
    const body = JSON.parse(receiver.received[0]?.body ?? '') as { text: string; blocks: unknown };
    const url = `http://localhost:3000/projects/${projectId}/tasks`;
    expect(body).toEqual({
      text: 'An agent asks you: &lt;!channel&gt; &amp; more',
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: `*An agent asks you* · codex\n<${url}?task=T23&answer=1|T23 a¦b &lt;c&gt;> in <${url}|Harbor &lt;API&gt;>`,
            verbatim: true,
          },
        },
        { type: 'section', text: { type: 'plain_text', text: '<!channel> & more', emoji: false } },
      ],
    });
  });

  test('is refused where a name leads to a private network, and nothing reaches it', async () => {
    await save({ address: `https://hooks.example:${receiver.port}/` });
    await note(occurrence());
    const services = { ...server, config: { ...server.config, privateWebhooks: false } };
    const answers = ['93.184.215.14', '127.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    // Looked up before, as somebody would who checks the name first; the delivery looks it up itself.
    await resolve();
    await deliver({ resolve }, services);
    expect(await deliveries()).toMatchObject([
      {
        state: 'failed',
        status: null,
        tries: 1,
        error: 'The address leads into a private network, which is not allowed.',
      },
    ]);
    expect(receiver.received).toEqual([]);
  });

  test('does not go to http any more once private addresses are no longer allowed', async () => {
    await note(occurrence());
    await deliver({}, { ...server, config: { ...server.config, privateWebhooks: false } });
    expect(await deliveries()).toMatchObject([{ state: 'failed', error: 'The address must begin with https://.' }]);
    expect(receiver.received).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  test('is tried again, later and later, and a success clears the failures', async () => {
    receiver.reactions.push(
      (response) => response.writeHead(503).end('Try\r\n\u001b[31m later'),
      (response) => response.destroy(),
    );
    await note(occurrence());
    await deliver();
    expect(await deliveries()).toMatchObject([
      {
        state: 'pending',
        tries: 1,
        tries_max: 5,
        status: 503,
        error: 'Service Unavailable',
        response: 'Try [31m later',
      },
    ]);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    server.clock.advance(40_000);
    await deliver();
    expect(await deliveries()).toMatchObject([
      { state: 'pending', tries: 2, status: null, error: 'The receiver closed the connection.' },
    ]);
    server.clock.advance(160_000);
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 3, status: 200, error: null }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['baton-webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['baton-signature'])).size).toBe(3);
  });

  test('five times within about an hour is given up; the webhook says that it fails, and stays on', async () => {
    receiver.reactions.push(
      ...Array.from({ length: 5 }, () => (response: { destroy(): unknown }) => response.destroy()),
    );
    await note(occurrence());
    const began = server.now().getTime();
    for (let round = 0; round < 5; round += 1) {
      await deliver();
      const [{ next_at: next } = { next_at: null }] = await deliveries();
      if (next !== null) server.clock.advance(Date.parse(next) - server.now().getTime());
    }
    const passed = (server.now().getTime() - began) / MINUTE;
    expect([passed > 50, passed < 70]).toEqual([true, true]);
    expect(await deliveries()).toMatchObject([{ state: 'failed', tries: 5, next_at: null }]);
    expect(await webhook()).toMatchObject({ failing: true, enabled: true });
    await note(occurrence());
    await deliver();
    expect(await webhook()).toMatchObject({ failing: false });
  });

  test.each([
    [410, 'Gone'],
    [404, 'Not Found'],
    [302, 'It answered with a redirect, which is not followed.'],
  ])('with %d is given up at once', async (status, error) => {
    const elsewhere = await startReceiver();
    receiver.reactions.push((response) => response.writeHead(status, { location: elsewhere.url }).end());
    await note(occurrence());
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'failed', tries: 1, status, error }]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test('waits as long as the receiver asks, at most an hour', async () => {
    receiver.reactions.push(
      (response) => response.writeHead(429, { 'retry-after': '600' }).end(),
      (response) => response.writeHead(503, { 'retry-after': '999999' }).end(),
    );
    await note(occurrence());
    const wait = async () => (Date.parse((await deliveries())[0]?.next_at ?? '') - server.now().getTime()) / 1_000;
    await deliver();
    expect(await wait()).toBe(600);
    server.clock.advance(600_000);
    await deliver();
    expect(await wait()).toBe(3_600);
  });

  test('because the receiver takes too long says so', async () => {
    receiver.reactions.push(() => undefined);
    await note(occurrence());
    await deliver({ timeoutMs: 30 });
    expect(await deliveries()).toMatchObject([
      { state: 'pending', status: null, error: 'No answer within 10 seconds.' },
    ]);
  });

  test('because of a secret of another instance asks for a new one', async () => {
    await server.database.pool.query(`update project_webhooks set sealed_secret = 'sealed.v1.AAAA'`);
    await note(occurrence());
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'failed', error: expect.stringContaining('Create a new one') }]);
    expect(receiver.received).toEqual([]);
  });
});

describe('with several servers', () => {
  test('each delivery is sent by one of them, one at a time for each receiver', async () => {
    const other = await openTestServices({ databaseUrl: server.databaseUrl, env: { BATON_PRIVATE_WEBHOOKS: 'on' } });
    let open = 0;
    let most = 0;
    const react = (response: { end(): unknown }) => {
      most = Math.max(most, (open += 1));
      setImmediate(() => {
        open -= 1;
        response.end();
      });
    };
    receiver.reactions.push(...Array.from({ length: 12 }, () => react));
    await note(...Array.from({ length: 12 }, () => occurrence()));
    const both = [followNotifications(server), followNotifications({ ...other, now: server.now })];
    await Promise.all(both.map((each) => each.settle()));
    await Promise.all(both.map((each) => each.settle()));
    await Promise.all(both.map((each) => each.close()));
    expect(receiver.received).toHaveLength(12);
    expect(new Set(receiver.received.map(({ headers }) => headers['baton-webhook-id'])).size).toBe(12);
    expect(most).toBe(1);
    await other.dispose();
  });

  test('what a server that died had sent is sent once more, under the same id', async () => {
    await note(occurrence());
    const now = server.now();
    const claimed = await claimDelivery(server.database.pool, now, new Date(now.getTime() + MINUTE));
    expect(claimed?.tries).toBe(1);
    // It sends, and is killed before it records that.
    await deliver();
    expect(receiver.received).toEqual([]);
    server.clock.advance(MINUTE);
    await deliver();
    expect(receiver.received.map(({ headers }) => headers['baton-webhook-id'])).toEqual([claimed?.id]);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 2 }]);
  });

  test('one that stops gives back what it was sending', async () => {
    const asked = Promise.withResolvers<void>();
    receiver.reactions.push(() => asked.resolve());
    await note(occurrence());
    const follower = followNotifications(server);
    const settled = follower.settle();
    await asked.promise;
    await follower.close();
    await settled;
    expect(await deliveries()).toMatchObject([{ state: 'pending', tries: 0, error: null }]);
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });
});

test('a receiver that does not answer does not delay another', async () => {
  const held = Promise.withResolvers<void>();
  receiver.reactions.push((response) => void held.promise.then(() => response.end()));
  await note(occurrence());
  const slow = projectId;
  projectId = (await createProject(owner.ctx, { name: 'Other' })).id;
  const quick = await startReceiver();
  await save({ address: quick.url });
  const arrived = Promise.withResolvers<void>();
  quick.reactions.push((response) => {
    response.end();
    arrived.resolve();
  });
  await note(occurrence(), occurrence({ projectId: slow }));
  const follower = followNotifications(server);
  const settled = follower.settle();
  await arrived.promise;
  held.resolve();
  await settled;
  expect([receiver.received.length, quick.received.length]).toEqual([2, 1]);
  await follower.close();
  await quick.close();
});

test('one that is under way when the webhook is switched off is not tried again', async () => {
  receiver.reactions.push((response) => {
    void save({ enabled: false }).then(() => response.writeHead(503).end());
  });
  await note(occurrence());
  await deliver();
  expect(await deliveries()).toMatchObject([{ state: 'dropped', next_at: null }]);
  server.clock.advance(40_000);
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

test('what was entered at the moment of switching off is not sent', async () => {
  await note(occurrence());
  await server.database.pool.query('update project_webhooks set enabled = false where project_id = $1', [projectId]);
  await deliver();
  expect(receiver.received).toEqual([]);
});

test('of several tests that are asked for at once only one is entered', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => testWebhook(owner.ctx, { id: projectId })));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await deliveries()).toHaveLength(1);
});

test('of more deliveries than are kept the oldest are swept, and none that waits', async () => {
  const many = Array.from({ length: 8 }, () => occurrence());
  await note(...many);
  const { pool } = server.database;
  await pool.query(`update webhook_deliveries set state = 'delivered' where project_id = $1 and seq <> $2`, [
    projectId,
    many[0]?.seq,
  ]);
  await pool.query(`update webhook_deliveries set created_at = created_at + seq * interval '1 ms'`);
  await sweepNotifications(owner.ctx, 3);
  const { rows } = await pool.query<{ seq: number }>(
    'select seq from webhook_deliveries where project_id = $1 order by seq',
    [projectId],
  );
  expect(rows.map(({ seq: number }) => number)).toEqual([0, 5, 6, 7].map((place) => many[place]?.seq));
});

test('of more than a thousand that wait the oldest are dropped, and their rows say so', async () => {
  const many = Array.from({ length: 1_003 }, () => occurrence());
  await note(...many);
  const { rows } = await server.database.pool.query<{ seq: number; error: string }>(
    `select seq, error from webhook_deliveries where project_id = $1 and state = 'dropped' order by seq`,
    [projectId],
  );
  expect(rows.map(({ seq: number }) => number)).toEqual(many.slice(0, 3).map(({ seq: number }) => number));
  expect(rows[0]?.error).toBe('Dropped: more than 1,000 deliveries were waiting.');
});

test('nothing is delivered for a deleted project or a suspended account', async () => {
  const { pool } = server.database;
  await note(occurrence());
  await pool.query(`update users set status = 'suspended' where id = $1`, [owner.id]);
  await deliver();
  await pool.query(`update users set status = 'active' where id = $1`, [owner.id]);
  await pool.query(`update projects set deleted_at = now() where id = $1`, [projectId]);
  await note(occurrence());
  await deliver();
  expect(receiver.received).toEqual([]);
});
