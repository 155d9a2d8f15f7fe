import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Verification } from '#contract/proof.ts';
import { type TestRepository, createRepository } from '#test/git-repository.ts';
import { openRepository, openWorktree, removeWorktree } from '../worktree/index.ts';
import type { Repository, Worktree } from '../worktree/worktree.ts';
import { type IntegrateOptions, beginConflict, findMerged, integrate, taskMessage, taskSubject } from './index.ts';

const PROJECT = '0192f0aa-1111-7222-8333-444455556666';
let world: TestRepository;
let repository: Repository;
beforeEach(async () => {
  world = createRepository({ 'a.txt': 'one\ntwo\nthree\n', 'gone.txt': 'gone\n', 'old name.txt': 'kept\n'.repeat(20) });
  repository = await openRepository(world.folder);
});
afterEach(() => world.dispose());

const open = (number: number, title = 'Raise the mast') =>
  openWorktree(repository, { projectId: PROJECT, number, title, base: 'main' });

const put = (tree: Worktree, name: string, text: string) => writeFileSync(join(tree.folder, name), text);

const verification = (exit_code = 0): Verification => ({
  command: 'check',
  exit_code,
  seconds: 1,
  output: '',
  commit: null,
});

const merge = (tree: Worktree, number: number, options: Partial<IntegrateOptions> = {}) =>
  integrate(repository, tree, {
    base: 'main',
    number,
    title: 'Raise the mast',
    projectId: PROJECT,
    mayMerge: async () => true,
    onStage: () => {},
    ...options,
  });

const subjects = () => world.git('log', '--format=%s', 'main').split('\n');

