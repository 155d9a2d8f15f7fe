import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { packForTest } from '#test/pack-cli.ts';
import { runScript, startCliWorld } from '#test/cli-world.ts';
import { VERSION } from './version.ts';

const run = promisify(execFile);

test('the packed command line installs in an empty folder without a network, and works there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tarball = await packForTest(folder);
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], {
    cwd: elsewhere,
    env: { ...process.env, npm_config_cache: join(folder, 'cache') },
  });
  const installed = join(elsewhere, 'node_modules/baton-cli');
  expect(readdirSync(installed).toSorted()).toEqual(['LICENSE', 'README.md', 'baton.mjs', 'package.json']);
  const program = readFileSync(join(installed, 'baton.mjs'), 'utf8');
  expect(program).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(program).not.toMatch(/fastify|drizzle|from ?"(?!node:)/);
  const { stdout } = await run(join(elsewhere, 'node_modules/.bin/baton'), ['--version'], { cwd: elsewhere });
  expect(stdout.trim()).toBe(VERSION);

  const world = await startCliWorld();
  onTestFinished(() => world.dispose());
  await world.addTasks('Lay the keel');
  const baton = (...args: string[]) => runScript([join(installed, 'baton.mjs'), ...args], world.env, elsewhere);
  expect(await baton('doctor')).toMatchObject({ code: 0 });
  expect(await baton('claim')).toMatchObject({ code: 0, stdout: expect.stringContaining('Yours: T1') });
  expect(await baton('done', '--summary', 'Laid the keel.')).toMatchObject({ code: 0 });
  expect(await baton('claim')).toMatchObject({ code: 5 });
});
