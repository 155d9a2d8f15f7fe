import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { NewApiKey } from '#contract/api-key.ts';
import { newId } from '#server/platform/id.ts';
import { raiseLimits } from '#test/agent-instance.ts';
import { ApiClient } from '#test/api-client.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';
import { startDatabaseHost } from '../faults/database-host.ts';
import type { Later } from '../run-interruptible.ts';
import { type Random, pick } from './sample-value.ts';

export const CALLERS = ['anonymous', 'user', 'key', 'admin'] as const;
export type CallerName = (typeof CALLERS)[number];

/** A server with three callers, and one of each resource. */
export interface FuzzWorld {
  server: ServerProcess;
  pool: pg.Pool;
  headersOf(caller: CallerName): Promise<Record<string, string>>;
  /** Replaces resources that accepted requests have changed. */
  addThings(): Promise<void>;
  /** An export by the server itself. */
  exportProject(): Promise<Buffer>;
  /** An id for this path parameter or field. */
  idFor(name: string, path: string, random: Random): string | undefined;
}

/** An access token lives for five minutes. */
const TOKEN_MS = 100_000;
const KINDS = ['projects', 'tasks', 'task-lists', 'notes', 'checkpoints', 'runs', 'users'] as const;
const FIELDS: readonly [RegExp, (typeof KINDS)[number]][] = [
  [/list/, 'task-lists'],
  [/task|depends/, 'tasks'],
  [/note|supersedes/, 'notes'],
  [/project/, 'projects'],
  [/user/, 'users'],
];

export async function openFuzzWorld(later: Later): Promise<FuzzWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-fuzz-'));
  later(() => rm(folder, { recursive: true, force: true }));
  const database = await startDatabaseHost(join(folder, 'database'), later, {
    fsync: 'off',
    synchronous_commit: 'off',
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  later(() => pool.end());
  const server = await startServer({
    DATABASE_URL: database.url,
    BATON_DATA: join(folder, 'data'),
    BATON_REQUESTS_PER_MINUTE: '0',
    BATON_LOG_LEVEL: 'fatal',
  });
  later(async () => void (await server.kill()));
  await raiseLimits(pool);
  // The first account becomes administrator.
  const admin = await ApiClient.signUp(server.url, 'admin@example.com');
  const user = await ApiClient.signUp(server.url, 'user@example.com');
  const { data } = await user.call<NewApiKey>('POST', '/api/auth/api-key');
  const people = { admin: keepSignedIn(admin, 'admin@example.com'), user: keepSignedIn(user, 'user@example.com') };
  const ids = new Map<string, string[]>([['users', [user.userId]]]);
  const addThings = async () => {
    await people.user();
    await addOneOfEach(user, ids);
  };
  await addThings();
  return {
    server,
    pool,
    addThings,
    exportProject: async () => {
      const headers = { authorization: `Bearer ${await people.user()}` };
      const answer = await fetch(`${server.url}/api/projects/${ids.get('projects')?.at(-1)}/export`, { headers });
      if (answer.status !== 200) throw new Error(`no export: ${answer.status} ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    headersOf: async (caller) => {
      if (caller === 'anonymous') return {};
      const token = caller === 'key' ? data.apiKey : await people[caller]();
      return { authorization: `Bearer ${token}`, ...(caller === 'key' ? { 'x-agent-name': 'fuzz' } : {}) };
    },
    idFor: (name, path, random) => {
      const kind = FIELDS.find(([field]) => field.test(name))?.[1] ?? KINDS.find((each) => path.includes(`/${each}/`));
      const found = ids.get(kind ?? 'projects') ?? [];
      return found.length === 0 ? undefined : pick(random, found);
    },
  };
}

function keepSignedIn(person: ApiClient, email: string): () => Promise<string> {
  let at = -Infinity;
  let token = '';
  return async () => {
    if (performance.now() - at < TOKEN_MS) return token;
    token = await person.renewToken().catch(async () => {
      await person.signIn(email);
      return person.renewToken();
    });
    at = performance.now();
    return token;
  };
}

interface Made {
  id: string;
  task_list_id?: string;
}

async function addOneOfEach(user: ApiClient, ids: Map<string, string[]>): Promise<void> {
  const make = async (kind: string, path: string, body: object) => {
    const { data } = await user.call<Made | undefined>('POST', path, body);
    if (data !== undefined) ids.set(kind, [...(ids.get(kind) ?? []).slice(-3), data.id]);
    return data;
  };
  const project = await make('projects', '/api/projects', { name: 'Fuzzed' });
  if (project === undefined) return;
  const inside = `/api/projects/${project.id}`;
  for (const title of ['One', 'Two', 'Three']) {
    const task = await make('tasks', `${inside}/tasks`, { title });
    if (task?.task_list_id !== undefined) ids.set('task-lists', [task.task_list_id]);
  }
  await make('task-lists', `${inside}/task-lists`, { name: 'List' });
  await make('notes', `${inside}/notes`, { type: 'CONTEXT', body: 'Note' });
  await make('checkpoints', `${inside}/checkpoints`, { name: 'Now' });
  const run = { run_id: newId(), host: 'laptop', clients: ['codex'], parallel: 1 };
  await make('runs', `${inside}/runs`, run);
}
