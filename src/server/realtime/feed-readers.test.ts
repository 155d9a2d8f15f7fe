import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FEED_HEARTBEAT_SECONDS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { change } from '#server/platform/feed.ts';
import { createProject, deleteProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { seededRandom } from '#test/change-plan.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { SEED } from '#test/seed.ts';
import { type Following, followFeed } from './follow-feed.ts';
import { PATIENT } from '#test/patience.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
});
afterAll(() => services.dispose());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const BEAT = FEED_HEARTBEAT_SECONDS * 1_000;

async function makeProject(): Promise<{ user: TestUser; id: Id }> {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: 'Followed' });
  return { user, id };
}

const say = (user: TestUser, projectId: Id, error: string) =>
  change(user.ctx, async (_tx, emit) =>
    emit(`project:${projectId}`, 'generation.failed', { session_id: 'gen_1', error }),
  );

interface Heard {
  events: string[];
  ids: number[];
}

/** Opens a stream; `read` consumes until told to stop, `heard` is what was received. */
async function follow(user: TestUser, id: Id, following: Partial<Following> = {}) {
  const leaving = new AbortController();
  const stream = await followFeed(user.ctx, {
    scope: `project:${id}`,
    after: undefined,
    signal: leaving.signal,
    ...following,
  });
  const heard: Heard = { events: [], ids: [] };
  const take = (bytes: Buffer) => {
    for (const message of bytes.toString().split('\n\n')) {
      const event = /^event: (.*)$/m.exec(message)?.[1];
      if (event !== undefined) heard.events.push(event);
      if (event === 'change') heard.ids.push(Number(/^id: (.*)$/m.exec(message)?.[1]));
    }
  };
  return { stream, heard, leave: () => leaving.abort(), read: () => void stream.on('data', take) };
}

const until = (check: () => void) => vi.waitFor(check, PATIENT);
const last = ({ ids }: Heard) => ids.at(-1) ?? 0;

test('thirty followers of a project cost one reading of the feed per change, and share its bytes', async () => {
  const { user, id } = await makeProject();
  const asked = vi.fn(async () => true);
  const followers = await Promise.all(Array.from({ length: 30 }, () => follow(user, id, { mayStillFollow: asked })));
  const chunks: Buffer[] = [];
  for (const each of followers) each.read();
  await until(() => expect(asked).toHaveBeenCalledTimes(30));
  for (const each of followers) each.stream.on('data', (bytes: Buffer) => chunks.push(bytes));
  const counting = countStatements(services.database.pool);
  await say(user, id, 'one');
  await until(() => expect(chunks).toHaveLength(30));
  const reads = counting.stop().filter((text) => /^\s*select.*from "?(events|feed)/is.test(text));
  // The duplicate notification from the database may cause a read that finds nothing new.
  expect(reads.length).toBeLessThanOrEqual(2);
  expect(new Set(chunks).size, 'the very same buffer').toBe(1);
  expect(asked, 'nobody was asked about again').toHaveBeenCalledTimes(30);
  for (const each of followers) each.stream.destroy();
});

test('whoever comes and goes while others write hears each change once and in order', async () => {
  const random = seededRandom(SEED);
  const { user, id } = await makeProject();
  const scope = `project:${id}` as const;
  const CHANGES = 300;
  let written = 0;
  const write = async () => {
    while (written < CHANGES) {
      written += 1;
      await say(user, id, `note ${written}`);
    }
  };
  let done = false;
  const visit = async () => {
    const ids: number[] = [];
    let after = 0;
    while (!done || after < (await headOf(scope))) {
      const { stream, heard } = await follow(user, id, { after });
      const stay = 1 + Math.floor(random() * 40);
      const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      while (heard.ids.length < stay) {
        if (done && Math.max(after, last(heard)) >= (await headOf(scope))) break;
        const { value } = await pieces.next();
        for (const [, number] of String(value).matchAll(/^id: (\d+)\nevent: change$/gm)) heard.ids.push(Number(number));
        // Some consumers are slower than the writers.
        if (random() < 0.2) await headOf(scope);
      }
      stream.destroy();
      ids.push(...heard.ids);
      after = last(heard) || after;
    }
    return ids;
  };
  const visitors = Array.from({ length: 6 }, visit);
  await Promise.all([write(), write(), write()]);
  await say(user, id, 'the end');
  const head = await headOf(scope);
  done = true;
  // An event for followers that still wait; others already have what they need.
  await say(user, id, 'for whoever waits');
  for (const ids of await Promise.all(visitors)) {
    expect(ids.length).toBeGreaterThanOrEqual(head);
    expect(ids).toEqual(ids.map((_, i) => i + 1));
  }
});

async function headOf(scope: string): Promise<number> {
  const { rows } = await services.database.pool.query<{ seq: number }>('select seq from feed_heads where scope = $1', [
    scope,
  ]);
  return rows[0]?.seq ?? 0;
}

test('whoever does not read keeps nobody waiting, holds next to nothing, and hears all of it later', async () => {
  const { user, id } = await makeProject();
  const slow = await follow(user, id);
  const fast = await follow(user, id);
  fast.read();
  await once(slow.stream, 'readable');
  slow.stream.read();
  // More than the reader's buffer.
  const body = 'x'.repeat(8_000);
  for (let i = 0; i < 60; i += 1) await say(user, id, body);
  const head = await headOf(`project:${id}`);
  await until(() => expect(last(fast.heard)).toBe(head));
  expect(slow.stream.readableLength).toBeLessThanOrEqual(1);
  slow.read();
  await until(() => expect(last(slow.heard)).toBe(head));
  expect(slow.heard.ids).toEqual(fast.heard.ids);
  for (const each of [slow, fast]) each.stream.destroy();
});

describe('a message that gets lost', () => {
  const deafen = (...topics: string[]) => {
    const listen = services.bus.on;
    vi.spyOn(services.bus, 'on').mockImplementation((topic, listener) =>
      topics.includes(topic) ? () => undefined : listen(topic, listener),
    );
  };

  test('of a change costs a heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    deafen('feed');
    const { user, id } = await makeProject();
    const one = await follow(user, id);
    one.read();
    await until(() => expect(one.heard.events).toEqual(['ready']));
    await say(user, id, 'unheard');
    await vi.advanceTimersByTimeAsync(BEAT);
    await until(() => expect(one.heard.events).toEqual(['ready', 'change']));
    one.stream.destroy();
  });

  test('of somebody’s standing costs a heartbeat, also where changes come all the time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    deafen('principal');
    const { user, id } = await makeProject();
    let isAllowed = true;
    const one = await follow(user, id, { mayStillFollow: async () => isAllowed });
    one.read();
    await until(() => expect(one.heard.events).toEqual(['ready']));
    isAllowed = false;
    await say(user, id, 'nobody has said a thing');
    await until(() => expect(one.heard.events).toEqual(['ready', 'change']));
    await vi.advanceTimersByTimeAsync(BEAT);
    await until(() => expect(one.heard.events).toEqual(['ready', 'change', 'ended']));
    await until(() => expect(one.stream.closed).toBe(true));
  });
});

