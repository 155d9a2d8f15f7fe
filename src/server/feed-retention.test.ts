import { type IncomingMessage, get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from './auth/index.ts';
import { claimTask, createTask, finishTask } from './plan/index.ts';
import { readFeedSpan } from './platform/feed.ts';
import { sweepFeeds } from './platform/sweep-feeds.ts';
import { createProject } from './projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { callTool } from '#test/mcp-call.ts';

/**
 * A feed of claims and finishes at the end of its retention: every reader behind the cut is told to reload, and none
 * sees a gap.
 */

const DAY_MS = 86_400_000;

let server: TestServer;
let address: string;
let project: Id;
let key: string;
/** The feed number after each step: before any claim, after a claim, after its finish, and so on. */
const heads: number[] = [];

beforeAll(async () => {
  server = await startTestServer();
  address = await server.http.listen({ port: 0, host: '127.0.0.1' });
  const user = await addUser(server);
  ({ apiKey: key } = await generateApiKey(user.ctx));
  ({ id: project } = await createProject(user.ctx, { name: 'Old' }));
  const as = server.contextFor({ kind: 'agent', userId: user.id, projectId: project, name: 'claude' });
  const head = async () => (await readFeedSpan(server.db, `project:${project}`)).last;
  const tasks = [];
  for (const title of ['One', 'Two', 'Three']) tasks.push(await createTask(user.ctx, { id: project, title }));
  heads.push(await head());
  for (const { id } of tasks) {
    const { token: baton } = await claimTask(as, { id });
    heads.push(await head());
    await finishTask(as, { id, baton, outcome: 'done', summary: 'Laid the keel.' });
    heads.push(await head());
    server.clock.advance(DAY_MS);
  }
  // Events of the first day are past retention; the rest is not.
  server.clock.advance((server.config.feedDays - 2) * DAY_MS - DAY_MS / 2);
  await sweepFeeds(server.contextFor({ kind: 'system', name: 'test' }));
});
afterAll(() => server.dispose());

/** The first messages of the project's event stream for a client that resumes after `since`. */
async function follow(since: number, count: number): Promise<{ event: string; id: number }[]> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'last-event-id': String(since) };
    get(`${address}/api/projects/${project}/events`, { agent: false, headers }, resolve).once('error', reject);
  });
  expect(answer.statusCode).toBe(200);
  let text = '';
  const said = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .map((message) => ({
        event: /^event: (.*)$/m.exec(message)?.[1] ?? '',
        id: Number(/^id: (.*)$/m.exec(message)?.[1]),
      }))
      .filter(({ event }) => event !== '');
  for await (const piece of answer.setEncoding('utf8')) {
    text += piece;
    if (said().length >= count) break;
  }
  return said().slice(0, count);
}

const place = (n: number): number => heads[n] ?? Number.NaN;

test('the cut is between two changes, and what is kept begins with a whole one', async () => {
  const span = await readFeedSpan(server.db, `project:${project}`);
  expect(span).toEqual({ first: place(2) + 1, last: place(6) });
});

test.each([0, 1, 2])(
  'a stream behind the cut starts anew from the newest, wherever in the old ones it was (%i)',
  async (n) => {
    const since = n === 0 ? 0 : place(n) - 1;
    expect(await follow(since, 2)).toEqual([
      { event: 'ready', id: since },
      { event: 'restart', id: place(6) },
    ]);
  },
);

test('a stream at the cut, or in the middle of a change, has each number from there on', async () => {
  for (const since of [place(2), place(2) + 1, place(3) - 1, place(5)]) {
    const numbers = Array.from({ length: place(6) - since }, (_, n) => since + 1 + n);
    expect(await follow(since, numbers.length + 1)).toEqual([
      { event: 'ready', id: since },
      ...numbers.map((id) => ({ event: 'change', id })),
    ]);
  }
});

test('an agent’s cursor behind the cut is told from where on it is kept; one at the cut is not', async () => {
  const orient = (since: number) => callTool(server, 'orient', { since }, { key, project });
  const late = await orient(place(1));
  expect([late.isError, late.text]).toEqual([false, expect.stringContaining(String(place(2) + 1))]);
  expect(late.text).toMatch(/no longer|kept/);
  expect((await orient(place(2))).text).not.toMatch(/no longer|kept/);
});

test('an edit on a state from behind the cut is refused, whatever has happened since', async () => {
  const edit = (base_seq: number) =>
    callTool(server, 'plan_edit', { ops: [{ op: 'add', title: 'Four' }], base_seq }, { key, project });
  const late = await edit(place(1));
  expect([late.isError, late.text]).toEqual([true, expect.stringContaining('is no longer all kept')]);
  expect((await edit(place(3))).text).toContain('The plan has changed since');
  expect((await edit(place(6))).isError).toBe(false);
});

test('the activity over REST ends where the feed does', async () => {
  const answer = await server.http.inject({
    url: `/api/projects/${project}/activity`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.statusCode).toBe(200);
  const said = JSON.stringify(answer.json<{ data: unknown }>().data);
  const ended = said.match(/baton\.released/g) ?? [];
  expect(ended, said).toHaveLength(2);
});
