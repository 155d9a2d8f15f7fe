import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { ImportReport, ProjectExport } from '#contract/transfer.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { exportProject } from './export-project.ts';
import { importProject } from './import-project.ts';
import { measureExport } from './exporting/measure-export.ts';
import { cutImport } from './importing/cut-import.ts';
import { importExport } from './plan-import.ts';
import { readExport } from './read-export.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { listCheckpoints, saveCheckpoint } from '../checkpoints/save-checkpoint.ts';

const TASKS = 10_000;
const CHECKPOINTS = 4;
/** Well below what one turn of the event loop may take; a part exceeds its cut size by at most one row. */
const PART_MAX = 512 * 1024;

let services: TestServices;
let user: TestUser;
let projectId: Id;
let document: ProjectExport;
let imported: ImportReport;
/** Turns of the event loop while it was imported. */
let turns = 0;

const run = (text: string, values: unknown[] = []) => services.database.pool.query(text, values);

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  await run('update subscription_tiers set storage_mb = 1000');
  await run('update system_settings set max_tasks_per_project = 10000');
  user = await addUser(services);
  ({ id: projectId } = await createProject(user.ctx, { name: 'Large', description: '' }));
  await run(
    `insert into task_lists (id, project_id, name, operational_brief, depth, created_at, updated_at)
     select gen_random_uuid(), $1, 'List ' || n, '', 0, now() + n * interval '1 second', now() from generate_series(1, 50) n`,
    [projectId],
  );
  await run(
    `insert into tasks (id, project_id, task_list_id, number, title, description, checks, status, order_in_parent, level, is_completed, created_at, updated_at)
     select gen_random_uuid(), $1, l.id, n, 'Task ' || n, repeat('What is to be done and how it is seen. ', 20), '[]', 'open', n * 1000, 0, false, now(), now()
     from generate_series(1, $2::int) n
     join (select id, row_number() over (order by created_at) as place from task_lists where project_id = $1) l on l.place = n % 50 + 1`,
    [projectId, TASKS],
  );
  await run('update projects set last_task_number = $2 where id = $1', [projectId, TASKS]);
  for (let n = 1; n <= CHECKPOINTS; n += 1) {
    await saveCheckpoint(user.ctx, { id: projectId, name: `Checkpoint ${n}` });
    await run('update tasks set title = $3 where project_id = $1 and number = $2', [
      projectId,
      n * 2_000,
      `Edited ${n}`,
    ]);
  }
  const found = await exportProject(user.ctx, { id: projectId, format: 'json' });
  if (found.format !== 'baton') throw new Error('not JSON');
  document = found;
  imported = await whileCountingTurns(() =>
    importProject(user.ctx, {
      chunks: [gzipSync(JSON.stringify(document))],
      isJson: false,
      wishes: { filename: 'large.json.gz' },
    }),
  );
});
afterAll(() => services.dispose());

async function whileCountingTurns<T>(work: () => Promise<T>): Promise<T> {
  // A timer, because a loop of immediates would take a processor of its own.
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  try {
    return await work();
  } finally {
    clearInterval(counting);
  }
}

test('an export of 10,000 tasks with checkpoints is imported again, and its checkpoints restored', async () => {
  const text = JSON.stringify(document);
  expect(text.length, 'four checkpoints take less than another plan').toBeLessThan(
    3 * JSON.stringify(document.tasks).length,
  );
  const { project, tasks } = imported;
  expect(tasks).toBe(TASKS);
  const { items } = await listCheckpoints(user.ctx, { id: project.id, limit: 50 });
  expect(items).toHaveLength(CHECKPOINTS);
  expect(items.every(({ task_count }) => task_count === TASKS)).toBe(true);

  const titles = async () => {
    const { rows } = await run(
      'select number, title from tasks where project_id = $1 and deleted_at is null order by 1',
      [project.id],
    );
    return rows as { number: number; title: string }[];
  };
  const edited = async () => (await titles()).filter(({ title }) => title.startsWith('Edited')).length;
  expect(await edited()).toBe(CHECKPOINTS);
  const third = items.find(({ name }) => name === 'Checkpoint 3');
  if (third === undefined) throw new Error('a checkpoint is missing');
  const { undo } = await restoreCheckpoint(user.ctx, { id: third.id });
  expect(await edited(), 'two edits came before it').toBe(2);
  await restoreCheckpoint(user.ctx, { id: undo.id });
  expect(await edited()).toBe(CHECKPOINTS);
  expect(await titles()).toHaveLength(TASKS);
});

test('what is written at a time is small, however large the import is', () => {
  let parts = 0;
  let longest = 0;
  for (const part of cutImport(importExport(readExport(JSON.stringify(document))))) {
    parts += 1;
    longest = Math.max(longest, JSON.stringify(part).length);
  }
  expect(longest).toBeLessThan(PART_MAX);
  expect(parts).toBeGreaterThan(40);
});

test('others are served while a large import is under way', () => {
  expect(turns).toBeGreaterThan(500);
});

test('an export that no import would take is refused before it is made, with what to leave out', () => {
  const size = measureExport(1_000_000);
  const rows = document.tasks.slice(0, 500);
  expect(() => {
    for (;;) size.add(rows);
  }).toThrow('Leave checkpoints out: checkpoints=none');
});

test('fewer checkpoints go along where that is asked for', async () => {
  const none = await exportProject(user.ctx, { id: projectId, format: 'json', checkpoints: 'none' });
  expect(none).toMatchObject({ checkpoints: [], pieces: { tasks: [] } });
  const two = await exportProject(user.ctx, { id: projectId, format: 'json', checkpoints: '2' });
  expect('checkpoints' in two && two.checkpoints.map(({ name }) => name)).toEqual(['Checkpoint 3', 'Checkpoint 4']);
});