test('once something was said about the caller, nothing is told before it was looked at', async () => {
  const { user, id } = await makeProject();
  const answer = Promise.withResolvers<boolean>();
  let asked = 0;
  const mayStillFollow = async () => {
    asked += 1;
    return asked === 1 ? true : answer.promise;
  };
  const one = await follow(user, id, { mayStillFollow });
  const other = await follow(user, id);
  for (const each of [one, other]) each.read();
  await until(() => expect(asked).toBe(1));
  services.bus.tellHere('principal', user.id);
  await until(() => expect(asked).toBe(2));
  await say(user, id, 'a secret');
  await until(() => expect(other.heard.ids).toHaveLength(1));
  expect(one.heard.events).toEqual(['ready']);
  answer.resolve(false);
  await until(() => expect(one.heard.events).toEqual(['ready', 'ended']));
  other.stream.destroy();
});

test('a project’s end is told to nobody who may not see it any more, however far behind', async () => {
  const { user, id } = await makeProject();
  let isAllowed = true;
  const mayStillFollow = async () => isAllowed;
  const [live, late] = [await follow(user, id, { mayStillFollow }), await follow(user, id, { mayStillFollow })];
  live.read();
  await until(() => expect(live.heard.events).toEqual(['ready']));
  isAllowed = false;
  await deleteProject(user.ctx, { id });
  late.read();
  for (const each of [live, late]) await until(() => expect(each.heard.events).toEqual(['ready', 'ended']));
});

test('a feed that was put back to an earlier day ends its streams, and tells the lower number to whoever comes again', async () => {
  const { user, id } = await makeProject();
  for (const body of ['1', '2', '3']) await say(user, id, body);
  const scope = `project:${id}` as const;
  const head = await headOf(scope);
  const one = await follow(user, id);
  one.read();
  await until(() => expect(one.heard.events).toEqual(['ready']));
  await services.database.pool.query('update feed_heads set seq = seq - 2 where scope = $1', [scope]);
  // As after a gap: a new follower reads the feed's head.
  const again = await follow(user, id, { after: head });
  const { value } = await (again.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>).next();
  expect(String(value)).toContain(`event: ready\ndata: {"seq":${head - 2}}`);
  await until(() => expect(one.stream.closed).toBe(true));
  expect(one.heard.events).toEqual(['ready']);
  again.stream.destroy();
});

test('a feed that cannot be read ends its streams with the error', async () => {
  const { user, id } = await makeProject();
  const one = await follow(user, id);
  one.read();
  await until(() => expect(one.heard.events).toEqual(['ready']));
  const failed = once(one.stream, 'error');
  vi.spyOn(services.db, 'select').mockImplementation(() => {
    throw new Error('the database is gone');
  });
  vi.spyOn(services.database.pool, 'query').mockImplementation(() => {
    throw new Error('the database is gone');
  });
  services.bus.tellHere('feed', `project:${id}`);
  expect(await failed).toMatchObject([{ message: 'the database is gone' }]);
});

test('an account is followed the same way, each by its own reader', async () => {
  const [one, two] = [await addUser(services), await addUser(services)];
  const open = async (user: TestUser) => {
    const each = await follow(user, user.id, { scope: `user:${user.id}` });
    each.read();
    return each;
  };
  const [windowA, windowB, other] = [await open(one), await open(one), await open(two)];
  const { id } = await createProject(one.ctx, { name: 'Mine' });
  await updateProject(one.ctx, { id, name: 'Still mine' });
  for (const each of [windowA, windowB]) await until(() => expect(each.heard.ids).toEqual([1, 2]));
  expect(other.heard.ids).toEqual([]);
  for (const each of [windowA, windowB, other]) each.stream.destroy();
});
