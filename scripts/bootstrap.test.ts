import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

const installing = 'Installing dependencies… (about a minute the first time)\n';
const installingToRun = 'Installing what Baton needs to run… (half a minute the first time)\n';
const done = (stdout: string) => ({ code: 0, stdout, stderr: '' });
let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baton-install-'));
  await mkdir(join(root, 'scripts'));
  for (const file of ['bootstrap.mjs', 'install-packages.mjs', 'run-manifest.mjs'])
    await copyFile(join(import.meta.dirname, file), join(root, 'scripts', file));
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

function bootstrap(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), ...words], (error, stdout, stderr) => {
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

describe('a start, which needs no tools of tests', () => {
  const inModules = (name: string) => join(root, 'node_modules', name);
  const isThere = (name: string) => existsSync(inModules(name));

  it('installs what it needs, and tests add the rest to it without taking anything away', async () => {
    expect(await bootstrap('--to-run')).toEqual(done(installingToRun));
    expect(await bootstrap('--to-run')).toEqual(done(''));
    expect(isThere(basename(marker()))).toBe(false);
    await writeFile(inModules('.of-a-running-server'), '');
    expect(await bootstrap()).toEqual(done(installing));
    expect(await bootstrap()).toEqual(done(''));
    expect(await bootstrap('--to-run')).toEqual(done(''));
    expect(isThere('.of-a-running-server')).toBe(true);
  });

  it('after the tests takes nothing away, not even when the lock has changed', async () => {
    await bootstrap();
    expect(await bootstrap('--to-run')).toEqual(done(''));
    await writeLock('1.0.1');
    expect(await bootstrap('--to-run')).toEqual(done(installingToRun));
    expect(await bootstrap()).toEqual(done(''));
  });

  it('with another lock replaces what was there, and leaves nothing of the making', async () => {
    await bootstrap('--to-run');
    await writeFile(inModules('.of-the-old-lock'), '');
    await writeLock('1.0.1');
    // Left by one that was killed.
    await mkdir(join(root, '.installing-packages', 'node_modules'), { recursive: true });
    expect(await bootstrap('--to-run')).toEqual(done(installingToRun));
    expect(isThere('.of-the-old-lock')).toBe(false);
    expect((await readdir(root)).toSorted()).toEqual(['node_modules', 'package-lock.json', 'package.json', 'scripts']);
  });

  it('that fails leaves what was there', async () => {
    await bootstrap('--to-run');
    await writeFile(inModules('.of-the-old-lock'), '');
    await writeLock('1.0.1', { 'not-in-the-manifest': '1.0.0' });
    await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'sample', dependencies: { other: '1.0.0' } }));
    expect(await bootstrap('--to-run')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('package-lock.json'),
    });
    expect(isThere('.of-the-old-lock')).toBe(true);
  });

  it('tools whose install was killed half-way are installed from scratch', async () => {
    await bootstrap('--to-run');
    await writeFile(inModules('.baton-adding'), '');
    expect(await bootstrap('--to-run')).toEqual(done(''));
    expect(await bootstrap()).toEqual(done(installing));
    expect(isThere('.baton-adding')).toBe(false);
  });
});
