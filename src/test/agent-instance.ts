import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import type { Agent } from './agent-calls.ts';
import { ApiClient } from './api-client.ts';
import type { LockProject } from './lock-calls.ts';
import { type Env, type ServerProcess, freePort, startServer } from './server-process.ts';

/** The public URL of a proxy in front of all servers; local, so that the outbox can be read. */
export const ORIGIN = 'http://localhost:8080';

/** Several real server processes on one database, and an account whose key agents use. */
export interface AgentInstance {
  servers: KillableServer[];
  pool: pg.Pool;
  person: ApiClient & { userId: Id };
  agent(name: string, session?: string): Agent;
  addProject(options: { tasks: number; slots?: number }): Promise<LockProject>;
  dispose(): Promise<void>;
}

/** A server that restarts on the same port. */
export class KillableServer {
  readonly url: string;
  readonly #env: Env;
  readonly #name: string;
  readonly #pool: pg.Pool;
  #process: ServerProcess | undefined;
  #lives = 0;

  constructor(name: string, port: string, env: Env, pool: pg.Pool) {
    this.url = `http://127.0.0.1:${port}`;
    this.#name = name;
    this.#env = { ...env, PORT: port };
    this.#pool = pool;
  }

  get isUp(): boolean {
    return this.#process !== undefined;
  }

  /** Changes with every start: requests belong to one life of the server. */
  get life(): string {
    return `${this.#name}-${this.#lives}`;
  }

  async start(): Promise<void> {
    this.#lives += 1;
    const url = `${this.#env['DATABASE_URL'] ?? ''}&application_name=${this.life}`;
    this.#process = await startServer({ ...this.#env, DATABASE_URL: url });
  }

  /**
   * SIGKILL, then waits until its database connections are gone: a statement already sent is still executed, and only
   * afterwards nothing more can happen.
   */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await running?.kill();
    for (;;) {
      const left = await this.#pool.query('select 1 from pg_stat_activity where application_name = $1', [this.life]);
      if (left.rowCount === 0) return;
    }
  }
}

export async function startAgentInstance(databaseUrl: string, serverCount: number): Promise<AgentInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-agents-'));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 6 });
  await raiseLimits(pool);
  const env = {
    DATABASE_URL: databaseUrl,
    // One account may use a third of the pool; here many agents of one account must be able to race in the database.
    DATABASE_POOL: '24',
    BATON_URL: ORIGIN,
    BATON_SECRET: 'one secret for every server of the instance',
    BATON_DATA: join(folder, 'data'),
    BATON_REQUESTS_PER_MINUTE: '0',
    BATON_LOG_LEVEL: 'warn',
  };
  const servers: KillableServer[] = [];
  for (let number = 1; number <= serverCount; number += 1)
    servers.push(new KillableServer(`server-${number}`, String(await freePort()), env, pool));
  const dispose = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await pool.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(servers.map((server) => server.start()));
    const person = await ApiClient.signUp(servers[0]?.url ?? '', 'owner@example.com', ORIGIN);
    const made = await person.call<NewApiKey>('POST', '/api/auth/api-key');
    return {
      servers,
      pool,
      person,
      agent: (name, session) => ({ key: made.data.apiKey, name, ...(session === undefined ? {} : { session }) }),
      addProject: (options) => addProject(pool, person, options),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Raises rate limits and quotas, which are not tested here. */
export async function raiseLimits(pool: { query(sql: string): Promise<unknown> }): Promise<void> {
  await pool.query(
    'update system_settings set mcp_tool_calls_per_hour = 100000000, max_requests_per_minute = 100000000, max_tasks_per_project = 10000',
  );
  await pool.query('update subscription_tiers set max_projects = 100');
}

async function addProject(
  pool: pg.Pool,
  person: ApiClient,
  { tasks, slots = 1 }: { tasks: number; slots?: number },
): Promise<LockProject> {
  const { data: project } = await person.createProject('Raced for');
  await pool.query('update projects set baton_slots = $2 where id = $1', [project.id, slots]);
  const taskIds: Id[] = [];
  for (let number = 1; number <= tasks; number += 1) {
    const added = await person.call<Task>('POST', `/api/projects/${project.id}/tasks`, { title: `Task ${number}` });
    if (added.data.number !== number) throw new Error(`T${number} was not added: ${JSON.stringify(added.failure)}`);
    taskIds.push(added.data.id);
  }
  return { id: project.id, taskIds, tokens: new Map() };
}
