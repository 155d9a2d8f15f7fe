import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, freePort, startProcess } from '#test/server-process.ts';
import { fillProjects } from './fill-store.ts';

const TASKS = 10_000;
const TEXT_BYTES = 560;
const LIMIT_MB = 1.5;
const ROUNDS = 5;

/** Size and time of the tree of 10,000 tasks, beside those of the whole plan and of a few texts. */
export async function measurePlanSize(directory: string): Promise<void> {
  const data = join(directory, 'plan-size');
  const running: ServerProcess[] = [];
  try {
    const server = await startProcess('src/server/main.ts', ['serve'], {
      BATON_DATA: data,
      BATON_LOG_LEVEL: 'warn',
      BATON_REQUESTS_PER_MINUTE: '0',
      PORT: String(await freePort()),
    });
    running.push(server);
    const client = await ApiClient.signUp(server.url, 'size@example.com');
    const { data: project } = await client.createProject('Large');
    await fill(await openDataDirectory(data).databaseUrl(), project.id);
    const read = async (path: string) => readOften(`${server.url}/api/projects/${project.id}${path}`, client);
    const [tree, whole] = [await read('/plan/tree'), await read('/plan')];
    const { data: ids } = await client.call<{ id: string }[]>('GET', `/api/projects/${project.id}/tasks?limit=8`);
    const texts = await read(`/plan/texts?tasks=${ids.map(({ id }) => id).join(',')}`);
    console.log(`\nA plan of ${TASKS.toLocaleString('en-US')} tasks of ${TEXT_BYTES} bytes of text`);
    for (const [name, { text, ms }] of Object.entries({ 'the tree': tree, 'texts of 8': texts, 'the whole': whole }))
      console.log(
        `${name.padEnd(12)}${mb(text.length).padStart(10)} MB${mb(gzipSync(text).length).padStart(10)} MB gzipped${ms.toFixed(0).padStart(8)} ms`,
      );
    console.log(`the tree ${mb(tree.text.length)} MB, limit ${LIMIT_MB}`);
    if (tree.text.length <= LIMIT_MB * 1e6) return;
    console.error(`The tree of ${TASKS} tasks takes more than ${LIMIT_MB} MB.`);
    process.exitCode = 1;
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

const mb = (bytes: number) => (bytes / 1e6).toFixed(2);

async function fill(connectionString: string, projectId: string): Promise<void> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    await fillProjects(database, TASKS);
    await database.query(
      `update tasks set description = rpad(description || ' ', $2 - octet_length(title), 'As the label says. ') where project_id = $1`,
      [projectId, TEXT_BYTES],
    );
    await database.query('analyze');
  } finally {
    await database.end();
  }
}

/** The answer, and the minimum time of several. */
async function readOften(url: string, client: ApiClient): Promise<{ text: string; ms: number }> {
  const headers = { authorization: `Bearer ${await client.renewToken()}`, 'accept-encoding': 'identity' };
  let best = Infinity;
  let text = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
    best = Math.min(best, performance.now() - began);
  }
  return { text, ms: best };
}
