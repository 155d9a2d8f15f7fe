import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { ORIGIN, raiseLimits } from '#test/agent-instance.ts';
import { ApiClient } from '#test/api-client.ts';
import { createRandom } from '#test/choose-operation.ts';
import { freePort } from '#test/server-process.ts';
import type { Later } from '../run-interruptible.ts';
import type { Caller } from './call-server.ts';
import { type DatabaseHost, startDatabaseHost } from './database-host.ts';
import { FaultServer } from './fault-server.ts';
import { FeedReader } from './feed-reader.ts';
import { type KnownTask, Ledger } from './ledger.ts';
import type { Sizes } from './sizes.ts';

/** Two servers on a database of their own, an account, and agents that write and read. */
export interface World {
  folder: string;
  host: DatabaseHost;
  /** Directly to the database, not through the broken network. */
  pool: pg.Pool;
  servers: FaultServer[];
  ledger: Ledger;
  writers: { caller: Caller; task: KnownTask }[];
  readers: FeedReader[];
}

const PROJECTS = 4;

/** An empty temporary folder. */
export async function makeFolder(later: Later): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-faults-'));
  later(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function openWorld(folder: string, sizes: Sizes, later: Later): Promise<World> {
  await mkdir(join(folder, 'disk'), { recursive: true });
  const host = await startDatabaseHost(join(folder, 'disk', 'data'), later);
  const pool = new pg.Pool({ connectionString: host.url, max: 4 });
  // The pool's connections break with the database, and reconnect with the next query.
  pool.on('error', () => undefined);
  later(() => pool.end());
  const servers = await startServers(host, folder, later);
  await raiseLimits(pool);
  const { key, projects } = await addAccount(servers[0]?.url ?? '', pool, sizes);
  const ledger = new Ledger();
  const writers = projects.flat().map((task, place) => {
    ledger.tasks.push(task);
    const name = `${place % 2 === 0 ? 'rest' : 'mcp'}-${place + 1}`;
    return { task, caller: { key, name, limitMs: sizes.answerLimitMs } };
  });
  const readers = Array.from({ length: sizes.readers }, (_, place) => {
    const projectId = projects[place % PROJECTS]?.[0]?.projectId;
    if (projectId === undefined) throw new Error('there are more readers than projects');
    return new FeedReader(projectId, key, createRandom(place + 1));
  });
  return { folder, host, pool, servers, ledger, writers, readers };
}

async function startServers(host: DatabaseHost, folder: string, later: Later): Promise<FaultServer[]> {
  const env = {
    DATABASE_POOL: '24',
    BATON_URL: ORIGIN,
    BATON_SECRET: 'one secret for every server of the instance',
    BATON_DATA: join(folder, 'server'),
    BATON_REQUESTS_PER_MINUTE: '0',
    // Drain time, as behind a load balancer.
    BATON_DRAIN_SECONDS: '5',
    BATON_LOG_LEVEL: 'fatal',
  };
  const servers: FaultServer[] = [];
  for (let number = 1; number <= 2; number += 1) {
    const server = await FaultServer.open(await freePort(), env, host);
    servers.push(server);
    later(() => server.dispose());
  }
  // In sequence: the first one migrates the database.
  for (const server of servers) await server.start();
  return servers;
}

async function addAccount(
  url: string,
  pool: pg.Pool,
  { writers }: Sizes,
): Promise<{ key: string; projects: KnownTask[][] }> {
  const person = await ApiClient.signUp(url, 'owner@example.com', ORIGIN);
  const { data } = await person.call<NewApiKey>('POST', '/api/auth/api-key');
  const projects: KnownTask[][] = [];
  for (let number = 0; number < PROJECTS; number += 1) {
    const { data: project } = await person.createProject(`Written in ${number + 1}`);
    const tasks: KnownTask[] = [];
    for (let count = number; count < writers; count += PROJECTS) tasks.push(await addTask(person, project.id));
    projects.push(tasks);
  }
  await pool.query('update projects set baton_slots = $1', [Math.ceil(writers / PROJECTS)]);
  return { key: data.apiKey, projects };
}

async function addTask(person: ApiClient, projectId: Id): Promise<KnownTask> {
  const title = 'Not named yet';
  const { data, failure } = await person.call<Task>('POST', `/api/projects/${projectId}/tasks`, { title });
  if (data === undefined) throw new Error(`no task was added: ${JSON.stringify(failure)}`);
  const { id, number } = data;
  return { id, projectId, number, status: { sure: 'open', maybe: [] }, title: { sure: title, maybe: [] } };
}
