import { expect } from '@playwright/test';
import pg from 'pg';
import type { OutboxMail } from '#contract/instance.ts';
import { notifySql, notifyValues } from '#server/platform/bus.ts';
import type { Connection } from '#server/platform/db/embedded/index.ts';
import { createTestDatabase } from '#test/database.ts';
import { type Env, type ServerProcess, startClockServer, startServer } from '#test/server-process.ts';

const POSTGRES = 'BATON_JOURNEYS_POSTGRES';
const SERVER = 'BATON_JOURNEYS_SERVER';
export const SECRET = 'a-secret-of-the-journeys-and-of-nothing-else';

/** A running server with a database of its own, and direct access to that database. */
export interface Instance {
  url: string;
  databaseUrl: string;
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Sends a notification as another server on the same database would. */
  notify(topic: string, subject: string): Promise<void>;
  /** The link of the newest mail to this address; polled, because mails are sent in the background. */
  latestLink(email: string, subject: RegExp): Promise<string>;
  /** An error line in the server's log fails the test, unless it matches one of these. */
  expectErrors(pattern: RegExp): void;
  stop(): Promise<void>;
}

/** A server whose clock the test moves. */
export interface ClockInstance extends Instance {
  setClock(aheadMs: number): Promise<void>;
}

/** Passed by environment variable, which worker processes inherit. */
export function offerPostgres(connection: Connection): void {
  process.env[POSTGRES] = JSON.stringify(connection);
}

/** The file that `npm start` runs. */
export function offerServer(file: string): void {
  process.env[SERVER] = file;
}

export const startInstance = async (env: Env = {}): Promise<Instance> => {
  const { database, settings } = await prepare(env);
  return open(await startServer(settings, process.env[SERVER]), database);
};

export const startClockInstance = async (env: Env = {}): Promise<ClockInstance> => {
  const { database, settings } = await prepare(env);
  const server = await startClockServer(settings);
  return { ...open(server, database), setClock: server.setClock };
};

/** A migrated, empty database. */
export const createDatabase = () => createTestDatabase(JSON.parse(process.env[POSTGRES] ?? '') as Connection);

/** Marks the set-up screen as done; it has a test of its own. */
async function skipSetUp(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update system_settings set set_up_at = now()');
  await client.end();
}

async function prepare(env: Env) {
  const database = await createDatabase();
  await skipSetUp(database.url);
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    BATON_SECRET: SECRET,
    BATON_LOG_LEVEL: 'warn',
    ...env,
  };
  return { database, settings };
}

function open(server: ServerProcess, database: Awaited<ReturnType<typeof createTestDatabase>>): Instance {
  const expected: RegExp[] = [];
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  return {
    url: server.url,
    databaseUrl: database.url,
    sql: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<T>(text, values)).rows,
    notify: async (topic, subject) => void (await pool.query(notifySql, notifyValues(topic, subject))),
    latestLink: (email, subject) => findLink(server.url, email, subject),
    expectErrors: (pattern) => void expected.push(pattern),
    stop: async () => {
      await pool.end();
      const { stdout } = await server.stop();
      await database.drop();
      const errors = errorLines(stdout).filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(errors, 'error lines in the server’s log').toEqual([]);
    },
  };
}

async function findLink(url: string, email: string, subject: RegExp): Promise<string> {
  let link = '';
  await expect(async () => {
    const answer = await fetch(`${url}/api/outbox`);
    const { data } = (await answer.json()) as { data: OutboxMail[] };
    link = data.find((mail) => mail.recipient === email && subject.test(mail.subject))?.link ?? '';
    expect(link, `a mail to ${email} is in the outbox`).not.toBe('');
  }).toPass();
  return link;
}

/** Pages may hide a server error; the log does not. */
function errorLines(log: string): string[] {
  return log.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line));
}
