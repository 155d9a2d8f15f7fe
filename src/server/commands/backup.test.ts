import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiClient } from '#test/api-client.ts';
import { type DataDirectory, createDataDirectory } from '#test/data-directory.ts';
import { type Ended, type ServerProcess, runBaton, startServer } from '#test/server-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROWS = /^(\d+) rows are back, as of \d{4}-\d\d-\d\dT[\d:.]+Z\.$/;

let folder = '';
let file = '';
let from: DataDirectory;
let to: DataDirectory;
let password = '';
const servers: ServerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-backup-'));
  file = join(folder, 'baton.backup');
  [from, to] = await Promise.all([createDataDirectory(), createDataDirectory()]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await Promise.all([from.remove(), to.remove()]);
  await rm(folder, { recursive: true, force: true });
});

async function serve(data: DataDirectory): Promise<ServerProcess> {
  const server = await startServer({ BATON_DATA: data.path });
  servers.push(server);
  return server;
}

async function demoProject(server: ServerProcess) {
  const client = new ApiClient(server.url);
  await client.signIn('demo@baton.example', password);
  const [project] = (await client.listProjects()).data;
  return { client, project };
}

describe('a backup', () => {
  test('is written whole and private while the server goes on', async () => {
    const server = await serve(from);
    const demo = await runBaton(['demo'], { BATON_DATA: from.path, BATON_URL: server.url });
    expect(demo).toMatchObject({ code: 0, stderr: '' });
    password = /^Created the account demo@baton\.example with the password (\S+)$/m.exec(demo.stdout)?.[1] ?? '';
    const { client, project } = await demoProject(server);
    expect(project?.taskCount).toBeGreaterThan(0);

    const { code, stdout, stderr } = await runBaton(['backup', file], { BATON_DATA: from.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Everything is in ${file} (`);
    expect(stdout).toContain('keep BATON_SECRET, or the file "secret" of the data directory, as well.');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['baton.backup']);
    expect((await client.listProjects()).status).toBe(200);
  });

  test('comes back in another data directory, where the old password signs in', async () => {
    const restored = await runBaton(['restore', file], { BATON_DATA: to.path });
    expect(restored).toMatchObject({ code: 0 });
    const [rows, secret] = restored.stdout.trim().split('\n');
    expect(Number(ROWS.exec(rows ?? '')?.[1])).toBeGreaterThan(0);
    expect(secret).toBe('The backup was made under another BATON_SECRET: everyone signs in again.');

    const [original, copy] = [servers[0]!, await serve(to)];
    expect((await demoProject(copy)).project).toEqual((await demoProject(original)).project);
    expect(copy.stdout()).not.toContain('First:');
  });

  test('is not poured over an instance that is in use', async () => {
    const said = refusalOf(await runBaton(['restore', file], { BATON_DATA: to.path }));
    expect(said).toBe(
      'baton: A backup can only be restored into an empty instance; this one has accounts. Set BATON_DATA to a new directory, or DATABASE_URL to a new database.',
    );
    expect((await demoProject(servers[1]!)).project).toBeDefined();
  });

  test('has nowhere to go in a folder that is not there', async () => {
    const place = join(folder, 'nowhere', 'baton.backup');
    expect(refusalOf(await runBaton(['backup', place], { BATON_DATA: from.path }))).toBe(
      `baton: The backup cannot be written to ${place} (ENOENT). Name a file in a directory you can write to.`,
    );
  });
});

/** The single error line of a failed command. */
function refusalOf({ code, stdout, stderr }: Ended): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^baton: [^\n]+\n$/);
  return stderr.trim();
}
