import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { addUser, tokenFor } from '#test/builders.ts';
import { type Balancer, startBalancer } from '#test/balancer.ts';
import { createFakeEngine } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { createProject } from './projects/index.ts';

// Servers start and stop under load here, which can take long on a slow machine.
vi.setConfig({ testTimeout: 240_000 });

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const listen = (server: TestServer) => server.http.listen({ port: 0, host: '127.0.0.1' });

async function dial(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  open.push(async () => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));

test('a draining server says that it is not ready, and serves what comes, one request per connection', async () => {
  const server = await startTestServer();
  open.push(() => server.dispose());
  const url = await listen(server);
  server.app.drain();
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await ready.json()).toMatchObject({ success: false, errorType: 'INTERNAL_ERROR', errorCode: 'SERVER_BUSY' });
  const socket = await dial(url);
  socket.write('GET /api/instance HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*^connection: close\r$/im);
});

/** A request that stays in flight until the test completes it, on a connection of its own. */
async function holdRequest(limits: { finishWithinMs: number }) {
  const engine = createFakeEngine();
  const asked = Promise.withResolvers<void>();
  const hold = Promise.withResolvers<void>();
  const { read } = engine;
  engine.read = async (content, wishes) => {
    asked.resolve();
    await hold.promise;
    return read(content, wishes);
  };
  const server = await startTestServer({ engine, limits });
  const user = await addUser(server);
  const { id } = await createProject(user.ctx, { name: 'House' });
  const socket = await dial(await listen(server));
  const body = JSON.stringify({ content: '## Doors\n- R1: Open\n' });
  const headers = `Host: localhost\r\nAuthorization: Bearer ${await tokenFor(server, user)}\r\nX-Project-Id: ${id}`;
  socket.write(
    `POST /api/ai-engine/reading HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await asked.promise;
  return { server, socket, headers, letGo: hold.resolve };
}

test('what was begun is finished while the server stops; what comes after it is refused in the envelope', async () => {
  const { server, socket, headers, letGo } = await holdRequest({ finishWithinMs: 60_000 });
  const stopped = server.dispose();
  const followed = once(server.http.server, 'request');
  socket.write(`GET /api/projects HTTP/1.1\r\n${headers}\r\n\r\n`);
  await followed;
  // Pipelined: both responses come on the same connection, in the order of the requests.
  letGo();
  const [first, second] = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/^HTTP\/1\.1 503 [\s\S]*^retry-after: 5\r$/im);
  expect(bodyOf(second ?? '')).toEqual({
    success: false,
    errorType: 'INTERNAL_ERROR',
    errorCode: 'SERVER_BUSY',
    error: 'This server is stopping. Nothing was changed: send the same request again.',
    requestId: expect.any(String) as string,
  });
  await stopped;
});

test('what is not finished in time is answered all the same, and does not hold the stop up', async () => {
  const { server, socket, letGo } = await holdRequest({ finishWithinMs: 20 });
  const stopped = server.app.close();
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*^retry-after: 5\r$/im);
  expect(bodyOf(answer)).toMatchObject({ success: false, errorCode: 'SERVER_BUSY' });
  letGo();
  await stopped;
  await server.dispose();
});

/** Sends requests in a loop until told to end; every status other than 2xx is a failure. */
function callOn(call: (round: number) => Promise<Response>) {
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const running = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const answer = await call(round).catch((error: unknown) => error);
      const said = answer instanceof Response ? await answer.text().catch(String) : String(answer);
      if (!(answer instanceof Response && answer.ok)) failures.push(said);
      answered += 1;
    }
  })();
  const end = () => {
    isOver = true;
    return running;
  };
  open.push(end);
  return { failures, answered: () => answered, end };
}

/** Follows a feed as the browser does: when the stream ends it reconnects with the last number it has. */
function followOn(url: string, headers: Record<string, string>) {
  const seen: number[] = [];
  let streams = 0;
  const gone = new AbortController();
  const running = (async () => {
    while (!gone.signal.aborted) {
      const last = seen.at(-1);
      try {
        const answer = await fetch(url, {
          headers: { ...headers, ...(last === undefined ? {} : { 'last-event-id': String(last) }) },
          signal: gone.signal,
        });
        streams += 1;
        let waiting = '';
        for await (const chunk of answer.body ?? []) {
          const whole = (waiting + Buffer.from(chunk).toString()).split('\n\n');
          waiting = whole.pop() ?? '';
          for (const message of whole) {
            const seq = /^id: (\d+)\nevent: change/.exec(message)?.[1];
            if (seq !== undefined) seen.push(Number(seq));
          }
        }
      } catch {
        // The connection broke; the next one resumes from the last number.
      }
    }
  })();
  const end = () => {
    gone.abort();
    return running;
  };
  open.push(end);
  return { seen, streams: () => streams, end };
}

async function restart(balancer: Balancer, server: TestServer, url: string, databaseUrl: string) {
  server.app.drain();
  await balancer.untilLeft(url);
  await server.dispose();
  const next = await startTestServer({ databaseUrl });
  open.push(() => next.dispose());
  const nextUrl = await listen(next);
  await balancer.add(nextUrl);
}

test('two servers are restarted one after the other under load, and no call fails', async () => {
  const keeper = await startTestServer();
  open.push(() => keeper.dispose());
  const { databaseUrl } = keeper;
  const servers = [await startTestServer({ databaseUrl }), await startTestServer({ databaseUrl })];
  const balancer = await startBalancer();
  open.push(() => balancer.close());
  const urls = await Promise.all(servers.map(listen));
  for (const url of urls) await balancer.add(url);

  const user = await addUser(keeper);
  const { id } = await createProject(user.ctx, { name: 'House' });
  const headers = { authorization: `Bearer ${await tokenFor(keeper, user)}`, 'content-type': 'application/json' };
  const feeds = [1, 2, 3].map(() => followOn(`${balancer.url}/api/projects/${id}/events`, headers));
  await expect.poll(() => feeds.every(({ streams }) => streams() === 1)).toBe(true);
  const readers = [1, 2, 3].map(() => callOn(() => fetch(`${balancer.url}/api/projects/${id}/plan`, { headers })));
  const writers = ['a', 'b', 'c'].map((name) =>
    callOn((round) =>
      fetch(`${balancer.url}/api/projects/${id}/notes`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ type: 'FINDING', body: `${name} ${round}` }),
      }),
    ),
  );
  const loads = [...readers, ...writers];
  const untilBusy = async () => {
    const before = loads.map(({ answered }) => answered());
    await expect.poll(() => loads.every(({ answered }, at) => answered() >= (before[at] ?? 0) + 5)).toBe(true);
  };

  for (const [at, server] of servers.entries()) {
    await untilBusy();
    await restart(balancer, server, urls[at] ?? '', databaseUrl);
  }
  await untilBusy();

  await Promise.all(loads.map(({ end }) => end()));
  expect(loads.flatMap(({ failures }) => failures).slice(0, 3)).toEqual([]);
  const { rows } = await keeper.database.pool.query<{ notes: number }>(
    'select count(*)::int as notes from notes where project_id = $1',
    [id],
  );
  expect(rows[0]?.notes).toBe(writers.reduce((sum, { answered }) => sum + answered(), 0));
  const head = await keeper.database.pool.query<{ seq: string }>('select seq from feed_heads where scope = $1', [
    `project:${id}`,
  ]);
  const last = Number(head.rows[0]?.seq);
  for (const { seen, streams } of feeds) {
    await expect.poll(() => seen.at(-1)).toBe(last);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => last - seen.length + 1 + at));
    expect(streams()).toBeGreaterThan(1);
  }
});
