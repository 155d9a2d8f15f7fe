import type { ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, systemSettings } from '#server/platform/db/tables/index.ts';
import type { Presence } from '#contract/people.ts';
import { createProject, deleteProject, lookersOf, updateProject } from '#server/projects/index.ts';
import { addMember } from '#test/add-member.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServices, openTestServices, startTestServer } from '#test/harness.ts';
import { metricCounts } from '#test/metric-counts.ts';
import { type Following, followFeed } from './follow-feed.ts';
import { watchProjects } from './watch-projects.ts';
import { PATIENT } from '#test/patience.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
});
afterAll(() => services.dispose());

interface Told {
  event: string;
  id: number;
  data: { type?: string; seq?: number };
}

/** Reads a stream event by event. */
async function open(user: TestUser, following: Partial<Following> = {}) {
  const leaving = new AbortController();
  const stream = await followFeed(user.ctx, {
    scope: `user:${user.id}`,
    after: undefined,
    signal: leaving.signal,
    ...following,
  });
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const told: Told[] = [];
  return {
    stream,
    leave: () => leaving.abort(),
    async next(): Promise<Told | undefined> {
      while (told.length === 0) {
        const { value, done } = await pieces.next();
        if (done === true) return undefined;
        told.push(...readEventsOf(value.toString()));
      }
      return told.shift();
    },
    close: async () => void stream.destroy(),
  };
}

function readEventsOf(text: string): Told[] {
  return text.split('\n\n').flatMap((message) => {
    const fields = new Map(message.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    const event = fields.get('event');
    return event === undefined
      ? []
      : [{ event, id: Number(fields.get('id')), data: JSON.parse(fields.get('data') ?? '{}') }];
  });
}

test('a stream tells where it starts, and then each change with its row', async () => {
  const user = await addUser(services);
  const stream = await open(user);
  expect(await stream.next()).toMatchObject({ event: 'ready', id: 0 });
  const project = await createProject(user.ctx, { name: 'Live' });
  expect(await stream.next()).toMatchObject({
    event: 'change',
    id: 1,
    data: { type: 'project.created', data: { id: project.id } },
  });
  await updateProject(user.ctx, { id: project.id, name: 'Renamed' });
  expect(await stream.next()).toMatchObject({ id: 2, data: { type: 'project.updated', data: { name: 'Renamed' } } });
  await stream.close();
});

test('a name is told on one line by any reading of what ends a line, and as it was typed', async () => {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: 'Live' });
  await updateProject(user.ctx, { id, name: 'a\u2028b\u2029c' });
  const stream = await followFeed(user.ctx, {
    scope: `user:${user.id}`,
    after: 1,
    signal: new AbortController().signal,
  });
  const lines = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  await lines.next();
  const { value } = await lines.next();
  expect(JSON.parse(/^data: (.*)$/ms.exec(String(value))?.[1] ?? '')).toMatchObject({
    data: { name: 'a\u2028b\u2029c' },
  });
  expect(String(value)).not.toMatch(/[\u2028\u2029]/);
  stream.destroy();
});

test('after any reconnect the numbers go on without gap or repeat, also past a full batch', async () => {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: '0' });
  for (let i = 1; i < 230; i += 1) await updateProject(user.ctx, { id, name: String(i) });
  const seen: number[] = [];
  let after = 0;
  for (const count of [1, 7, 200, 22]) {
    const stream = await open(user, { after });
    expect(await stream.next()).toMatchObject({ event: 'ready', id: after });
    for (let i = 0; i < count; i += 1) seen.push((await stream.next())?.id ?? -1);
    after = seen.at(-1) ?? 0;
    await stream.close();
  }
  expect(seen).toEqual(Array.from({ length: 230 }, (_, i) => i + 1));
});

/** Deletes the events up to a number, as the sweep does. */
async function forget(user: TestUser, upTo: number): Promise<void> {
  const values = [`user:${user.id}`, upTo];
  await services.database.pool.query('delete from feed where scope = $1 and seq <= $2', values);
  await services.database.pool.query('update feed_heads set first_seq = $2::int + 1 where scope = $1', values);
}

test('whoever asks for what is no longer kept is told to start anew, and goes on from the newest', async () => {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: '1' });
  for (const name of ['2', '3', '4']) await updateProject(user.ctx, { id, name });
  await forget(user, 2);
  const late = await open(user, { after: 1 });
  expect(await late.next()).toMatchObject({ event: 'ready', id: 1 });
  expect(await late.next()).toEqual({ event: 'restart', id: 4, data: { seq: 4, first_seq: 3 } });
  await updateProject(user.ctx, { id, name: '5' });
  expect(await late.next()).toMatchObject({ event: 'change', id: 5 });
  await late.close();

  const inTime = await open(user, { after: 2 });
  await inTime.next();
  expect(await inTime.next()).toMatchObject({ event: 'change', id: 3 });
  await inTime.close();

  await forget(user, 5);
  const all = await open(user, { after: 4 });
  await all.next();
  expect(await all.next()).toEqual({ event: 'restart', id: 5, data: { seq: 5, first_seq: 6 } });
  await all.close();
});

