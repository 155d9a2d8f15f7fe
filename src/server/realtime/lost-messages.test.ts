import { type IncomingMessage, get } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

let here: TestServer;
let there: TestServer;
let address: string;
beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ databaseUrl: here.databaseUrl });
  there.config.feedLookMs = 50;
  address = await there.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await there.dispose();
  await here.dispose();
});

/** Drops notifications about feeds: this server receives one of so many, or none. */
function loseMessages({ bus }: TestServer, oneOf: number): () => number {
  const listen = bus.on;
  let lost = 0;
  let came = 0;
  vi.spyOn(bus, 'on').mockImplementation((topic, listener) =>
    listen(topic, (subject) => {
      came += topic === 'feed' ? 1 : 0;
      if (topic !== 'feed' || came % oneOf === 0) listener(subject);
      else lost += 1;
    }),
  );
  return () => lost;
}

async function follow(user: TestUser): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${await tokenFor(there, user)}` };
  return new Promise((resolve, reject) => {
    get(`${address}/api/me/events?since=0`, { agent: false, headers }, resolve).once('error', reject);
  });
}

/** The numbers of the changes that arrive, up to one. */
async function numbersUpTo(answer: IncomingMessage, last: number): Promise<number[]> {
  const seen: number[] = [];
  let rest = '';
  for await (const piece of answer.setEncoding('utf8')) {
    const messages = (rest + piece).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages)
      if (message.includes('event: change')) seen.push(Number(/^id: (.*)$/m.exec(message)?.[1]));
    if ((seen.at(-1) ?? 0) >= last) break;
  }
  return seen;
}

test.each([
  { what: 'two of three messages', oneOf: 3 },
  { what: 'every message', oneOf: Number.MAX_SAFE_INTEGER },
])('a follower at another server that loses $what hears every change once, in order', async ({ oneOf }) => {
  const user = await addUser(here);
  const lost = loseMessages(there, oneOf);
  const answer = await follow(user);
  const { id } = await createProject(user.ctx, { name: '1' });
  const numbers = numbersUpTo(answer, 20);
  for (let n = 2; n <= 20; n += 1) await updateProject(user.ctx, { id, name: String(n) });
  expect(await numbers).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
  await vi.waitFor(() => expect(lost()).toBeGreaterThan(0));
  answer.destroy();
  vi.restoreAllMocks();
});

test('what a server has told while its own connection was away reaches the others when it is back', async () => {
  const user = await addUser(here);
  const scope = `user:${user.id}`;
  const heard = new Promise((resolve) => {
    there.bus.on('feed', (subject) => subject === scope && resolve(subject));
  });
  const { rows } = await here.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'baton bus' and datname = current_database() order by backend_start limit 1`,
  );
  // The oldest listening connection is this server's.
  await here.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await vi.waitFor(() => expect(here.bus.connected()).toBe(false), { interval: 5 });
  expect(there.bus.connected()).toBe(true);
  here.bus.tell('feed', scope);
  expect(await heard).toBe(scope);
});
