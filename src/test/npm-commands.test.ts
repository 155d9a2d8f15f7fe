import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestDatabase, createTestDatabase } from './database.ts';
import { freePort, startProcess } from './server-process.ts';
import { PATIENT } from './patience.ts';

const ROOT = join(import.meta.dirname, '../..');
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const environment = async () => ({
  PORT: String(await freePort()),
  DATABASE_URL: database.url,
  BATON_SECRET: 'a-secret-of-the-tests-and-of-nothing-else',
});

test('the development server gives the web app with hot reload and the API at one address', async () => {
  const env = await environment();
  const dev = await startProcess('scripts/dev.ts', [], env);
  const at = `http://localhost:${env.PORT}`;
  const page = await fetch(`${at}/projects`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('/@vite/client');
  expect(await (await fetch(`${at}/api/instance`)).json()).toMatchObject({ success: true });
  expect(await dev.stop('SIGINT')).toMatchObject({ code: 0 });
});

test('a stop that reaches npm alone stops the server behind it', async () => {
  const env = await environment();
  const npm = spawn('npm', ['run', '--silent', 'baton', '--', 'serve'], {
    cwd: ROOT,
    env: { ...process.env, ...env, npm_config_ignore_scripts: 'true' },
  });
  let said = '';
  npm.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitFor(() => expect(said).toContain('ready at'), PATIENT);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await vi.waitFor(async () => expect(await isAnswering(env.PORT)).toBe(false), PATIENT);
});

function npmStart(env: Record<string, string>) {
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...process.env, ...env, npm_config_ignore_scripts: 'true' },
  });
  let said = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const supervisor = () => childrenOf(npm.pid ?? 0)[0] ?? 0;
  const server = () => childrenOf(supervisor())[0] ?? 0;
  return { npm, said: () => said, supervisor, server };
}

test('npm start ends with one line when its server cannot start', async () => {
  const env = await environment();
  const holder = createServer().listen(Number(env.PORT), '127.0.0.1');
  await once(holder, 'listening');
  const { npm, said } = npmStart(env);
  const [code] = (await once(npm, 'close')) as [number];
  holder.close();
  expect(code).toBe(1);
  expect(said()).toMatch(/^(Building [^\n]+\n)*baton: Port \d+ is taken\. [^\n]+\n$/);
});

test('npm start brings a server back that was killed, and a stop then ends everything', async () => {
  const env = await environment();
  const { npm, said, supervisor, server } = npmStart(env);
  const readyLines = () => said().split('ready at').length - 1;
  await vi.waitFor(() => expect(readyLines()).toBe(1), PATIENT);
  const first = server();
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(readyLines()).toBe(2), PATIENT);
  expect(said()).toContain('Baton ended unexpectedly (SIGKILL). Starting it again in 1 s.');
  expect(childrenOf(supervisor())).not.toContain(first);
  expect(await isAnswering(env.PORT)).toBe(true);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await vi.waitFor(async () => expect(await isAnswering(env.PORT)).toBe(false), PATIENT);
});

test('the address of the database is printed alone, and none where no database runs', async () => {
  const ask = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['scripts/database-url.ts'], { cwd: ROOT, env: { ...process.env, ...env } });
  expect(await ask({ DATABASE_URL: database.url })).toEqual({ stdout: `${database.url}\n`, stderr: '' });
  const BATON_DATA = join(import.meta.dirname, 'no-such-folder');
  await expect(ask({ BATON_DATA })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `No database runs in ${BATON_DATA}. Start Baton first: npm start, or npm run dev.\n`,
  });
});

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

const isAnswering = (port: string) =>
  fetch(`http://localhost:${port}/healthz`).then(
    () => true,
    () => false,
  );
