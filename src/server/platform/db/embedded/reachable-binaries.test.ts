import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Binaries, findBinaries, program } from './binaries.ts';
import { reachableBinaries } from './reachable-binaries.ts';

const nobody = { uid: 65_534, gid: 65_534 };
let root = '';
let cache = '';
let hidden: Binaries;

describe.runIf(process.getuid?.() === 0)('programs below a folder that only root may enter', () => {
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'baton-programs-'));
    cache = join(root, 'cache');
    await mkdir(join(root, 'home'), { mode: 0o700 });
    await mkdir(cache);
    await chmod(root, 0o755);
    const found = await findBinaries();
    await symlink(found.native, join(root, 'home', 'native'));
    hidden = { ...found, native: join(root, 'home', 'native') };
  });

  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  it('are copied once to where the database user can run them, and stay root’s', async () => {
    const first = await reachableBinaries(hidden, nobody, [cache]);
    const made = await stat(first.native);
    expect(made).toMatchObject({ uid: 0, mode: 0o40755 });
    await promisify(execFile)(program(first, 'initdb'), ['--version'], nobody);

    const second = await reachableBinaries(hidden, nobody, [cache]);
    expect(second).toEqual(first);
    expect((await stat(second.native)).ino).toBe(made.ino);
    expect(await readdir(cache)).toHaveLength(1);
  });

  it('are not taken from a copy that somebody else put there', async () => {
    const { native } = await reachableBinaries(hidden, nobody, [cache]);
    await chown(native, nobody.uid, nobody.gid);
    await expect(reachableBinaries(hidden, nobody, [cache])).rejects.toThrow(
      /cannot be run by the user it runs as \(uid 65534\): start Baton as an ordinary user/,
    );
  });

  it('stay where they are when the database user can reach them', async () => {
    const found = await findBinaries();
    expect(await reachableBinaries(found, nobody, [cache])).toBe(found);
    expect(await reachableBinaries(hidden, undefined, [cache])).toBe(hidden);
    expect(await readdir(cache)).toEqual([]);
  });
});
