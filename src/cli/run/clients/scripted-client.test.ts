import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type CliWorld, withCliWorld } from '#test/cli-world.ts';
import { SCRIPTED_CLIENT, removeStarted, startClient } from '#test/start-client.ts';
import { chooseClients } from './find-client.ts';

let world: CliWorld;
withCliWorld((given) => (world = given));
afterEach(removeStarted);

const custom = (more = '') => {
  const [client] = chooseClients([`${process.execPath} ${SCRIPTED_CLIENT} --format plain ${more}`], {
    folder: world.folder,
    home: world.home,
    path: world.env['PATH'] ?? '',
  });
  if (client === undefined) throw new Error('no client');
  return client;
};
const show = async (number: number) => (await world.baton(['show', `T${number}`])).stdout;

describe.each(['rest', 'cli'] as const)('by %s', (via) => {
  test('it works, commits, and finishes with what it saw of each check', async () => {
    await world.addTasks('Lay the keel');
    const checks = ['--check', 'It is straight', '--check', 'It is level'];
    expect(await world.baton(['edit', 'T1', ...checks])).toMatchObject({ code: 0 });
    const files = { 'work/{task}.txt': '{task} by the scripted client\n' };
    const { code, events, noted, stderr, git } = await startClient(world, custom(), {
      via,
      step: { does: 'works', files },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(git('show', 'HEAD:work/T1.txt')).toBe('T1 by the scripted client');
    expect(events).toContainEqual({ kind: 'line', text: 'wrote work/T1.txt' });
    expect(noted).toMatchObject([{ task: 'T1', argv: ['--format', 'plain'] }]);
    expect(await show(1)).toContain('[done');
    expect(await show(1)).toContain('2. [x] It is level');
  });

  test.each([
    ['asks', 'Red or green?'],
    ['blocks', 'Blocked: The harbour is closed.'],
    ['skips', '[done'],
  ])('it %s, and the task says %s', async (does, says) => {
    await world.addTasks('Lay the keel');
    const { code, stderr } = await startClient(world, custom(), { via, step: { does } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await show(1)).toContain(says);
  });
});

describe('what goes wrong', () => {
  const files = { 'work/{task}.txt': '{task} by the scripted client\n', 'more.txt': 'more\n' };
  const start = async (step: object) => {
    await world.addTasks('Lay the keel');
    return startClient(world, custom(), { step });
  };

  test('it crashes after half of the work, and says nothing to Baton', async () => {
    const { code, git } = await start({ does: 'crashes', files });
    expect(code).toBe(1);
    expect(git('status', '--porcelain', '-uall')).toBe('?? work/T1.txt');
    expect(await show(1)).toContain('[wip');
  });

  test('it ends without a word, with its work committed', async () => {
    const { code, git } = await start({ does: 'silent-end', files });
    expect(code).toBe(0);
    expect(git('log', '-1', '--format=%s')).toBe('T1: silent-end');
    expect(await show(1)).toContain('[wip');
  });

  test('it breaks what verifies, and says that it is done', async () => {
    const { git } = await start({ does: 'breaks', files });
    expect(git('ls-files')).toContain('BROKEN');
    expect(await show(1)).toContain('[done');
  });

  test('it claims to be done with nothing changed', async () => {
    const { git } = await start({ does: 'claims-nothing' });
    expect(git('log', '--format=%s')).toBe('Begin');
    expect(await show(1)).toContain('[done');
  });

  test('a flood of lines is read to its end', async () => {
    const { events } = await start({ does: 'floods', files });
    expect(events).toHaveLength(100_000 + 7);
    expect(await show(1)).toContain('[done');
  });
});

test('a conflict is settled with both sides, by its markers or by a merge of the branch', async () => {
  const conflict = (folder: string, git: (...args: string[]) => string, isMerged: boolean) => {
    const write = (text: string) => writeFileSync(join(folder, 'shared.txt'), text);
    const commit = (message: string) => git('commit', '-qam', message);
    write('begin\n');
    git('add', '-A');
    commit('Shared');
    git('switch', '-qc', 'baton/T1-keel');
    write('ours\n');
    commit('Ours');
    git('switch', '-q', 'main');
    write('theirs\n');
    commit('Theirs');
    git('switch', '-q', 'baton/T1-keel');
    if (isMerged) expect(() => git('merge', 'main')).toThrow();
  };
  await world.addTasks('Lay the keel', 'Plank');
  for (const isMerged of [true, false]) {
    const { code, stderr, git, folder } = await startClient(world, custom(), {
      step: { does: 'resolves' },
      last: { kind: 'conflict', base: 'main', files: ['shared.txt'] },
      prepare: (tree, run) => conflict(tree, run, isMerged),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'shared.txt'), 'utf8')).toBe('ours\ntheirs\n');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('merge-base', 'HEAD', 'main')).toBe(git('rev-parse', 'main'));
  }
});
