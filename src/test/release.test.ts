import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionUrl, startEmbeddedPostgres } from '#server/platform/db/embedded/index.ts';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { listPlatforms, releaseVersion } from '../../scripts/release/platforms.ts';
import { openDataDirectory } from './data-directory.ts';
import type { ReleaseDrive } from './drive-release.ts';
import { findIsolation } from './isolation.ts';
import { OLDER, makeOlderInstance } from './older-instances.ts';
import { freePort } from './server-process.ts';

const here = `${process.platform}-${process.arch}`;
const platform = listPlatforms().find(({ name }) => name === here);
const isolate = findIsolation();
const NOBODY = { uid: 65_534, gid: 65_534 };
/** What the program itself calls; everything else is in the release. */
const TOOLS = ['dirname', 'id', 'readlink'];
/** The limit that people were promised. */
const MOST_BYTES = 150e6;

interface Seen {
  network: string;
  version: string;
  help: string;
  ready: number;
  assets: Record<string, number>;
  commandLine: number;
  claimed: string;
  backup: { code: number; stdout: string };
  projects: string[];
  oriented: string;
  older: string[];
  lives: { code: number; stdout: string; stderr: string }[];
}

describe.runIf(platform !== undefined)(`a release, unpacked into an empty folder`, () => {
  let folder: string;
  let archive: { file: string; bytes: number };
  let seen: Seen;

  beforeAll(async () => {
    if (platform === undefined) return;
    folder = mkdtempSync(join(tmpdir(), 'baton-release-test-'));
    // Everybody may enter it, as with /opt: as root the release is run by somebody else.
    chmodSync(folder, 0o755);
    archive = await makeRelease(platform, join(folder, 'made'), { report: () => undefined, level: 1 });
    const unpacked = makeFolder('unpacked');
    await promisify(execFile)('tar', ['-xzf', archive.file, '-C', unpacked]);
    seen = await driveIt({
      program: join(unpacked, readdirSync(unpacked)[0] ?? '', 'baton'),
      folder: makeFolder('empty'),
      env: { HOME: makeFolder('home', true), PATH: makeTools() },
      identity: process.getuid?.() === 0 ? NOBODY : {},
      port: await freePort(),
      backup: join(makeFolder('backups', true), 'baton.gz'),
      older: { HOME: makeFolder('other-home'), PATH: join(folder, 'tools'), BATON_DATA: await makeOlderData() },
    });
  });
  afterAll(async () => {
    for (const data of ['home/.local/share/baton', 'older'].map((path) => join(folder, path)))
      await openDataDirectory(data).remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function makeFolder(name: string, isTheirs = false): string {
    const made = join(folder, name);
    mkdirSync(made);
    if (isTheirs && process.getuid?.() === 0) chownSync(made, NOBODY.uid, NOBODY.gid);
    return made;
  }

  function makeTools(): string {
    const tools = makeFolder('tools');
    for (const name of TOOLS) {
      const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
      symlinkSync(stdout.trim(), join(tools, name));
    }
    return tools;
  }

  async function makeOlderData(): Promise<string> {
    const directory = makeFolder('older');
    const { connection, stop } = await startEmbeddedPostgres({ directory });
    const pool = new pg.Pool({ connectionString: connectionUrl(connection) });
    await makeOlderInstance(pool, 'the first version');
    await pool.end();
    await stop();
    return directory;
  }

  async function driveIt(drive: ReleaseDrive): Promise<Seen> {
    const command = [process.execPath, join(import.meta.dirname, 'drive-release.ts'), JSON.stringify(drive)];
    const [program = '', ...words] = isolate === undefined ? command : isolate(command);
    const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout) as Seen;
  }

  test('is as small as was promised', () => {
    expect(archive.bytes).toBe(statSync(archive.file).size);
    expect(archive.bytes).toBeLessThan(MOST_BYTES);
  });

  test.runIf(isolate !== undefined)('had no network but loopback while it was used', () => {
    expect(seen.network).toBe('ENETUNREACH');
  });

  test('names its version and its commands, the server’s and the agents’', () => {
    expect(seen.version).toBe(`${releaseVersion()}\n`);
    expect(seen.help).toMatch(/^ {2}start {2,}start the server$/m);
    expect(seen.help).toMatch(/^ {2}claim /m);
  });

  test('starts without Node on the PATH, says where it is and where its data is, and stops', () => {
    expect(seen.ready).toBe(200);
    const { code, stdout, stderr } = seen.lives[0] ?? {};
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Baton is ready at http:\/\/localhost:\d+$/m);
    if (process.getuid?.() === 0 || process.platform !== 'darwin')
      expect(stdout).toContain(`Its data is in ${join(folder, 'home/.local/share/baton')} (BATON_DATA).\n`);
  });

  test('serves the web app with all its files, and the command line', () => {
    expect(Object.keys(seen.assets)).toEqual(
      expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
    );
    for (const [path, bytes] of Object.entries(seen.assets)) expect([path, bytes > 0]).toEqual([path, true]);
    expect(seen.commandLine).toBeGreaterThan(50_000);
  });

  test('lets a person sign up and an agent take a task over MCP, and backs up meanwhile', () => {
    expect(seen.claimed).toMatch(/^Yours: T1, baton /m);
    expect(seen.backup).toMatchObject({ code: 0, stdout: expect.stringContaining('Everything is in') });
  });

  test('has everything again at its next start', () => {
    expect(seen.projects).toEqual(['Harbour']);
    expect(seen.oriented).toContain('Lay the keel');
    expect(seen.lives[1]).toMatchObject({ code: 0, stderr: '' });
  });

  test('brings the data folder of an older version up to date, and serves it', () => {
    expect(seen.older).toEqual([OLDER.project]);
    expect(seen.lives[2]).toMatchObject({ code: 0, stderr: '' });
  });
});
