import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import { ORIGIN, raiseLimits } from '#test/agent-instance.ts';
import { ApiClient } from '#test/api-client.ts';
import { findNginx } from '#test/find-nginx.ts';
import { startNginx } from '#test/nginx.ts';
import { type PostgresPair, startPostgresPair } from '#test/postgres-pair.ts';
import { type Env, freePort, startServer } from '#test/server-process.ts';
import type { KnownTask } from '../faults/ledger.ts';
import type { Later } from '../run-interruptible.ts';

export interface Project {
  id: Id;
  tasks: Map<number, KnownTask>;
}

/** Two servers behind nginx, on a primary and its synchronous standby, with a key and projects full of tasks. */
export interface FailoverWorld {
  /** nginx's. */
  url: string;
  key: string;
  pair: PostgresPair;
  projects: Project[];
}

const PROJECTS = 4;
/** More than agents can finish in the time of a run. */
const TASKS = 1_500;

export async function openFailoverWorld(later: Later): Promise<FailoverWorld> {
  const program = findNginx();
  if (program === undefined) throw new Error('there is no nginx here: install it, then run this again');
  const folder = await mkdtemp(join(tmpdir(), 'baton-failover-'));
  later(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const pair = await startPostgresPair();
  later(() => pair.remove());
  await raiseLimits(pair.primary);
  const env = {
    DATABASE_URL: pair.url,
    DATABASE_POOL: '24',
    BATON_SECRET: 'one secret for every server of the instance',
    BATON_DATA: join(folder, 'server'),
    BATON_REQUESTS_PER_MINUTE: '0',
    BATON_LOG_LEVEL: 'fatal',
  };
  const { key, projects } = await addAccount(env, pair);
  const [http, https] = [await freePort(), await freePort()];
  const url = `https://localhost:${https}`;
  const upstreams: [number, number] = [await freePort(), await freePort()];
  for (const port of upstreams) {
    const behind = { BATON_URL: url, BATON_TRUSTED_PROXIES: '127.0.0.1', PORT: String(port) };
    const server = await startServer({ ...env, ...behind });
    later(async () => void (await server.kill()));
  }
  const nginx = await startNginx(program, { http, https, upstreams });
  later(() => nginx.stop());
  setDefaultCACertificates([...getCACertificates('default'), nginx.cert]);
  return { url, key, pair, projects };
}

/** On a server without a proxy, whose mails can be read. */
async function addAccount(env: Env, pair: PostgresPair): Promise<{ key: string; projects: Project[] }> {
  const server = await startServer({ ...env, BATON_URL: ORIGIN });
  try {
    const person = await ApiClient.signUp(server.url, 'owner@example.com', ORIGIN);
    const { data } = await person.call<NewApiKey>('POST', '/api/auth/api-key');
    const projects: Project[] = [];
    for (let number = 1; number <= PROJECTS; number += 1) {
      const { data: project } = await person.createProject(`Worked on ${number}`);
      projects.push(await addTasks(pair, project.id));
    }
    return { key: data.apiKey, projects };
  } finally {
    await server.stop();
  }
}

async function addTasks({ primary }: PostgresPair, id: Id): Promise<Project> {
  await primary.query(`insert into task_lists (id, project_id, name) values (gen_random_uuid(), '${id}', 'Plan')`);
  const rows = await primary.query<{ id: Id; number: number }>(
    `insert into tasks (id, project_id, task_list_id, number, title, order_in_parent, level, status)
     select gen_random_uuid(), l.project_id, l.id, n, 'Task ' || n, n * 1024, 0, 'open'
     from task_lists l cross join generate_series(1, ${TASKS}) n where l.project_id = '${id}' returning id, number`,
  );
  await primary.query(`update projects set last_task_number = ${TASKS}, baton_slots = 16 where id = '${id}'`);
  const known = rows.map(({ id: taskId, number }): [number, KnownTask] => [
    number,
    {
      id: taskId,
      projectId: id,
      number,
      status: { sure: 'open', maybe: [] },
      title: { sure: `Task ${number}`, maybe: [] },
    },
  ]);
  return { id, tasks: new Map(known) };
}
