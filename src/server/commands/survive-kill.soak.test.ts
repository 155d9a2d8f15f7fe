import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '#test/api-client.ts';
import { type DataDirectory, createDataDirectory } from '#test/data-directory.ts';
import { killWhileWriting, listKills } from '#test/kill-while-writing.ts';
import { type Env, type ServerProcess, freePort, startServer } from '#test/server-process.ts';
import { soak } from '#test/soak.ts';

const ROUNDS = soak(6);
const LANES = 3;
const ANSWERS = 30;
const RENAMES = 5;
const GONE = 'deleted';

/** What a client knows of a project: the last acknowledged state, and the one requested since. */
interface Known {
  sure: string;
  asked?: string;
}

const known = new Map<string, Known>();
let env: Env = {};
let data: DataDirectory;
let server: ServerProcess;
let client: ApiClient;

beforeAll(async () => {
  data = await createDataDirectory();
  env = {
    BATON_DATA: data.path,
    BATON_REQUESTS_PER_MINUTE: '0',
    BATON_LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
  };
  server = await startServer(env);
  client = await ApiClient.signUp(server.url, 'writer@example.com');
  await data.query('update subscription_tiers set max_projects = 100');
});

afterAll(async () => {
  await server.kill();
  await data.remove();
});

/** Creates projects, renames each a few times and deletes it, until the server no longer answers. */
async function writeUntilKilled(answered: () => void): Promise<void> {
  for (;;) {
    const made = await client.createProject('Name 0').catch(() => undefined);
    if (made === undefined) return;
    expect(made.status).toBe(201);
    const { id } = made.data;
    known.set(id, { sure: 'Name 0' });
    answered();
    for (let number = 1; number <= RENAMES; number += 1) {
      if (!(await confirm(id, `Name ${number}`, 'PUT', { name: `Name ${number}` }))) return;
      answered();
    }
    if (!(await confirm(id, GONE, 'DELETE'))) return;
    answered();
  }
}

async function confirm(id: string, state: string, method: string, body?: object): Promise<boolean> {
  known.set(id, { sure: known.get(id)?.sure ?? '', asked: state });
  const answer = await client.call(method, `/api/projects/${id}`, body).catch(() => undefined);
  if (answer === undefined) return false;
  expect(answer.status).toBe(200);
  known.set(id, { sure: state });
  return true;
}

/** Every acknowledged write is there, or the one requested since; afterwards that is the known state. */
async function compareWithKnown(): Promise<void> {
  await client.renewToken();
  const { status, data: listed } = await client.listProjects();
  expect(status).toBe(200);
  const found = new Map(listed.map(({ id, name }) => [String(id), name]));
  for (const [id, { sure, asked }] of known) {
    const state = found.get(id) ?? GONE;
    expect([sure, asked ?? sure]).toContain(state);
    known.set(id, { sure: state });
    found.delete(id);
  }
  // The rest was created without the answer arriving: at most one per client.
  expect(found.size).toBeLessThanOrEqual(LANES);
  for (const [id, name] of found) {
    expect(name).toBe('Name 0');
    known.set(id, { sure: name });
  }
}

/** Atomicity: rows and their events were committed together or not at all, and no feed has a gap. */
async function expectNothingHalfWritten(): Promise<void> {
  const disagreeing = await data.query(`
    select p.id, p.name, last.type, last.data ->> 'name' as told from projects p
    left join lateral (select type, data from events where scope = 'project:' || p.id order by seq desc limit 1) last on true
    where last.data ->> 'name' is distinct from p.name or (last.type = 'project.deleted') is distinct from (p.deleted_at is not null)`);
  expect(disagreeing).toEqual([]);
  // Of a deleted project only the deletion is kept.
  const gaps = await data.query(`
    select h.scope from feed_heads h
    where h.seq - h.first_seq + 1 <> (select count(*) from events e where e.scope = h.scope) or h.seq <> (select max(seq) from events e where e.scope = h.scope)`);
  expect(gaps).toEqual([]);
  const feeds = await data.query<{ projects: number; account: number }>(`
    select (count(*) filter (where e.scope like 'project:%'))::int as projects, (count(*) filter (where e.scope like 'user:%' and e.type like 'project.%'))::int as account
    from events e join projects p on p.id::text = e.data ->> 'id' and (p.deleted_at is null or e.type = 'project.deleted')`);
  expect(feeds[0]?.account).toBe(feeds[0]?.projects);
}

describe('kill -9 in the middle of writing loses nothing that was confirmed', () => {
  test.for(listKills(ROUNDS))('round $round: $victim', async ({ databaseToo }) => {
    const writers = Array.from({ length: LANES }, () => writeUntilKilled);
    await killWhileWriting(writers, { server, data, databaseToo, afterAnswers: ANSWERS });
    server = await startServer(env);
    await compareWithKnown();
    await expectNothingHalfWritten();
  });
});