describe('the work of a task', () => {
  test('is refused with the names where it would overwrite local changes, and nothing is touched', async () => {
    const tree = await open(1);
    put(tree, 'a.txt', 'ours\n');
    put(tree, 'new.txt', 'ours\n');
    world.write('a.txt', 'the person’s\n');
    world.write('new.txt', 'the person’s too\n');
    const ended = await merge(tree, 1);
    expect(ended).toMatchObject({ kind: 'refused', reason: expect.stringContaining('a.txt, new.txt') as string });
    expect(readFileSync(join(world.folder, 'a.txt'), 'utf8')).toBe('the person’s\n');
    expect(subjects()).toEqual(['Begin']);
  });

  test('becomes one commit with its trailers, and its own commits are kept', async () => {
    const tree = await open(14);
    put(tree, 'b.txt', 'b\n');
    world.gitIn(tree.folder, 'add', '-A');
    world.gitIn(tree.folder, 'commit', '--quiet', '-m', 'Add b\n\nBaton-Task: T99');
    put(tree, 'c.txt', 'c\n');
    const stages: string[] = [];
    const ended = await merge(tree, 14, {
      verify: async () => verification(),
      onStage: (stage) => stages.push(stage),
    });
    expect(ended).toMatchObject({ kind: 'merged', diff: { files: 2, insertions: 2, deletions: 0 } });
    if (ended.kind !== 'merged') return;
    expect(stages).toEqual(['rebasing', 'verifying', 'merging']);
    expect(ended.verification?.commit).toBe(ended.commit);
    expect(world.git('log', '-1', '--format=%B', 'main')).toBe(
      `T14: Raise the mast\n\n- Add b\n\nBaton-Task: T14\nBaton-Project: ${PROJECT}\n`.trimEnd(),
    );
    expect(world.git('rev-parse', 'main')).toBe(ended.commit);
    expect(world.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(world.folder, 'c.txt'))).toBe(true);
    expect(world.git('log', '--format=%s', 'refs/baton/55556666/T14').split('\n')).toEqual([
      'T14: Raise the mast',
      'Add b',
      'Begin',
    ]);
    expect(await findMerged(repository, { base: 'main', projectId: PROJECT, number: 14 })).toBe(ended.commit);
    expect(await findMerged(repository, { base: 'main', projectId: PROJECT, number: 99 })).toBeUndefined();
    await removeWorktree(repository, tree, { branch: 'delete' });
    expect(world.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(world.git('branch', '--list', 'baton/*')).toBe('');
  });

  test('in conflict with the base is left as it was; resolved in the files it is merged', async () => {
    const tree = await open(2);
    put(tree, 'a.txt', 'one\nours\nthree\n');
    const theirs = world.commit('Theirs', { 'a.txt': 'one\ntheirs\nthree\n', 'x.txt': 'x\n' });
    expect(await merge(tree, 2)).toEqual({ kind: 'conflict', files: ['a.txt'] });
    expect(readFileSync(join(tree.folder, 'a.txt'), 'utf8')).toBe('one\nours\nthree\n');
    expect(world.gitIn(tree.folder, 'status', '--porcelain')).toBe('');

    expect(await beginConflict(tree, 'main')).toEqual(['a.txt']);
    expect(readFileSync(join(tree.folder, 'a.txt'), 'utf8')).toContain('<<<<<<< ');
    expect(await merge(tree, 2)).toEqual({ kind: 'conflict', files: ['a.txt'] });
    put(tree, 'a.txt', 'one\nboth\nthree\n');
    expect(await merge(tree, 2)).toMatchObject({ kind: 'merged', diff: { files: 1, insertions: 1, deletions: 1 } });
    expect(world.git('log', '-1', '--format=%P', 'main')).toBe(theirs);
    expect(readFileSync(join(world.folder, 'a.txt'), 'utf8')).toBe('one\nboth\nthree\n');
  });

  test('is taken from the branch where an agent left a rebase half done', async () => {
    const tree = await open(2);
    put(tree, 'a.txt', 'one\nours\nthree\n');
    put(tree, 'b.txt', 'b\n');
    world.gitIn(tree.folder, 'add', '-A');
    world.gitIn(tree.folder, 'commit', '--quiet', '-m', 'Ours');
    world.commit('Theirs', { 'a.txt': 'one\ntheirs\nthree\n' });
    expect(() => world.gitIn(tree.folder, 'rebase', 'main')).toThrow();
    expect(await merge(tree, 2)).toEqual({ kind: 'conflict', files: ['a.txt'] });
    expect(world.gitIn(tree.folder, 'status', '--porcelain', '--branch')).toBe('## baton/T2-raise-the-mast');
  });

  test('takes modes, links, deletions and odd names along', async () => {
    const tree = await open(3);
    const odd = 'wind “süd”\nzwei.txt';
    put(tree, odd, 'odd\n');
    put(tree, '--force', 'not an option\n');
    put(tree, 'run.sh', '#!/bin/sh\n');
    chmodSync(join(tree.folder, 'run.sh'), 0o755);
    symlinkSync('a.txt', join(tree.folder, 'link'));
    rmSync(join(tree.folder, 'gone.txt'));
    world.gitIn(tree.folder, 'mv', 'old name.txt', 'new name.txt');
    expect(await merge(tree, 3)).toMatchObject({ kind: 'merged', diff: { files: 6 } });
    expect(world.git('status', '--porcelain')).toBe('');
    expect(
      world
        .git('ls-tree', '-r', '-z', 'main')
        .split('\0')
        .map((line) => line.replace(/ blob \w+\t/, ' ')),
    ).toEqual([
      '100644 --force',
      '100644 a.txt',
      '120000 link',
      '100644 new name.txt',
      '100755 run.sh',
      `100644 ${odd}`,
      '',
    ]);
  });
});

