import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { layoutOf } from './layout.ts';
import { refuseOtherHost, sign } from './other-host.ts';

let layout = layoutOf('');

beforeEach(async () => {
  layout = layoutOf(await mkdtemp(join(tmpdir(), 'baton-host-')));
  await mkdir(layout.home);
});

afterEach(async () => {
  await rm(layout.directory, { recursive: true });
});

it('a directory that another host signed a moment ago is refused, with its name', async () => {
  await writeFile(layout.inUse, 'other-container');
  await expect(refuseOtherHost(layout, 0)).rejects.toThrow(
    /is in use by Baton on other-container: stop that one first/,
  );
});

it('a signature that is no longer renewed is no obstacle', async () => {
  await writeFile(layout.inUse, 'other-container');
  await utimes(layout.inUse, 1_700_000_000, 1_700_000_000);
  await expect(refuseOtherHost(layout, 0)).resolves.toBeUndefined();
});

it('the own signature replaces a longer one and is no obstacle', async () => {
  await writeFile(layout.inUse, `${hostname()}-and-a-longer-name`);
  await sign(layout);
  expect(await readFile(layout.inUse, 'utf8')).toBe(hostname());
  await expect(refuseOtherHost(layout, 0)).resolves.toBeUndefined();
});
