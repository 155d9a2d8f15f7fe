import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestRepository, createRepository } from '#test/git-repository.ts';
import { commitAll, holdTree, measureWork, openRepository, openWorktree } from '../worktree/index.ts';
import type { Repository, Worktree } from '../worktree/worktree.ts';
import { integrate } from './index.ts';

const PROJECT = '0192f0aa-1111-7222-8333-444455556666';
let world: TestRepository;
let repository: Repository;
let tree: Worktree;
const ASKED = { projectId: PROJECT, number: 1, title: 'Raise the mast', base: 'main' };
beforeEach(async () => {
  world = createRepository();
  repository = await openRepository(world.folder);
  tree = await openWorktree(repository, ASKED);
  writeFileSync(join(tree.folder, 'mast.txt'), 'up\n');
});
afterEach(() => world.dispose());

const merge = () =>
  integrate(repository, tree, {
    ...ASKED,
    mayMerge: async () => true,
    onStage: () => {},
    verify: async () => ({ command: 'check', exit_code: 0, seconds: 1, output: '', commit: null }),
  });
const shown = (name: string) => world.git('show', `main:${name}`);

test('a working tree whose link to the repository is gone is never taken for the one around it', async () => {
  world.write('a.txt', 'the person’s\n');
  rmSync(join(tree.folder, '.git'));
  await commitAll(tree, 'T1').catch(() => undefined);
  await merge().catch(() => undefined);
  expect(readFileSync(join(world.folder, 'a.txt'), 'utf8')).toBe('the person’s\n');
  expect(world.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  expect(world.git('status', '--porcelain')).toBe(' M a.txt');
});

test('a working tree is linked to its repository again, and what was committed elsewhere in it is kept', async () => {
  rmSync(join(tree.folder, '.git'));
  world.gitIn(tree.folder, 'init', '--quiet');
  expect(await holdTree(repository, tree, ASKED)).toBe(tree);
  expect((await merge()).kind).toBe('merged');
  expect(shown('mast.txt')).toBe('up');
});

test('a working tree that was removed is made again from its branch, and what its name led to stays', async () => {
  await commitAll(tree, 'T1');
  const elsewhere = join(world.folder, '..', 'elsewhere');
  mkdirSync(elsewhere);
  world.gitIn(elsewhere, 'init', '--quiet');
  for (const remove of [
    () => undefined,
    () => symlinkSync(elsewhere, tree.folder),
    () => world.git('worktree', 'prune'),
  ]) {
    rmSync(tree.folder, { recursive: true });
    remove();
    tree = await holdTree(repository, tree, ASKED);
    expect(readFileSync(join(tree.folder, 'mast.txt'), 'utf8')).toBe('up\n');
  }
  expect(existsSync(join(elsewhere, '.git'))).toBe(true);
  expect((await merge()).kind).toBe('merged');
});

test('repositories made within the work are merged as files, with and without a commit', async () => {
  const plant = (place: string, isCommitted: boolean) => {
    const inner = join(tree.folder, place);
    mkdirSync(inner, { recursive: true });
    world.gitIn(inner, 'init', '--quiet');
    writeFileSync(join(inner, 'plank.txt'), 'oak\n');
    if (isCommitted) world.gitIn(inner, 'add', '-A');
    if (isCommitted) world.gitIn(inner, 'commit', '--quiet', '-m', 'Inner');
  };
  plant('hull', true);
  plant('hull/within', false);
  plant('deck', false);
  expect((await measureWork(tree, 'main')).diff.files).toBe(4);
  // As an agent that commits by itself does.
  world.gitIn(tree.folder, 'add', 'hull', 'mast.txt');
  world.gitIn(tree.folder, 'commit', '--quiet', '-m', 'Hull');
  expect((await measureWork(tree, 'main')).diff.files).toBe(4);
  expect((await merge()).kind).toBe('merged');
  for (const name of ['hull', 'hull/within', 'deck']) expect(shown(`${name}/plank.txt`)).toBe('oak');
  expect(existsSync(join(world.folder, 'hull/plank.txt'))).toBe(true);
});

test.each(['--skip-worktree', '--assume-unchanged'])(
  'a file that git was told to leave alone by %s is merged as it was verified',
  async (flag) => {
    world.gitIn(tree.folder, 'update-index', flag, 'a.txt');
    writeFileSync(join(tree.folder, 'a.txt'), 'changed\n');
    expect((await measureWork(tree, 'main')).stat).toContain('a.txt');
    expect((await merge()).kind).toBe('merged');
    expect(shown('a.txt')).toBe('changed');
  },
);
