import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cliFile, type CliWorld, withCliWorld } from '#test/cli-world.ts';
import { startTestServer } from '#test/harness.ts';
import { freePort } from '#test/server-process.ts';
import { PATIENT } from '#test/patience.ts';

const cli = await cliFile();

let world: CliWorld;
withCliWorld((given) => (world = given));

function watch(args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, 'watch', ...args], {
    env: { ...world.env, ...env },
    cwd: world.folder,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said.err += chunk));
  return {
    said,
    until: (text: string | RegExp) => vi.waitFor(() => expect(said.out).toMatch(text), PATIENT),
    async stop() {
      child.kill('SIGINT');
      await once(child, 'close');
      return child.exitCode;
    },
  };
}

test('every change is one line, from a number on, and an interruption ends it well', async () => {
  await world.addTasks('Lay the keel');
  const watching = watch(['--since', '0']);
  await watching.until('task created  T1 Lay the keel');
  await world.baton(['claim', '--agent', 'claude-1']);
  await watching.until(/claude-1 {2}took the baton {2}T1 by claude-1, baton \d+/);
  await world.baton(['note', 'finding', 'The **oak**\nis wet.', '--task', 'T1']);
  await watching.until('note created  T1 FINDING: The oak is wet.');
  for (const line of watching.said.out.trim().split('\n')) expect(line).toMatch(/^\d\d:\d\d:\d\d {2}/);
  expect(await watching.stop()).toBe(0);
});

test('it begins with where things stand, and misses nothing after that', async () => {
  await world.addTasks('Lay the keel', 'Plank', 'Paint');
  await world.baton(['claim', '--agent', 'claude-1']);
  await world.baton(['ask', 'T1', 'Which wood?']);
  await world.baton(['claim', '--agent', 'claude-1']);
  await world.baton(['edit', 'T3', '--blocked', 'No paint']);
  const watching = watch();
  await watching.until(/^Following from \d+:$/m);
  expect(watching.said.out).toContain('Ship: 0 of 3 done, 1 in progress, 0 open, 1 blocked, 1 waiting for you');
  expect(watching.said.out).toContain(
    'claude-1 holds T2 Plank for less than a minute, last call less than a minute ago',
  );
  expect(watching.said.out).toContain('Needs you: T1 claude-1 asks: Which wood? (baton answer T1 TEXT)');
  expect(watching.said.out).toContain('Blocked: T3 Paint: No paint');
  await world.baton(['answer', 'T1', 'Oak.']);
  await watching.until(/task updated {2}T1 Lay the keel/);
  expect(watching.said.out).not.toContain('task created');
  expect(await watching.stop()).toBe(0);
});

test('it goes on where it was when the server comes back: nothing is missing, nothing is told twice', async () => {
  const first = await startTestServer({ databaseUrl: world.server.databaseUrl });
  const at = await first.http.listen({ port: await freePort(), host: '127.0.0.1' });
  await world.addTasks('One');
  const watching = watch(['--since', '0', '--json'], { BATON_URL: at });
  await watching.until('"title":"One"');
  await first.dispose();
  await world.addTasks('Two');
  const second = await startTestServer({ databaseUrl: world.server.databaseUrl });
  onTestFinished(() => second.dispose());
  await second.http.listen({ port: Number(new URL(at).port), host: '127.0.0.1' });
  await world.addTasks('Three');
  await watching.until('"title":"Three"');
  const seqs = watching.said.out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, place) => place + 1));
  expect(watching.said.err).toContain('broke');
});

test('whoever comes back after what was missed is no longer kept is told where things stand instead', async () => {
  await world.addTasks('One', 'Two');
  const { pool } = world.server.database;
  const { rows } = await pool.query<{ seq: number }>('select seq from feed_heads where scope = $1', [
    `project:${world.projectId}`,
  ]);
  const seq = rows[0]?.seq ?? 0;
  await pool.query('update feed_heads set first_seq = seq where scope = $1', [`project:${world.projectId}`]);
  const watching = watch(['--since', '1']);
  await watching.until('Ship: 0 of 2 done');
  expect(watching.said.err).toContain(`what happened up to ${seq} is no longer all kept; this is where things stand:`);
  await world.addTasks('Three');
  await watching.until('task created  T3 Three');
  expect(watching.said.out).not.toContain('task created  T2');
  expect(await watching.stop()).toBe(0);
});

test('a key that is refused and a project that is not there end it with a sentence', async () => {
  const env = { BATON_API_KEY: `baton_${'0'.repeat(40)}` };
  expect(await world.baton(['watch'], { env })).toMatchObject({ code: 3 });
  const foreign = '0199a1b2-0000-7000-8000-00000000cafe';
  expect(await world.baton(['watch', '--project', foreign])).toMatchObject({ code: 1 });
});
