import pg from 'pg';
import { buildServer } from '../../scripts/build-server.ts';
import { leanEnv } from '../lean-env.ts';
import type { NewApiKey } from '#contract/api-key.ts';
import type { ImportReport } from '#contract/transfer.ts';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { type Env, type ServerProcess, freePort, startProcess } from '#test/server-process.ts';

/** A real server with an account without effective limits. */
export interface BenchStore {
  /** Its data directory. */
  directory: string;
  server: ServerProcess;
  client: ApiClient & { userId: string };
  key: string;
  databaseUrl: string;
  database: pg.Pool;
  /** A project imported through the API. */
  importPlan(name: string, document: string): Promise<string>;
  close(): Promise<void>;
}

export const benchEnv = async (directory: string): Promise<Env> => ({
  ...leanEnv(),
  BATON_DATA: directory,
  BATON_LOG_LEVEL: 'warn',
  BATON_REQUESTS_PER_MINUTE: '0',
  PORT: String(await freePort()),
});

export async function openBenchStore(directory: string, email = 'agents@example.com'): Promise<BenchStore> {
  const server = await startProcess(
    await buildServer((line) => console.log(line)),
    ['serve'],
    await benchEnv(directory),
  );
  const client = await ApiClient.signUp(server.url, email);
  const { data } = await client.call<NewApiKey>('POST', '/api/auth/api-key');
  const databaseUrl = await openDataDirectory(directory).databaseUrl();
  const database = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  await database.query(
    'update system_settings set mcp_tool_calls_per_hour = 100000000, max_requests_per_minute = 10000000, max_tasks_per_project = 100000',
  );
  await database.query('update subscription_tiers set max_projects = 100, storage_mb = 10000');
  await database.query(`insert into user_subscriptions (user_id, tier_id) values ($1, 'pro')`, [client.userId]);
  return {
    directory,
    server,
    client,
    key: data.apiKey,
    databaseUrl,
    database,
    async importPlan(name, content) {
      await client.renewToken();
      const body = { name, content, format: 'task-master' };
      const answer = await client.call<ImportReport>('POST', '/api/projects/import', body);
      if (answer.status !== 201)
        throw new Error(`the import answered ${answer.status}: ${JSON.stringify(answer.failure)}`);
      const { id } = answer.data.project;
      await database.query('update projects set baton_slots = 16 where id = $1', [id]);
      return id;
    },
    async close() {
      await database.end();
      await server.stop();
    },
  };
}
