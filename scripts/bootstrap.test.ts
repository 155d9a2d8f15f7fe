import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

const installing = 'Installing dependencies… (about a minute the first time)\n';
let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baton-install-'));
  await mkdir(join(root, 'scripts'));
  await copyFile(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts', 'bootstrap.mjs'));
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'sample', version: '1.0.0', type: 'module' }));
  await writeLock('1.0.0');
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

const marker = () => join(root, 'node_modules', `.baton-lock-${process.platform}-${process.arch}.json`);

async function writeLock(version: string, dependencies: Record<string, string> = {}): Promise<void> {
  const packages = { '': { name: 'sample', version, dependencies } };
  const lock = { name: 'sample', version, lockfileVersion: 3, requires: true, packages };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
}

function bootstrap(): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

it('the first run installs, the next finds everything in place, and a changed lock installs again', async () => {
  expect(await bootstrap()).toEqual({ code: 0, stdout: installing, stderr: '' });
  expect(await bootstrap()).toEqual({ code: 0, stdout: '', stderr: '' });
  await writeLock('1.0.1');
  expect(await bootstrap()).toEqual({ code: 0, stdout: installing, stderr: '' });
  expect(await readFile(marker(), 'utf8')).toBe(await readFile(join(root, 'package-lock.json'), 'utf8'));
});

it('two runs at the same moment install once', async () => {
  const runs = await Promise.all([bootstrap(), bootstrap()]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(runs.filter(({ stdout }) => stdout.includes(installing))).toHaveLength(1);
  await expect(stat(join(root, '.installing'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it('the turn of a run that was killed is taken over', async () => {
  const { pid } = spawnSync('true');
  await writeFile(join(root, '.installing'), String(pid));
  expect((await bootstrap()).code).toBe(0);
});

it('an install that fails says why in one line and is tried again next time', async () => {
  await writeLock('1.0.0', { 'not-in-the-manifest': '1.0.0' });
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'sample', dependencies: { other: '1.0.0' } }));
  const { code, stderr } = await bootstrap();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Installing dependencies failed \(.*package-lock\.json.*\): mend that, then run the command again\.\n$/,
  );
  await expect(stat(marker())).rejects.toMatchObject({ code: 'ENOENT' });
});

it('a pinned runtime that is too old is refused with what to install', async () => {
  await bootstrap();
  await mkdir(join(root, 'node_modules', '.bin'));
  await writeFile(join(root, 'node_modules', '.bin', 'node'), '#!/bin/sh\necho v24.6.0\n', { mode: 0o755 });
  expect(await bootstrap()).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Baton needs Node 24.7 or newer here and found v24.6.0: install it from https://nodejs.org, then run the command again.\n',
  });
  await writeFile(join(root, 'node_modules', '.bin', 'node'), '#!/bin/sh\necho v25.0.1\n', { mode: 0o755 });
  expect((await bootstrap()).code).toBe(0);
});
