import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLog, readProblem } from './log-file.ts';

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-log-'));
  path = join(folder, 'postgres.log');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function problemIn(lines: string[], pid = 7) {
  await writeFile(path, '2026-01-01 00:00:00.000 UTC [7] XX000 FATAL:  from an earlier start\n');
  const { file, start } = await openLog(path);
  await file.write(lines.map((line) => `${line}\n`).join(''));
  const problem = await readProblem(file, start, pid);
  await file.close();
  return problem;
}

const at = '2026-01-01 00:00:00.000 UTC';

it('the last complaint of this launch is told, not the chatter after it and not another launch’s', async () => {
  const problem = await problemIn([
    `${at} [7] 53100 FATAL:  could not write lock file "postmaster.pid": No space left on device`,
    `${at} [7] 00000 LOG:  database system is shut down`,
    `${at} [9] XX000 FATAL:  of another launch`,
    `${at} [8] 57P03 FATAL:  the database system is starting up`,
  ]);
  expect(problem).toEqual({
    line: 'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    lockHeld: false,
  });
});

it('a lock that somebody holds is told apart by its code', async () => {
  const problem = await problemIn([`${at} [7] F0001 FATAL:  lock file "postmaster.pid" already exists`]);
  expect(problem?.lockHeld).toBe(true);
});

it('a line without a code is told when there is nothing better', async () => {
  expect(await problemIn(['postgres: error while loading shared libraries: libpq.so.5'])).toEqual({
    line: 'postgres: error while loading shared libraries: libpq.so.5',
    lockHeld: false,
  });
  expect(await problemIn([])).toBeUndefined();
});

it('a log that has grown large starts over, a small one goes on', async () => {
  await writeFile(path, Buffer.alloc(6 * 1024 * 1024, 'x'));
  const large = await openLog(path);
  await large.file.write('new');
  await large.file.close();
  expect((await stat(path)).size).toBe(3);
  const small = await openLog(path);
  await small.file.close();
  expect(small.start).toBe(3);
});

it('a link in place of the log is refused', async () => {
  await writeFile(join(folder, 'precious'), 'text');
  await symlink('precious', path);
  await expect(openLog(path)).rejects.toMatchObject({ code: 'ELOOP' });
});
