import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_DATA } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { listNotes } from '#server/notes/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { editPlan } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { EARLIER, MODERN } from '#test/mcp-call.ts';
import { applyEvent, replicaOf, showPlan, showReplica } from '#test/replay-feed.ts';

let server: TestServer;
let user: TestUser;
let apiKey: string;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  user = await addUser(server);
  ({ apiKey } = await generateApiKey(user.ctx));
  url = await server.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.dispose());

async function connect(projectId: Id, mode: 'legacy' | 'auto') {
  const client = new Client({ name: 'claude-code', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp/${projectId}`), {
      requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    }),
  );
  return client;
}

/**
 * A plan with nesting and dependencies: a keel, planks in two steps in sequence, and a launch that depends on the
 * planks.
 */
async function addPlan(): Promise<Id> {
  const { id } = await createProject(user.ctx, { name: 'Ship' });
  await editPlan(user.ctx, id, {
    ops: [
      { op: 'add', title: 'Lay the keel', description: 'Oak.', checks: ['Straight'], list: 'Hull' },
      { op: 'add', title: 'Plank the hull', list: 'Hull', ref: 'planks' },
      { op: 'split', id: 'planks', brief: 'Tight.', tasks: [{ title: 'Cut planks' }, { title: 'Fix planks' }] },
      { op: 'add', title: 'Launch', list: 'Hull', ref: 'launch' },
      { op: 'depend', id: 'T4', on: 'T3' },
      { op: 'depend', id: 'launch', on: 'planks' },
    ],
    dryRun: false,
    baseSeq: undefined,
  });
  return id;
}

async function planOf(id: Id) {
  const answer = await server.http.inject({
    url: `/api/projects/${id}/plan`,
    headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
  });
  return answer.json<{ data: Parameters<typeof replicaOf>[0] }>().data;
}

const batonIn = (text: string) => /baton (\d+\.\w+)/.exec(text)?.[1];

describe.each([
  ['legacy', EARLIER],
  ['auto', MODERN],
] as const)('the official client, %s', (mode, revision) => {
  test(`speaks ${revision} and works through a plan to its end`, async () => {
    const id = await addPlan();
    const before = await planOf(id);
    const client = await connect(id, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'baton', title: 'Baton' });
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      // Notes are ordered by time.
      server.clock.advance(1_000);
      const result = await client.callTool({ name, arguments: args });
      const [said] = result.content as { text: string }[];
      expect(result.isError ?? false, said?.text).toBe(false);
      return said?.text ?? '';
    };

    expect(await call('orient')).toContain('Next ready: T1 Lay the keel (Hull)');
    const keel = await call('task_claim');
    expect(keel).toContain('Yours: T1, baton ');
    expect(keel).toContain('Done when:\n  1. [ ] Straight');
    await call('note', { type: 'finding', body: 'The oak is wet.', task: 'T1', pin: true });
    await call('note', { type: 'context', body: 'We sail in June.', task: 'T5' });
    await call('note', { type: 'progress', body: 'Sawn.' });
    const first = await call('task_finish', {
      id: 'T1',
      baton: batonIn(keel),
      outcome: 'done',
      summary: 'Laid the keel.',
      files: ['keel.md', 'oak.md'],
      evidence: 'A level on it.',
      checks: [{ n: 1, seen: 'A taut line along it' }],
      claim_next: true,
    });
    expect(first).toMatch(/^T1 is done\.\nYours: T3, baton /);
    expect(first).toContain('Tight.');
    const second = await call('task_finish', {
      id: 'T3',
      baton: batonIn(first),
      outcome: 'done',
      summary: 'Cut all planks.',
      claim_next: true,
    });
    expect(second).toMatch(/^T3 is done\.\nYours: T4, baton /);
    const third = await call('task_finish', {
      id: 'T4',
      baton: batonIn(second),
      outcome: 'done',
      summary: 'Fixed all planks.',
      claim_next: true,
    });
    expect(third).toMatch(/^T4 is done\.\nComplete with it: T2 Plank the hull\nYours: T5, baton /);
    const last = await call('task_finish', {
      id: 'T5',
      baton: batonIn(third),
      outcome: 'done',
      summary: 'She floats well.',
      claim_next: true,
    });
    expect(last).toMatch(/^T5 is done\.\nNothing is ready, so nothing was claimed\./);
    expect(await call('orient')).toContain('Next ready: none. Everything is done');
    await client.close();

    const after = await planOf(id);
    expect(after.tasks.map(({ number, status, is_completed }) => [number, status, is_completed])).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5].map((number) => [number, 'done', true])),
    );
    expect(after.tasks.find(({ number }) => number === 1)?.checks).toEqual([
      { text: 'Straight', met: true, seen: 'A taut line along it' },
    ]);
    expect(after.batons).toEqual([]);
    expect(after.tasks.map(({ agent_lock }) => agent_lock)).toEqual([null, null, null, null, null]);

    await expectNotes(id, after);
    await expectFeed(id, before, after);
  });
});

async function expectNotes(id: Id, plan: Awaited<ReturnType<typeof planOf>>): Promise<void> {
  const numberOf = new Map(plan.tasks.map((task) => [task.id, task.number]));
  const notes = (await listNotes(user.ctx, { id })).toReversed();
  const agent = { kind: 'agent', id: user.id, name: 'claude-code' };
  const told = notes.filter((note) => !note.is_broadcast);
  for (const { author } of told) expect(author).toEqual(agent);
  expect(
    told
      .map(({ task_id, type, body, pinned }) => [task_id === null ? null : numberOf.get(task_id), type, body, pinned])
      .toSorted((a, b) => Number(a[0] ?? 9) - Number(b[0] ?? 9) || String(a[1]).localeCompare(String(b[1]))),
  ).toEqual([
    [1, 'FILE_LIST', '- keel.md\n- oak.md', false],
    [1, 'FINDING', 'The oak is wet.', true],
    [1, 'PROGRESS', 'Sawn.', false],
    [1, 'PROGRESS', 'Laid the keel.\n\nEvidence: A level on it.', false],
    [3, 'PROGRESS', 'Cut all planks.', false],
    [4, 'PROGRESS', 'Fixed all planks.', false],
    [5, 'CONTEXT', 'We sail in June.', false],
    [5, 'PROGRESS', 'She floats well.', false],
  ]);
  const broadcast = notes.filter((note) => note.is_broadcast).map(({ body }) => body);
  const count = (body: string) => broadcast.filter((each) => each === body).length;
  expect(count('Task status changed: open → wip')).toBe(4);
  expect(count('Task status changed: wip → done')).toBe(4);
  expect(broadcast.filter((body) => body.startsWith('Task locked by claude-code in '))).toHaveLength(4);
}

/** The events of a claim and a finish, in order; lease renewals happen in the background and are not among them. */
const CLAIM = ['baton.taken', 'task.status_changed', 'task.locked', 'task.patched'];
const FINISH = ['baton.released', 'task.status_changed', 'note.created', 'task.patched'];
const FINISH_WITH_FILES = [...FINISH.slice(0, -1), 'note.created', 'task.patched'];
const COMPLETES = ['task.patched', 'parent.completed', 'parent.status_changed'];

async function expectFeed(
  id: Id,
  before: Awaited<ReturnType<typeof planOf>>,
  after: Awaited<ReturnType<typeof planOf>>,
): Promise<void> {
  const events = await readEvents(server.db, `project:${id}`, before.seq, 1_000);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => before.seq + 1 + place));
  for (const { type, data } of events) EVENT_DATA[type].parse(data);
  const types = events.map(({ type }) => type).filter((type) => type !== 'baton.renewed');
  expect(types.join(' ')).toBe(
    [
      ...CLAIM,
      'note.created',
      'note.created',
      'note.created',
      ...FINISH_WITH_FILES,
      ...CLAIM,
      ...FINISH,
      ...CLAIM,
      ...FINISH,
      ...COMPLETES,
      ...CLAIM,
      ...FINISH,
    ].join(' '),
  );
  expect(new Set(events.map(({ actor }) => actor.name))).toEqual(new Set(['claude-code']));
  // Replaying the feed onto the earlier state gives exactly the plan that a fresh read returns.
  const replica = replicaOf(before);
  for (const event of events) applyEvent(replica, event);
  expect(showReplica(replica)).toEqual(showPlan({ ...after, seq: replica.seq }));
}
