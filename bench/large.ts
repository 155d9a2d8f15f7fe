import { join } from 'node:path';
import type { Id } from '#contract/fields.ts';
import { restoreCheckpoint } from '#server/plan/checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '#server/plan/checkpoints/save-checkpoint.ts';
import { exportProject } from '#server/plan/transfer/export-project.ts';
import { importProject } from '#server/plan/transfer/import-project.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Context, systemContext } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { createLogger } from '#server/platform/log.ts';
import { openServices } from '#server/services.ts';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { freePort, startProcess } from '#test/server-process.ts';
import { watchLoop } from './watch-loop.ts';

const TASKS = 10_000;
const CHECKPOINTS = 4;
const DELAY_LIMIT_MS = 50;

/** The longest turn of the event loop while a plan of 10,000 tasks is exported, imported and restored. */
export async function measureLargeProject(directory: string): Promise<void> {
  const data = join(directory, 'large');
  const server = await startProcess('src/server/main.ts', ['serve'], {
    BATON_DATA: data,
    BATON_LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
  });
  try {
    const client = await ApiClient.signUp(server.url, 'large@example.com');
    const { data: project } = await client.createProject('Large');
    await measureUseCases(await openDataDirectory(data).databaseUrl(), client.userId, project.id);
  } finally {
    await server.stop();
  }
}

async function measureUseCases(databaseUrl: string, userId: Id, projectId: Id): Promise<void> {
  const services = await openServices(readConfig({}), databaseUrl, createLogger('silent'));
  const ctx: Context = {
    ...systemContext(services, 'bench'),
    actor: { kind: 'user', userId, sessionId: newId(), name: 'Bench', isAdmin: false },
  };
  const run = (text: string, values: unknown[] = []) => services.database.pool.query(text, values);
  try {
    await run('update subscription_tiers set max_projects = 10, storage_mb = 1000');
    await run('update system_settings set max_tasks_per_project = $1', [TASKS]);
    await fillPlan(run, projectId);
    let first: Id | undefined;
    for (let n = 1; n <= CHECKPOINTS; n += 1) {
      const { id } = await saveCheckpoint(ctx, { id: projectId, name: `Checkpoint ${n}` });
      first ??= id;
      await run('update tasks set title = $3 where project_id = $1 and number = $2', [projectId, n * 9, `Edited ${n}`]);
    }
    const document = await exportProject(ctx, { id: projectId, format: 'json' });
    const text = JSON.stringify(document);
    await report('exported', () => exportProject(ctx, { id: projectId, format: 'json' }));
    const chunks = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, at) =>
      Buffer.from(text.slice(at * 65_536, (at + 1) * 65_536)),
    );
    await report('imported', () => importProject(ctx, { chunks, isJson: false, wishes: { name: 'Copy' } }));
    await report('restored', () => restoreCheckpoint(ctx, { id: first as Id }));
  } finally {
    await services.dispose();
  }
}

async function report(what: string, work: () => Promise<unknown>): Promise<void> {
  const watch = watchLoop();
  const began = performance.now();
  await work();
  const took = ((performance.now() - began) / 1_000).toFixed(1);
  const delay = await watch.end();
  console.log(
    `Event loop      at most ${delay.toFixed(0)} ms while ${TASKS.toLocaleString('en-US')} tasks with ${CHECKPOINTS} checkpoints are ${what} (limit ${DELAY_LIMIT_MS} ms), ${took} s in all`,
  );
  if (delay > DELAY_LIMIT_MS) process.exitCode = 1;
}

async function fillPlan(run: (text: string, values?: unknown[]) => Promise<unknown>, projectId: Id): Promise<void> {
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
}
