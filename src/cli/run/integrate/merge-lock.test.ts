import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PATIENT } from '#test/patience.ts';
import { type TestRepository, createRepository } from '#test/git-repository.ts';
import type { Repository } from '../worktree/worktree.ts';
import { withMergeLock } from './index.ts';

let world: TestRepository;
let repository: Repository;
let lock: string;
beforeEach(() => {
  world = createRepository();
  repository = { root: world.folder, gitFolder: join(world.folder, '.git') };
  mkdirSync(join(world.folder, '.git/baton'));
  lock = join(world.folder, '.git/baton/merge.lock');
});
afterEach(() => world.dispose());

/** Another runner, which adds a line when it is in and one when it goes. */
function startOther(body: string) {
  return spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { appendFileSync } from 'node:fs';
       import { setTimeout as wait } from 'node:timers/promises';
       import { withMergeLock } from '#cli/run/integrate/index.ts';
       const [gitFolder, log, name] = process.argv.slice(1);
       const say = (word) => appendFileSync(log, name + word + '\\n');
       await withMergeLock({ root: gitFolder, gitFolder }, name, async () => { ${body} });`,
      repository.gitFolder,
      join(world.folder, 'log'),
      'other',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

const log = () => (existsSync(join(world.folder, 'log')) ? readFileSync(join(world.folder, 'log'), 'utf8') : '');

async function pidNamespace(): Promise<string> {
  let place = '';
  await withMergeLock(repository, 'x', async () => {
    place = (JSON.parse(readFileSync(lock, 'utf8')) as { place: string }).place;
  });
  return place;
}

describe('the lock of merges', () => {
  test('is waited for, also within one process, and released after a failure', async () => {
    const seen: string[] = [];
    const enter = (name: string) =>
      withMergeLock(repository, name, async () => {
        seen.push(`+${name}`);
        await new Promise((done) => setImmediate(done));
        seen.push(`-${name}`);
        throw new Error(name);
      });
    await Promise.allSettled([enter('a'), enter('b'), enter('c')]);
    expect(seen).toHaveLength(6);
    for (let at = 0; at < 6; at += 2) expect(seen[at]?.slice(1)).toBe(seen[at + 1]?.slice(1));
    expect(readdirSync(join(world.folder, '.git/baton'))).toEqual([]);
  });

  test('of another process is waited for', async () => {
    const other = startOther(
      `say(' in'); const keep = setInterval(() => {}, 1000); await new Promise((done) => process.once('SIGUSR2', done)); clearInterval(keep); say(' out')`,
    );
    await expect.poll(log, PATIENT).toBe('other in\n');
    const mine = withMergeLock(repository, 'me', async () => log());
    // It is still inside: what it says at its end must be there when we get in.
    await new Promise((done) => setImmediate(done));
    other.kill('SIGUSR2');
    expect(await mine).toBe('other in\nother out\n');
  });

  test('of a process that was killed is taken over by exactly one at a time', async () => {
    const other = startOther(`say(' in'); setInterval(() => {}, 1000); await new Promise(() => {})`);
    await expect.poll(log, PATIENT).toBe('other in\n');
    other.kill('SIGKILL');
    await once(other, 'exit');
    let inside = 0;
    let most = 0;
    const enter = () =>
      withMergeLock(repository, 'me', async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((done) => setImmediate(done));
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 8 }, enter));
    expect(most).toBe(1);
    expect(readdirSync(join(world.folder, '.git/baton'))).toEqual([]);
  });

  test('is taken over where the number of its process was given to another one, or who broke it was killed too', async () => {
    const place = await pidNamespace();
    const dead = { pid: process.pid, started: 'earlier', place, owner: 'T1' };
    writeFileSync(lock, JSON.stringify({ ...dead, nonce: 'one' }));
    writeFileSync(`${lock}.one`, JSON.stringify({ ...dead, nonce: 'two' }));
    expect(await withMergeLock(repository, 'me', async () => 'in')).toBe('in');
    expect(readdirSync(join(world.folder, '.git/baton'))).toEqual([]);
  });

  test('that is torn, or of another machine, is taken over when nobody has touched it for long', async () => {
    for (const text of [
      '{"pid": 1',
      JSON.stringify({ nonce: 'n', pid: 1, started: 'x', place: `not ${hostname()}` }),
    ]) {
      writeFileSync(lock, text);
      let isIn = false;
      const entered = withMergeLock(repository, 'me', async () => {
        isIn = true;
      });
      await new Promise((done) => setImmediate(done));
      expect(isIn).toBe(false);
      const past = new Date(Date.now() - 600_000);
      utimesSync(lock, past, past);
      await entered;
    }
  });
});