test('so is whoever reads so slowly that what comes next is gone', async () => {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: '0' });
  for (let i = 1; i < 405; i += 1) await updateProject(user.ctx, { id, name: String(i) });
  const slow = await open(user, { after: 0 });
  for (let i = 0; i < 10; i += 1) await slow.next();
  await vi.waitFor(() => expect(slow.stream.readableLength).toBe(1), PATIENT);
  await forget(user, 402);
  // What was already read from the database is still sent: one batch being sent, and one that waits.
  for (let i = 10; i <= 400; i += 1) expect((await slow.next())?.id).toBe(i);
  expect(await slow.next()).toMatchObject({ event: 'restart', id: 405 });
  await slow.close();
});

test('a change made on another server arrives', async () => {
  const other = await openTestServices({ databaseUrl: services.databaseUrl });
  const user = await addUser(services);
  const stream = await open(user);
  await stream.next();
  await createProject(other.contextFor(user.actor), { name: 'Elsewhere' });
  expect(await stream.next()).toMatchObject({ id: 1 });
  await stream.close();
  await other.dispose();
});

describe('a stream ends', () => {
  test('when the session ends', async () => {
    const user = await addUser(services);
    const stream = await open(user);
    await stream.next();
    await services.db.delete(sessions).where(eq(sessions.id, user.actor.sessionId));
    services.bus.tellHere('principal', user.id);
    expect(await stream.next()).toMatchObject({ event: 'ended' });
    expect(await stream.next()).toBeUndefined();
  });

  test('when what it follows is no longer the caller’s to see', async () => {
    const user = await addUser(services);
    const { id } = await createProject(user.ctx, { name: 'Soon gone' });
    let allowed = true;
    const stream = await open(user, { scope: `project:${id}`, after: 1, mayStillFollow: async () => allowed });
    await stream.next();
    allowed = false;
    await deleteProject(user.ctx, { id });
    expect(await stream.next()).toMatchObject({ event: 'ended' });
  });

  test('when maintenance begins, but for administrators', async () => {
    const admin = await addUser(services, { isAdmin: true });
    const looked = Promise.withResolvers<void>();
    const mayStillFollow = async () => {
      looked.resolve();
      return true;
    };
    const [theirs, bosses] = [await open(await addUser(services), { mayStillFollow }), await open(admin)];
    await theirs.next();
    await bosses.next();
    const setMode = async (maintenanceMode: boolean) => {
      await services.db.update(systemSettings).set({ maintenanceMode });
      services.bus.tellHere('settings', 'saved');
    };
    const told = theirs.next();
    await looked.promise;
    await setMode(true);
    expect(await told).toMatchObject({ event: 'ended' });
    expect(await theirs.next()).toBeUndefined();
    await createProject(admin.ctx, { name: 'Still here' });
    expect(await bosses.next()).toMatchObject({ data: { type: 'project.created' } });
    await bosses.close();
    await setMode(false);
    // Less than a heartbeat interval, by which a stream that was not notified would find out as well.
  }, 10_000);

  test('when the client leaves, and its listeners go with it', async () => {
    const user = await addUser(services);
    const stream = await open(user);
    await stream.next();
    stream.leave();
    expect(await stream.next()).toBeUndefined();
  });
});

test('an account has so many streams and no more, and a place that is left is free again', async () => {
  const server = await startTestServer();
  const user = await addUser(server);
  const address = await server.http.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  // Referenced, because the runtime cancels a response body that was garbage-collected.
  const answers: Response[] = [];
  const openOne = async () => {
    const answer = await fetch(`${address}/api/me/events`, { headers });
    answers.push(answer);
    return answer.status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 257; i += 1) statuses.push(await openOne());
  expect(statuses).toEqual([...Array.from({ length: 256 }, () => 200), 429]);
  const measured = () => metricCounts(server.metrics.openStreams);
  await vi.waitFor(async () => expect(await measured()).toEqual({ '': 256 }), PATIENT);
  await answers[0]?.body?.cancel();
  await vi.waitFor(async () => expect(await openOne()).toBe(200), PATIENT);
  for (const { body } of answers.slice(1)) await body?.cancel();
  await vi.waitFor(async () => expect(await measured()).toEqual({ '': 0 }), PATIENT);
  await server.dispose();
});

test.each([
  { stage: 'are being let in', table: 'users', listeners: 0 },
  { stage: 'wait for the first line', table: 'feed_heads', listeners: 1 },
])('readers who go while they $stage leave neither place nor listener', async ({ table, listeners }) => {
  const server = await startTestServer();
  const listening = countListeners(server, 'feed');
  const user = await addUser(server);
  const address = await server.http.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  let came = 0;
  let left = 0;
  server.http.server.on('request', (_request, response: ServerResponse) => {
    came += 1;
    response.once('close', () => (left += 1));
  });

  const holder = await server.database.pool.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  const leave = new AbortController();
  const opening = Array.from({ length: 32 }, () =>
    fetch(`${address}/api/me/events`, { headers, signal: leave.signal }).catch(() => undefined),
  );
  await vi.waitFor(() => expect([came, listening()]).toEqual([32, listeners]), PATIENT);
  leave.abort();
  await Promise.all(opening);
  await vi.waitFor(() => expect(left).toBe(32), PATIENT);
  await holder.query('commit');
  holder.release();

  const next = await fetch(`${address}/api/me/events`, { headers });
  expect(next.status).toBe(200);
  // The reader of the feed, and the watch of the projects.
  await vi.waitFor(() => expect(listening()).toBe(2), PATIENT);
  await next.body?.cancel();
  await vi.waitFor(() => expect(listening()).toBe(0), PATIENT);
  await server.dispose();
});

