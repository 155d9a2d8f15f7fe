import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask, updateTask } from '#server/plan/index.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { createRandom } from '#test/choose-operation.ts';
import { type CliWorld, cliFile, startCliWorld } from '#test/cli-world.ts';
import type { TestServer } from '#test/harness.ts';
import { createInterleaving, takeSeat } from '#test/interleave-windows.ts';
import type { LockProject } from '#test/lock-calls.ts';
import { setSettings } from '#test/mcp-call.ts';
import { SEED } from '#test/seed.ts';
import { soak } from '#test/soak.ts';
import { type Window, openClient, openEarlier, openModern, openTree, overHttp } from '#test/window.ts';

const cli = await cliFile();

/** Two windows of one program, under one key, in one project: whatever they do, each has only what it was given. */

const STEPS = 5;

let server: TestServer;
let world: CliWorld;
let user: TestUser;
let key: string;
let url: string;
beforeAll(async () => {
  world = await startCliWorld();
  ({ server, url } = world);
  await setSettings(server, { maxRequestsPerMinute: 1_000_000, mcpToolCallsPerHour: 1_000_000 });
  user = await addUser(server);
  key = (await generateApiKey(user.ctx)).apiKey;
});
afterAll(() => world.dispose());

async function addProject(owner: TestUser, slots: number): Promise<LockProject> {
  const { id } = await createProject(owner.ctx, { name: 'Ship' });
  await updateProject(owner.ctx, { id, baton_slots: slots });
  const taskIds: Id[] = [];
  for (const title of ['Keel', 'Ribs', 'Planks']) taskIds.push((await createTask(owner.ctx, { id, title })).id);
  return { id, taskIds, tokens: new Map() };
}

async function findNoted(text: string): Promise<number | null> {
  const id = /Note (\S+?)\.?$/m.exec(text)?.[1];
  const { rows } = await server.database.pool.query<{ number: number | null }>(
    'select t.number from notes n left join tasks t on t.id = n.task_id where n.id = $1',
    [id],
  );
  if (rows[0] === undefined) throw new Error(`no note: ${text}`);
  return rows[0].number;
}

/** Random interleavings, run in sequence on the same project. */
async function interleave(
  runs: number,
  slots: number,
  open: (project: LockProject) => Promise<Window>,
  others = open,
  owner = user,
): Promise<number> {
  const project = await addProject(owner, slots);
  const windows = [await open(project), await others(project)];
  const run = createInterleaving(
    {
      seats: windows.map(takeSeat),
      project,
      random: createRandom(SEED + runs + slots),
      findNoted,
      reopen: async (task) => {
        await updateTask(owner.ctx, { id: project.taskIds[task - 1] as Id, status: 'open' });
      },
    },
    slots,
  );
  try {
    for (let done = 0; done < runs; done += 1) {
      server.clock.advance(1_000);
      await run(STEPS);
    }
  } finally {
    await Promise.all(windows.map((window) => window.close()));
  }
  const { rows } = await server.database.pool.query('select token_hash from batons where project_id = $1', [
    project.id,
  ]);
  return rows.length;
}

const place = (project: LockProject) => ({ server, key, project: project.id });

test.each([1, 2])('two sessions of the revision before never share a baton, where there are %i', async (slots) =>
  expect(await interleave(soak(40), slots, (project) => openEarlier(place(project)))).toBeLessThanOrEqual(slots),
);

test.each([1, 2])('two windows of the newest revision hold what their tokens say, where there are %i', async (slots) =>
  expect(await interleave(soak(40), slots, async (project) => openModern(place(project)))).toBeLessThanOrEqual(slots),
);

test.each([1, 2])('two working trees, each with the token that its program keeps, where there are %i', async (slots) =>
  expect(await interleave(soak(25), slots, async (project) => openTree(place(project)))).toBeLessThanOrEqual(slots),
);

test('a session beside a window without one', async () => {
  const held = await interleave(
    soak(25),
    2,
    (project) => openEarlier(place(project)),
    async (project) => openModern(place(project)),
  );
  expect(held).toBeLessThanOrEqual(2);
});

test.each(['legacy', 'auto'] as const)('two official clients, %s', async (mode) =>
  expect(
    await interleave(soak(25), 1, (project) => openClient(mode, () => overHttp(url, { key, project: project.id }))),
  ).toBeLessThanOrEqual(1),
);

test('two bridges over stdio', async () => {
  const open = (project: LockProject) =>
    openClient(
      'legacy',
      () =>
        new StdioClientTransport({
          command: process.execPath,
          args: [cli, 'mcp'],
          env: { ...world.env, BATON_PROJECT: project.id },
          cwd: world.folder,
          stderr: 'ignore',
        }),
    );
  expect(await interleave(soak(10), 1, open, open, world.user)).toBeLessThanOrEqual(1);
});
