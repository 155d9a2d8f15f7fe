import { type IncomingMessage, get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { Plan } from '#contract/plan.ts';
import { setUserStatus } from '#server/auth/index.ts';
import { createProject, deleteProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { changePlan, seededRandom } from '#test/change-plan.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type Replica, applyEvent, replicaOf, rereadPlan, showPlan, showReplica } from '#test/replay-feed.ts';
import { SEED } from '#test/seed.ts';
import { soak } from '#test/soak.ts';

const CHANGES = soak(1_200);
const WRITERS = 4;
const LAST_WORD = 'This is the end.';
/** Probability that the connection breaks after a chunk. */
const CUT = 0.03;

let here: TestServer;
let there: TestServer;
let addresses: { here: string; there: string };
beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ databaseUrl: here.databaseUrl });
  await raiseProjectLimit(here);
  const listen = (server: TestServer) => server.http.listen({ port: 0, host: '127.0.0.1' });
  addresses = { here: await listen(here), there: await listen(there) };
});
afterAll(async () => {
  await there.dispose();
  await here.dispose();
});

interface Reader {
  address: string;
  token: string;
  projectId: Id;
}

async function ask<T>({ address, token }: Reader, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}
const readPlan = (reader: Reader) => ask<Plan>(reader, 'GET', `/api/projects/${reader.projectId}/plan`);

function connect({ address, token, projectId }: Reader, lastEventId: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': String(lastEventId) };
    get(`${address}/api/projects/${projectId}/events`, { agent: false, headers }, (answer) =>
      answer.statusCode === 200 ? resolve(answer) : reject(new Error(`the stream answered ${answer.statusCode}`)),
    ).once('error', reject);
  });
}

interface Message {
  event: string | undefined;
  id: number;
  data: string;
}

/** Parses complete messages; a partial one at the end is discarded on a break. */
function createParser(): (text: string) => Message[] {
  let rest = '';
  return (text) => {
    const whole = (rest + text).split('\n\n');
    rest = whole.pop() ?? '';
    return whole.map((message) => ({
      event: /^event: (.*)$/m.exec(message)?.[1],
      id: Number(/^id: (.*)$/m.exec(message)?.[1] ?? Number.NaN),
      data: /^data: (.*)$/m.exec(message)?.[1] ?? '',
    }));
  };
}

/** Reads to the end through every break, resuming after the last complete event. */
async function follow(reader: Reader, replica: Replica, random: () => number): Promise<{ cuts: number; seen: number }> {
  let cuts = 0;
  let seen = 0;
  for (;;) {
    const from = replica.heard;
    const answer = await connect(reader, from);
    const parse = createParser();
    for await (const chunk of piecesOf(answer)) {
      const keep = random() < CUT ? Math.floor(random() * chunk.length) : chunk.length;
      for (const { event, id, data } of parse(chunk.slice(0, keep))) {
        if (event === 'ready') expect(id, 'a stream goes on where its reader stopped').toBe(from);
        if (event !== 'change') continue;
        const change = JSON.parse(data) as FeedEvent;
        expect(change.seq).toBe(id);
        applyEvent(replica, change);
        seen += 1;
        if (replica.isStale) rereadPlan(replica, await readPlan(reader));
        if (change.type === 'note.created' && change.data.body === LAST_WORD) {
          answer.destroy();
          return { cuts, seen };
        }
      }
      if (keep === chunk.length) continue;
      cuts += 1;
      answer.socket.destroy();
      break;
    }
  }
}

/** Chunks of text; a broken connection ends the iteration. */
async function* piecesOf(answer: IncomingMessage): AsyncGenerator<string> {
  answer.setEncoding('utf8');
  const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<string>;
  for (;;) {
    const piece = await pieces.next().catch(() => undefined);
    if (piece === undefined || piece.done === true) return;
    yield piece.value;
  }
}

/** A project with a plan, and its owner at both servers. */
async function prepare(): Promise<{ owner: TestUser; projectId: Id; readers: { here: Reader; there: Reader } }> {
  const owner = await addUser(here);
  const { id: projectId } = await createProject(owner.ctx, { name: 'Busy' });
  const token = await tokenFor(here, owner);
  const readers = {
    here: { address: addresses.here, token, projectId },
    there: { address: addresses.there, token, projectId },
  };
  return { owner, projectId, readers };
}

test('three readers, cut off again and again at two servers, hear each of 5,000 changes once and in order', async () => {
  const random = seededRandom(SEED);
  const { owner, projectId, readers } = await prepare();
  for (let number = 1; number <= 30; number += 1)
    await ask(readers.here, 'POST', `/api/projects/${projectId}/tasks`, { title: `Task ${number}` });
  const begin = await readPlan(readers.here);

  const followers = [readers.here, readers.here, readers.there].map((reader) => {
    const replica = replicaOf(begin);
    return { replica, done: follow(reader, replica, random) };
  });
  const writing = changePlan({ ctx: owner.ctx, projectId, random }, CHANGES, WRITERS).then(() =>
    ask(readers.here, 'POST', `/api/projects/${projectId}/notes`, { type: 'OTHER', body: LAST_WORD }),
  );
  const [results] = await Promise.all([Promise.all(followers.map(({ done }) => done)), writing]);

  const plan = await readPlan(readers.there);
  for (const [place, { cuts, seen }] of results.entries()) {
    const name = `reader ${place} with seed ${SEED}`;
    expect(cuts, name).toBeGreaterThan(0);
    expect(seen, name).toBe(plan.seq - begin.seq);
    expect(seen, name).toBeGreaterThanOrEqual(CHANGES);
    expect(showReplica(followers[place]?.replica ?? replicaOf(begin)), name).toEqual(showPlan(plan));
  }
});

describe('a plan’s stream ends at every server', () => {
  const endings: Record<string, (owner: TestUser, reader: Reader) => Promise<unknown>> = {
    'when the project is deleted': (owner, { projectId }) => deleteProject(owner.ctx, { id: projectId }),
    'when its owner is suspended': async (owner) => {
      const admin = await addUser(here, { isAdmin: true });
      await setUserStatus(admin.ctx, { userId: owner.id, status: 'suspended' });
    },
    'when the session ends': (owner, reader) => ask(reader, 'DELETE', `/api/me/sessions/${owner.actor.sessionId}`),
  };

  test.each(Object.entries(endings))('%s', async (_when, end) => {
    const { owner, readers } = await prepare();
    const streams = await Promise.all([readers.here, readers.there].map((reader) => connect(reader, 0)));
    const ended = streams.map(async (answer) => {
      const parse = createParser();
      const said: (string | undefined)[] = [];
      for await (const piece of piecesOf(answer)) said.push(...parse(piece).map(({ event }) => event));
      return said;
    });
    await end(owner, readers.here);
    for (const said of await Promise.all(ended)) {
      expect(said[0]).toBe('ready');
      expect(said.at(-1)).toBe('ended');
    }
    await expect(connect(readers.there, 0)).rejects.toThrow(/answered 40[134]/);
  });
});
