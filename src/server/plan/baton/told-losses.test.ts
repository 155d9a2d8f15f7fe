import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { listNotes } from '#server/notes/index.ts';
import { createTask, updateTask } from '#server/plan/index.ts';
import { restoreCheckpoint } from '#server/plan/checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '#server/plan/checkpoints/save-checkpoint.ts';
import { breakDownTask } from '#server/plan/tree/break-down-task.ts';
import { releaseBaton } from '#server/plan/baton/release-baton.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { setSettings } from '#test/mcp-call.ts';
import { type Window, openEarlier, openModern } from '#test/window.ts';

/** A holder whose task was ended by somebody else is told with its next call, whichever that is. */

let server: TestServer;
let user: TestUser;
let key: string;
let project: Id;
let task: Task;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  await setSettings(server, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  user = await addUser(server, { name: 'Mira' });
  key = (await generateApiKey(user.ctx)).apiKey;
});
afterAll(() => server.dispose());
beforeEach(async () => {
  project = (await createProject(user.ctx, { name: 'Ship' })).id;
  task = await createTask(user.ctx, { id: project, title: 'Keel' });
});

const tokenIn = (text: string) => /baton (\d+\.\w+)/.exec(text)?.[1];
const open = () => openEarlier({ server, key, project });

async function claimed(args: object = {}): Promise<Window> {
  const window = await open();
  expect((await window.call('task_claim', { id: 'T1', ...args })).isError).toBe(false);
  return window;
}

const ENDS: [string, string, (checkpoint: Id) => Promise<unknown>][] = [
  [
    'another window takes it over',
    'claude-code: resumed',
    async () => (await open()).call('task_claim', { id: 'T1', takeover: true, reason: 'resumed' }),
  ],
  [
    'a person takes it away',
    'Mira: Wrong branch.',
    () => releaseBaton(user.ctx, { id: task.id, reason: 'Wrong branch.' }),
  ],
  [
    'a restore has no such task',
    'Mira: The plan was restored to a checkpoint.',
    (checkpoint) => restoreCheckpoint(user.ctx, { id: checkpoint }),
  ],
  [
    'everything below it is done',
    'Mira: ',
    async () => {
      const { tasks } = await breakDownTask(user.ctx, { id: task.id, tasks: [{ title: 'Only' }] });
      await updateTask(user.ctx, { id: tasks[0]?.id ?? task.id, status: 'done' });
    },
  ],
];

describe.each(ENDS)('when %s', (_how, told, end) => {
  test.each([
    ['orient', {}],
    ['note', { type: 'finding', body: 'Wet.' }],
    ['plan_read', {}],
    ['task_get', { id: 'T9' }],
    ['checkpoint', { action: 'list' }],
  ])('the holder is told by %s, once, and nobody else is', async (tool, args) => {
    await server.db.execute(`update tasks set deleted_at = now() where id = '${task.id}'`);
    const { id } = await saveCheckpoint(user.ctx, { id: project, name: 'Empty' });
    await server.db.execute(`update tasks set deleted_at = null where id = '${task.id}'`);
    const [window, other] = [await claimed(), await open()];
    await end(id);
    expect((await other.call('orient', {})).text).not.toContain('ended by');
    const { text } = await window.call(tool, args);
    expect(text).toContain(`Your baton 1 for T1 ended by ${told}`);
    expect(text).toContain('Stop that work; do not finish it.');
    expect((await window.call(tool, args)).text).not.toContain('ended by');
  });
});

test('a window without a session is told by the token it sends, though the taker has the same name', async () => {
  const [one, two] = [openModern({ server, key, project }), openModern({ server, key, project })];
  const baton = tokenIn((await one.call('task_claim', { id: 'T1' })).text);
  await two.call('task_claim', { id: 'T1', takeover: true, reason: 'resumed' });
  expect((await two.call('orient', {})).text).not.toContain('ended by');
  const note = await one.call('note', { type: 'finding', body: 'Late.', baton });
  expect(note.text).toContain('Your baton 1 for T1 ended by claude-code: resumed');
  const [written] = (await listNotes(user.ctx, { id: project })).filter(({ body }) => body === 'Late.');
  expect(written?.task_id, 'it holds nothing any more').toBeNull();
});

test('the name given at a claim is on everything its holder writes, until it ends', async () => {
  const window = await open();
  const claim = await window.call('task_claim', { id: 'T1', agent: 'bob' });
  await window.call('note', { type: 'finding', body: 'Wet.' });
  await window.call('plan_edit', { ops: [{ op: 'add', title: 'Rig' }] });
  await window.call('checkpoint', { action: 'save', name: 'Half way' });
  const end = { id: 'T1', baton: tokenIn(claim.text), outcome: 'done', summary: 'Laid the keel.' };
  expect((await window.call('task_finish', end)).isError).toBe(false);
  const after = await window.call('note', { type: 'finding', body: 'Dry.' });
  expect(after.isError).toBe(false);
  const notes = await listNotes(user.ctx, { id: project });
  const byBody = new Map(notes.map(({ body, author, task_id }) => [body, [author.name, task_id]]));
  expect(byBody.get('Wet.')).toEqual(['bob', task.id]);
  expect(byBody.get('Laid the keel.')).toEqual(['bob', task.id]);
  expect(byBody.get('Dry.')).toEqual(['claude-code', null]);
  const { rows } = await server.database.pool.query<{ name: string; type: string }>(
    `select type, actor ->> 'name' as name from events where scope = $1 and actor ->> 'kind' = 'agent' and type <> 'baton.renewed' order by seq`,
    [`project:${project}`],
  );
  expect(rows.at(-1)).toEqual({ type: 'note.created', name: 'claude-code' });
  expect(rows.slice(0, -1).filter(({ name }) => name !== 'bob')).toEqual([]);
});