/** Counts listeners that subscribe to a topic from here on. */
function countListeners({ bus }: TestServices, topic: string): () => number {
  let count = 0;
  const listen = bus.on;
  vi.spyOn(bus, 'on').mockImplementation((name, listener) => {
    const off = listen(name, listener);
    if (name !== topic) return off;
    count += 1;
    return () => {
      count -= 1;
      off();
    };
  });
  return () => count;
}

describe('the projects of an account', () => {
  test('are told as they are after each change, once for many changes, and nobody else’s', async () => {
    const [user, other] = [await addUser(services), await addUser(services)];
    const server = { ...services };
    const project = await createProject(user.ctx, { name: 'Live' });
    const theirs = await createProject(other.ctx, { name: 'Not yours' });
    const told: { id: string; text: string }[] = [];
    const leave = watchProjects(server, user.id, {
      tell: (id, line) => void told.push({ id, text: line.toString() }),
      missed: () => void told.push({ id: 'missed', text: '' }),
    });
    for (const name of ['One', 'Two', 'Three']) await updateProject(user.ctx, { id: project.id, name });
    await updateProject(other.ctx, { id: theirs.id, name: 'Secret' });
    await vi.waitFor(() => expect(told.at(-1)?.text).toContain('"name":"Three"'), PATIENT);
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set([project.id]));
    // A project that is added later is followed too.
    const later = await createProject(user.ctx, { name: 'Later' });
    await updateProject(user.ctx, { id: later.id, name: 'Four' });
    await vi.waitFor(() => expect(told.some(({ id }) => id === later.id)).toBe(true), PATIENT);
    leave();
    const heard = told.length;
    await updateProject(user.ctx, { id: project.id, name: 'Five' });
    expect(told).toHaveLength(heard);
  });

  test('come with who looks at them, to those who share them and as long as they do', async () => {
    const server = await startTestServer();
    await raiseProjectLimit(server);
    const [user, friend, stranger] = [await addUser(server), await addUser(server), await addUser(server)];
    const [shared, own] = [
      await createProject(user.ctx, { name: 'Shared' }),
      await createProject(user.ctx, { name: 'Own' }),
    ];
    await addMember(server, shared.id, 'viewer', friend);
    const watch = ({ id }: TestUser) => {
      const told: Presence[] = [];
      const tell = (_key: string, line: Buffer) => {
        const [, data] = /^event: presence\ndata: (.*)\n\n$/u.exec(line.toString()) ?? [];
        if (data !== undefined) told.push(JSON.parse(data) as Presence);
      };
      return { told, leave: watchProjects(server, id, { tell, missed: () => undefined }) };
    };
    const lookers = lookersOf(server.bus);
    lookers.tell(own.id, user.id, true);
    lookers.tell(shared.id, user.id, true);
    const [theirs, foreign] = [watch(friend), watch(stranger)];
    // A window that opens later hears what is so already.
    await vi.waitFor(() => expect(theirs.told).toEqual([{ project_id: shared.id, here: [user.id] }]), PATIENT);
    lookers.tell(shared.id, friend.id, true);
    await vi.waitFor(
      () => expect(theirs.told.at(-1)).toEqual({ project_id: shared.id, here: [user.id, friend.id] }),
      PATIENT,
    );
    const removed = await server.http.inject({
      method: 'DELETE',
      url: `/api/projects/${shared.id}/people/${friend.id}`,
      headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
    });
    expect(removed.statusCode).toBe(200);
    const mine = watch(user);
    lookers.tell(shared.id, user.id, false);
    lookers.tell(own.id, user.id, false);
    await vi.waitFor(() => expect(mine.told.at(-1)).toEqual({ project_id: own.id, here: [] }), PATIENT);
    expect(theirs.told.map(({ project_id }) => project_id)).not.toContain(own.id);
    expect(theirs.told).toHaveLength(2);
    expect(foreign.told).toEqual([]);
    for (const { leave } of [theirs, foreign, mine]) leave();
    await server.dispose();
  });

  test('reach a stream that reads slowly with their newest state only', async () => {
    const user = await addUser(services);
    let say = (_key: string, _line: Buffer) => {};
    const stream = await open(user, {
      beside: (given) => {
        say = given;
        return () => undefined;
      },
    });
    expect(await stream.next()).toMatchObject({ event: 'ready' });
    for (const n of [1, 2, 3]) say('p', Buffer.from(`event: project\ndata: {"seq":${n}}\n\n`));
    expect(await stream.next()).toMatchObject({ event: 'project', data: { seq: 3 } });
    await stream.close();
  });
});
