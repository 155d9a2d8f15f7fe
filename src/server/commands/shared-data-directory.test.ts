import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiClient } from '#test/api-client.ts';
import { type DataDirectory, createDataDirectory, stillRunning } from '#test/data-directory.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';

// Generous timeouts: these tests start and stop whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The URL of a proxy in front of both; local, so that the outbox can be read. */
const ORIGIN = 'http://localhost:8080';

let data: DataDirectory;
const started: ServerProcess[] = [];

beforeAll(async () => {
  data = await createDataDirectory();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill()));
});

afterAll(() => data.remove());

async function start(): Promise<ServerProcess> {
  const server = await startServer({ BATON_DATA: data.path, BATON_URL: ORIGIN });
  started.push(server);
  return server;
}

describe('two servers on one data directory', () => {
  test('that start together on a new one share one database', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const atFirst = await ApiClient.signUp(first.url, 'shared@example.com', ORIGIN);
    await atFirst.createProject('Seen by both');
    expect((await atFirst.at(second.url).listProjects()).data).toMatchObject([{ name: 'Seen by both' }]);
  });

  test('leave the database to each other, and the last one stops it', async () => {
    const first = await start();
    const postmaster = await data.postmaster();
    const second = await start();
    expect(await data.postmaster()).toBe(postmaster);

    expect(await first.stop()).toMatchObject({ code: 0, stderr: '' });
    const client = new ApiClient(second.url, ORIGIN);
    await client.signIn('shared@example.com');
    expect((await client.listProjects()).data).toMatchObject([{ name: 'Seen by both' }]);

    const processes = await data.databaseProcesses();
    expect(processes[0]).toBe(postmaster);
    expect(await second.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(await stillRunning(processes)).toEqual([]);
  });

  test('that are told to stop at the same moment leave nothing running', async () => {
    const [first, second] = [await start(), await start()];
    const processes = await data.databaseProcesses();
    const ended = await Promise.all([first.stop(), second.stop()]);
    expect(ended).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await stillRunning(processes)).toEqual([]);
  });
});
