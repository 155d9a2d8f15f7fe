import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestRepository, createRepository } from '#test/git-repository.ts';
import { openRepository, openWorktree, removeWorktree } from '../worktree/index.ts';
import type { Repository } from '../worktree/worktree.ts';
import { type IntegrateOptions, findMerged, integrate } from './index.ts';

const PROJECT = '0192f0aa-1111-7222-8333-444455556666';
let world: TestRepository;
let repository: Repository;
const started: ChildProcess[] = [];
beforeEach(async () => {
  world = createRepository();
  repository = await openRepository(world.folder);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  world.dispose();
});

/** Another runner that works on a task; it says each stage, and stays in the one where it is to be killed. */
function startRunner(number: number, hold: string): ChildProcess & { lines: AsyncIterator<string> } {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { existsSync, writeFileSync } from 'node:fs';
       import { openRepository, openWorktree } from '#cli/run/worktree/index.ts';
       import { integrate } from '#cli/run/integrate/index.ts';
       const [folder, number, hold] = process.argv.slice(1);
       const reach = (stage) => {
         console.log(stage);
         return stage === hold ? new Promise(() => setInterval(() => {}, 1000)) : undefined;
       };
       const task = { projectId: '${PROJECT}', number: Number(number), title: 'Raise', base: 'main' };
       const repository = await openRepository(folder);
       const tree = await openWorktree(repository, task);
       const file = tree.folder + '/T' + number + '.txt';
       if (!existsSync(file)) writeFileSync(file, 'work\\n');
       await reach('opened');
       const ended = await integrate(repository, tree, {
         ...task,
         verify: async (tree) => {
           writeFileSync(tree + '/junk.txt', 'of the verify command');
           await reach('verifying');
           return { command: 'x', exit_code: 0, seconds: 1, output: '', commit: null };
         },
         mayMerge: async () => { await reach('merging'); return true; },
         onStage: () => {},
       });
       await reach(ended.kind);`,
      world.folder,
      String(number),
      hold,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  started.push(child);
  return Object.assign(child, { lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() });
}

async function reach(runner: ReturnType<typeof startRunner>, stage: string): Promise<void> {
  for (;;) {
    const { value, done } = await runner.lines.next();
    if (value === stage) return;
    if (done === true) throw new Error(`it ended before ${stage}`);
  }
}

async function resume(number: number, options: Partial<IntegrateOptions> = {}) {
  const task = { projectId: PROJECT, number, title: 'Raise', base: 'main' };
  const tree = await openWorktree(repository, task);
  const mayMerge = async () => true;
  const ended = await integrate(repository, tree, { ...task, mayMerge, onStage: () => {}, ...options });
  if (ended.kind === 'merged') await removeWorktree(repository, tree, { branch: 'delete' });
  return ended;
}

describe('a runner that is killed', () => {
  test.each(['opened', 'verifying', 'merging'])(
    'while %s loses nothing, and the next one merges once',
    async (stage) => {
      const begun = world.git('rev-parse', 'main');
      const runner = startRunner(1, stage);
      await reach(runner, stage);
      runner.kill('SIGKILL');
      await once(runner, 'exit');
      expect(
        await findMerged(repository, { base: 'main', projectId: PROJECT, number: 1, since: begun }),
      ).toBeUndefined();
      world.commit('A person', { 'person.txt': 'p\n' });
      expect(await resume(1)).toMatchObject({ kind: 'merged', diff: { files: 1 } });
      expect(world.git('log', '--format=%s', 'main').split('\n')).toEqual(['T1: Raise', 'A person', 'Begin']);
      expect(existsSync(join(world.folder, 'junk.txt'))).toBe(false);
      expect(world.git('status', '--porcelain')).toBe('');
      expect(world.git('worktree', 'list').split('\n')).toHaveLength(1);
      expect(readdirSync(join(world.folder, '.git/baton'))).toEqual(['trees']);
    },
  );

  test('after it merged, before it told anybody, is found to have merged', async () => {
    const begun = world.git('rev-parse', 'main');
    const runner = startRunner(1, 'merged');
    await reach(runner, 'merged');
    runner.kill('SIGKILL');
    await once(runner, 'exit');
    const found = await findMerged(repository, { base: 'main', projectId: PROJECT, number: 1, since: begun });
    expect(found).toBe(world.git('rev-parse', 'main'));
    const after = { base: 'main', projectId: PROJECT, number: 1, since: found ?? null };
    expect(await findMerged(repository, after)).toBeUndefined();
    expect(await resume(1)).toMatchObject({ kind: 'merged', diff: { files: 0 }, commit: found });
    expect(world.git('log', '--format=%s', 'main').split('\n')).toEqual(['T1: Raise', 'Begin']);
  });

  test('in the middle of a merge of the base leaves a working tree that is put back', async () => {
    const task = { projectId: PROJECT, number: 1, title: 'Raise', base: 'main' };
    const tree = await openWorktree(repository, task);
    writeFileSync(join(tree.folder, 'a.txt'), 'ours\n');
    world.gitIn(tree.folder, 'commit', '--quiet', '-am', 'Ours');
    const tip = world.gitIn(tree.folder, 'rev-parse', 'HEAD');
    world.commit('Theirs', { 'a.txt': 'theirs\n', 'theirs.txt': 't\n' });
    // What a git that was killed leaves: its mark, files of the base, and no finished merge.
    writeFileSync(join(world.folder, '.git/worktrees/T1-raise/baton-integrating'), '');
    expect(() => world.gitIn(tree.folder, 'merge', 'main')).toThrow();
    world.gitIn(tree.folder, 'reset', '--quiet', '--', 'theirs.txt');
    const again = await openWorktree(repository, task);
    expect(world.gitIn(again.folder, 'rev-parse', 'HEAD')).toBe(tip);
    expect(world.gitIn(again.folder, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(again.folder, 'a.txt'), 'utf8')).toBe('ours\n');
  });
});

test('of two runners in one repository the second waits, and merges on top of the first', async () => {
  const first = startRunner(1, 'merging');
  await reach(first, 'merging');
  const seen: string[] = [];
  const verify = async (folder: string) => {
    seen.push(...readdirSync(folder).filter((name) => name.startsWith('T')));
    return { command: 'x', exit_code: 0, seconds: 1, output: '', commit: null };
  };
  const task = { projectId: PROJECT, number: 2, title: 'Raise', base: 'main' };
  const tree = await openWorktree(repository, task);
  writeFileSync(join(tree.folder, 'T2.txt'), 'work\n');
  const second = resume(2, { verify });
  expect(seen).toEqual([]);
  first.kill('SIGKILL');
  expect(await second).toMatchObject({ kind: 'merged' });
  expect(seen).toEqual(['T2.txt']);
  const third = startRunner(1, 'none');
  await reach(third, 'merged');
  expect(world.git('log', '--format=%s', 'main').split('\n')).toEqual(['T1: Raise', 'T2: Raise', 'Begin']);
});
