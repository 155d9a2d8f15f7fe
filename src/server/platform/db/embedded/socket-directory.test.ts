import { chmod, lstat, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareSocketDirectory } from './socket-directory.ts';

let home = '';
const made: string[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'baton-home-'));
});

afterEach(async () => {
  for (const path of [home, ...made.splice(0)]) await rm(path, { recursive: true, force: true });
});

async function prepare(secret: string): Promise<string> {
  const path = await prepareSocketDirectory(home, secret, undefined);
  made.push(path);
  return path;
}

it('a database has the same private directory at every start, and another database another', async () => {
  const path = await prepare('one');
  expect((await lstat(path)).mode & 0o777).toBe(0o700);
  expect(await prepare('one')).toBe(path);
  expect(await prepare('two')).not.toBe(path);
});

it('a directory that others may enter is not used', async () => {
  const path = await prepare('one');
  await chmod(path, 0o777);
  const other = await prepare('one');
  expect(other).not.toBe(path);
  expect((await lstat(other)).mode & 0o777).toBe(0o700);
});

it('a link in its place is not followed', async () => {
  const path = await prepare('one');
  await rm(path, { recursive: true });
  await symlink(home, path);
  const other = await prepare('one');
  expect(other).not.toBe(path);
  expect((await lstat(other)).isDirectory()).toBe(true);
});