describe('the base', () => {
  test('that is checked out nowhere is moved all the same', async () => {
    const tree = await open(1);
    put(tree, 'b.txt', 'b\n');
    world.git('checkout', '--quiet', '--detach');
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged' });
    expect(subjects()).toEqual(['T1: Raise the mast', 'Begin']);
    expect(existsSync(join(world.folder, 'b.txt'))).toBe(false);
  });

  test('that is being rebased is left alone', async () => {
    const tree = await open(1);
    put(tree, 'b.txt', 'b\n');
    world.git('checkout', '--quiet', '-b', 'side');
    world.commit('Side', { 'a.txt': 'side\n' });
    world.git('checkout', '--quiet', 'main');
    world.commit('Ours', { 'a.txt': 'ours\n' });
    expect(() => world.git('rebase', 'side')).toThrow(/conflict/i);
    expect(await merge(tree, 1)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/rebased/) as string });
    world.git('rebase', '--abort');
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged' });
    expect(subjects()).toEqual(['T1: Raise the mast', 'Ours', 'Begin']);
  });

  test('that moved while the work was verified has it verified again, on top of what came', async () => {
    const tree = await open(1);
    put(tree, 'b.txt', 'b\n');
    const seen: boolean[] = [];
    const verify = async (folder: string) => {
      seen.push(existsSync(join(folder, 'person.txt')));
      if (seen.length === 1) world.commit('A person', { 'person.txt': 'p\n' });
      return verification();
    };
    expect(await merge(tree, 1, { verify })).toMatchObject({ kind: 'merged', diff: { files: 1 } });
    expect(seen).toEqual([false, true]);
    expect(subjects()).toEqual(['T1: Raise the mast', 'A person', 'Begin']);
  });

  test('keeps unrelated local changes, staged and not, and files that git ignores', async () => {
    world.commit('Ignore', { '.gitignore': '.env\n' });
    const tree = await open(1);
    put(tree, 'b.txt', 'b\n');
    world.write('a.txt', 'not committed\n');
    world.write('staged.txt', 'staged\n');
    world.git('add', 'staged.txt');
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged' });
    expect(world.git('status', '--porcelain')).toBe(' M a.txt\nA  staged.txt');

    const second = await open(2);
    put(second, '.env', 'the agent’s\n');
    world.gitIn(second.folder, 'add', '--force', '.env');
    world.write('.env', 'the person’s\n');
    expect(await merge(second, 2)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('.env') as string,
    });
    expect(readFileSync(join(world.folder, '.env'), 'utf8')).toBe('the person’s\n');
  });

  test('half written by a fast-forward that was killed is completed, but a person’s change is not', async () => {
    const tree = await open(1);
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) put(tree, name, 'new\n');
    rmSync(join(tree.folder, 'gone.txt'));
    world.write('a.txt', 'new\n');
    world.write('b.txt', 'new\n');
    world.write('c.txt', 'a person’s\n');
    rmSync(join(world.folder, 'gone.txt'));
    const ended = await merge(tree, 1);
    expect(ended).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/: c\.txt\.$/) as string });
    rmSync(join(world.folder, 'c.txt'));
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged' });
    expect(world.git('status', '--porcelain')).toBe('');
  });

  test('is not moved for somebody who lost the baton, or who failed', async () => {
    const tree = await open(1);
    put(tree, 'b.txt', 'b\n');
    const verify = async (folder: string) => {
      writeFileSync(join(folder, 'coverage.html'), '');
      writeFileSync(join(folder, 'a.txt'), 'formatted\n');
      return verification(1);
    };
    expect(await merge(tree, 1, { mayMerge: async () => false })).toEqual({ kind: 'lost' });
    expect(await merge(tree, 1, { verify })).toEqual({ kind: 'failed', verification: verification(1) });
    expect(world.gitIn(tree.folder, 'status', '--porcelain')).toBe('');
    expect(subjects()).toEqual(['Begin']);
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged', diff: { files: 1 } });
  });

  test('is not moved by work that changes nothing', async () => {
    const tree = await open(1);
    expect(await merge(tree, 1)).toMatchObject({
      kind: 'merged',
      diff: { files: 0 },
      commit: world.git('rev-parse', 'main'),
    });
    world.gitIn(tree.folder, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing');
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged', diff: { files: 0 } });
    expect(subjects()).toEqual(['Begin']);
  });

  test('gets no .baton, even where an agent committed it by force', async () => {
    const tree = await open(1);
    mkdirSync(join(tree.folder, '.baton'));
    put(tree, '.baton/key', 'secret\n');
    put(tree, 'b.txt', 'b\n');
    world.gitIn(tree.folder, 'add', '--force', '-A');
    world.gitIn(tree.folder, 'commit', '--quiet', '-m', 'All');
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged', diff: { files: 1 } });
    expect(world.git('ls-tree', '-r', '--name-only', 'main', '.baton')).toBe('');
  });

  test('is merged with under hostile settings', async () => {
    const settings = {
      'commit.gpgSign': 'true',
      'gpg.program': 'false',
      'merge.ff': 'false',
      'merge.autoStash': 'true',
      'merge.verifySignatures': 'true',
      'branch.main.mergeOptions': '--squash --no-ff',
      'rebase.autoSquash': 'true',
      'rerere.enabled': 'true',
      'rerere.autoUpdate': 'true',
      'core.hooksPath': '/nowhere',
      'core.editor': 'false',
      'diff.external': 'false',
      'diff.mnemonicPrefix': 'true',
      'color.ui': 'always',
      'log.showSignature': 'true',
      'core.autocrlf': 'input',
      'grep.patternType': 'perl',
    };
    for (const [name, value] of Object.entries(settings)) world.git('config', name, value);
    const tree = await open(1, 'fixup! a');
    put(tree, 'a.txt', 'one\nours\nthree\n');
    world.commit('Theirs', { 'a.txt': 'one\ntheirs\nthree\n' });
    for (const content of ['resolved\n', 'resolved again\n']) {
      expect(await merge(tree, 1, { title: 'fixup! a' })).toEqual({ kind: 'conflict', files: ['a.txt'] });
      expect(await beginConflict(tree, 'main')).toEqual(['a.txt']);
      put(tree, 'a.txt', content);
      if (content === 'resolved\n') world.commit('Theirs again', { 'a.txt': 'one\nagain\nthree\n' });
    }
    expect(await merge(tree, 1, { title: 'fixup! a' })).toMatchObject({ kind: 'merged' });
    expect(subjects()).toEqual(['T1: fixup! a', 'Theirs again', 'Theirs', 'Begin']);
    expect(await findMerged(repository, { base: 'main', projectId: PROJECT, number: 1 })).toBe(
      world.git('rev-parse', 'main'),
    );
  });

  test('takes a change of 5,000 files', async () => {
    const tree = await open(1);
    mkdirSync(join(tree.folder, 'many'));
    for (let count = 0; count < 5_000; count += 1) put(tree, `many/${count}.txt`, `${count}\n`);
    expect(await merge(tree, 1)).toMatchObject({ kind: 'merged', diff: { files: 5_000, insertions: 5_000 } });
    expect(world.git('status', '--porcelain')).toBe('');
  });
});

describe('the message of a commit', () => {
  test.each([
    ['Line one\n\nBaton-Task: T1\0', 'T14: Line one Baton-Task: T1'],
    ['  ', 'T14: Untitled'],
    ['\ud800\u202e--amend', 'T14: � --amend'],
  ])('of %j is one line', (title, subject) => {
    expect(taskSubject({ number: 14, title })).toBe(subject);
  });

  test('is bounded', () => {
    expect([...taskSubject({ number: 14, title: '🚀'.repeat(500) })]).toHaveLength(120);
    const many = taskMessage({ number: 14, title: 'x', projectId: PROJECT }, Array<string>(99).fill('y'.repeat(999)));
    expect(many.length).toBeLessThan(11_000);
    expect(many).toContain('- and 49 more');
  });
});
