import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestRepository, createRepository } from '#test/git-repository.ts';
import type { Repository, Worktree } from './worktree.ts';
import {
  branchNameOf,
  commitAll,
  dropUncommitted,
  findBase,
  listWorktrees,
  measureWork,
  openOwnTree,
  openRepository,
  openWorktree,
  removeWorktree,
  slugOf,
} from './index.ts';

const PROJECT = '0192f0aa-1111-7222-8333-444455556666';
const OTHER = '0192f0aa-1111-7222-8333-999999999999';
let world: TestRepository;
let repository: Repository;
beforeEach(async () => {
  world = createRepository();
  repository = await openRepository(world.folder);
});
afterEach(() => world.dispose());

const open = (number = 14, title = 'Raise the mast', projectId = PROJECT) =>
  openWorktree(repository, { projectId, number, title, base: 'main' });
const put = (tree: Worktree, name: string, text: string) => writeFileSync(join(tree.folder, name), text);
const outside = (name: string) => {
  const folder = join(world.folder, '..', name);
  mkdirSync(folder);
  return folder;
};

describe('a repository', () => {
  test('is refused in one sentence where a run could not work', async () => {
    const plain = outside('plain');
    await expect(openRepository(plain)).rejects.toThrow(/is in no git repository/);
    await expect(openRepository(join(plain, 'gone'))).rejects.toThrow(/is not there/);
    world.gitIn(plain, 'init', '--quiet');
    await expect(openRepository(plain)).rejects.toThrow(/has no commit yet/);
    const bare = outside('bare');
    world.gitIn(bare, 'init', '--quiet', '--bare');
    await expect(openRepository(bare)).rejects.toThrow(/bare repository/);
    writeFileSync(join(world.folder, '.git/MERGE_HEAD'), world.git('rev-parse', 'HEAD'));
    await expect(openRepository(world.folder)).rejects.toThrow(/^A merge is in progress/);
  });

  test('is the same one from a folder in it, a linked working tree, and with the variables of a hook', async () => {
    mkdirSync(join(world.folder, 'deep'));
    const tree = await open();
    vi.stubEnv('GIT_DIR', '/nowhere');
    vi.stubEnv('GIT_INDEX_FILE', '/nowhere/index');
    expect(await openRepository(join(world.folder, 'deep'))).toEqual(repository);
    expect(await openRepository(tree.folder)).toEqual(repository);
  });

  test('as a submodule has the root of the submodule', async () => {
    const around = outside('around');
    world.gitIn(around, 'init', '--quiet');
    world.gitIn(around, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', world.folder, 'part');
    const part = await openRepository(join(around, 'part'));
    expect(part.root).toBe(join(around, 'part'));
    const tree = await openWorktree(part, { projectId: PROJECT, number: 1, title: 'x', base: 'main' });
    expect(tree.folder).toBe(join(around, 'part/.baton/worktrees/T1-x'));
    expect(await commitAll(tree, 'nothing')).toBeUndefined();
  });

  test('its base is the branch that is checked out, or a local one that is named', async () => {
    expect(await findBase(repository)).toBe('main');
    world.git('branch', 'next');
    expect(await findBase(repository, 'next')).toBe('next');
    await expect(findBase(repository, '--all')).rejects.toThrow(/no local branch "--all". There are: main, next/);
    await expect(findBase(repository, 'HEAD')).rejects.toThrow(/no local branch/);
    world.git('checkout', '--quiet', '--detach');
    await expect(findBase(repository)).rejects.toThrow(/HEAD is detached/);
  });
});

describe('the name of a branch', () => {
  test.each([
    ['Seed 200,000 keys', 'baton/T14-seed-200-000-keys'],
    ['--upload-pack=touch /tmp/x', 'baton/T14-upload-pack-touch-tmp-x'],
    ['../../etc/passwd.lock', 'baton/T14-etc-passwd-lock'],
    ['a@{1}..b~^:?*[\\', 'baton/T14-a-1-b'],
    ['Größe über Ångström', 'baton/T14-gro-e-uber-angstrom'],
    ['日本語のタスク', 'baton/T14'],
    ['🚀\0\n', 'baton/T14'],
    ['x'.repeat(500), `baton/T14-${'x'.repeat(40)}`],
  ])('of %j is %s', (title, name) => {
    expect(branchNameOf(14, title)).toBe(name);
  });

  test('is plain for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (title) => {
        expect(slugOf(title)).toMatch(/^(?:[a-z\d]+(?:-[a-z\d]+)*)?$/);
        expect(slugOf(title).length).toBeLessThanOrEqual(40);
      }),
    );
  });
});

describe('the working tree of a task', () => {
  test('is made below .baton on a branch of its own, and ignored by the repository', async () => {
    const tree = await open();
    expect(tree).toEqual({
      folder: join(world.folder, '.baton/worktrees/T14-raise-the-mast'),
      branch: 'baton/T14-raise-the-mast',
      isLinked: true,
      isReused: false,
    });
    await open(15);
    expect(world.git('status', '--porcelain')).toBe('');
    const excluded = readFileSync(join(world.folder, '.git/info/exclude'), 'utf8').split('\n');
    expect(excluded.filter((line) => line === '.baton/')).toHaveLength(1);
  });

  test('is the one of an earlier try, also under a new title, with the work in it', async () => {
    put(await open(), 'half.txt', 'half\n');
    const again = await open(14, 'Raise two masts');
    expect(again).toMatchObject({ branch: 'baton/T14-raise-the-mast', isReused: true });
    expect(readFileSync(join(again.folder, 'half.txt'), 'utf8')).toBe('half\n');
  });

  test('whose folder was removed by hand comes back on its branch', async () => {
    const tree = await open();
    put(tree, 'half.txt', 'half\n');
    await commitAll(tree, 'Half');
    rmSync(tree.folder, { recursive: true });
    expect(await open()).toEqual({ ...tree, isReused: true });
    expect(existsSync(join(tree.folder, 'half.txt'))).toBe(true);
  });

  test('that was removed with its branch kept comes back on it, also while a person looks at the branch', async () => {
    const tree = await open();
    put(tree, 'half.txt', 'half\n');
    await commitAll(tree, 'Half');
    await removeWorktree(repository, tree, { branch: 'keep' });
    world.git('checkout', '--quiet', 'baton/T14-raise-the-mast');
    const beside = await open();
    expect(beside.branch).toBe('baton/T14-raise-the-mast-2');
    expect(existsSync(join(beside.folder, 'half.txt'))).toBe(true);
    world.git('checkout', '--quiet', 'main');
    expect(await open()).toEqual({ ...beside, isReused: true });
  });

  test('gets a free name where folder or branch belong to something else', async () => {
    const first = await open();
    put(first, 'first.txt', 'first\n');
    const second = await open(14, 'Raise the mast', OTHER);
    expect(second.branch).toBe('baton/T14-raise-the-mast-2');
    mkdirSync(join(world.folder, '.baton/worktrees/T14-raise-the-mast-3'));
    const third = await open(14, 'Raise the mast', '0192f0aa-1111-7222-8333-aaaaaaaaaaaa');
    expect(third.branch).toBe('baton/T14-raise-the-mast-4');
    expect(await listWorktrees(repository)).toMatchObject([
      { number: 14, projectId: PROJECT, isThere: true },
      { number: 14, projectId: OTHER },
      { branch: third.branch },
    ]);
  });

  test('that was killed while it was added is added anew', async () => {
    const tree = await open();
    const record = join(world.folder, '.git/baton/trees/55556666-T14.json');
    writeFileSync(record, readFileSync(record, 'utf8').replace('"isReady": true', '"isReady": false'));
    rmSync(join(tree.folder, 'a.txt'));
    const again = await open();
    expect(again.folder).toBe(tree.folder);
    expect(world.gitIn(again.folder, 'status', '--porcelain')).toBe('');
  });

  test('loses neither its interrupted rebase nor what was changed in it', async () => {
    const tree = await open();
    put(tree, 'a.txt', 'ours\n');
    await commitAll(tree, 'Ours');
    world.commit('Theirs', { 'a.txt': 'theirs\n' });
    expect(() => world.gitIn(tree.folder, 'rebase', 'main')).toThrow();
    put(tree, 'a.txt', 'nearly resolved\n');
    writeFileSync(join(world.folder, '.git/worktrees/T14-raise-the-mast/index.lock'), '');
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(world.folder, '.git/worktrees/T14-raise-the-mast/index.lock'), past, past);
    const again = await open();
    expect(world.gitIn(again.folder, 'status', '--porcelain', '--branch')).toBe('## baton/T14-raise-the-mast');
    expect(readFileSync(join(again.folder, 'a.txt'), 'utf8')).toBe('ours\n');
    expect(world.git('show', 'refs/baton/55556666/T14-aside:a.txt')).toBe('nearly resolved');
  });

  test('keeps commits that an agent made beside its branch', async () => {
    const tree = await open();
    world.gitIn(tree.folder, 'checkout', '--quiet', '-b', 'mine');
    put(tree, 'mine.txt', 'mine\n');
    await commitAll({ ...tree, branch: 'mine' }, 'Mine');
    const again = await open();
    expect(world.gitIn(again.folder, 'symbolic-ref', '--short', 'HEAD')).toBe('baton/T14-raise-the-mast');
    expect(existsSync(join(again.folder, 'mine.txt'))).toBe(true);
  });

  test('goes back to its branch where an agent has gone another way, and keeps that way aside', async () => {
    const tree = await open();
    put(tree, 'branch.txt', 'on the branch\n');
    await commitAll(tree, 'On the branch');
    world.gitIn(tree.folder, 'checkout', '--quiet', '--detach', 'main');
    put(tree, 'beside.txt', 'beside\n');
    world.gitIn(tree.folder, 'add', '-A');
    world.gitIn(tree.folder, 'commit', '--quiet', '-m', 'Beside');
    put(tree, 'uncommitted.txt', 'x\n');
    const again = await open();
    expect(world.gitIn(again.folder, 'status', '--porcelain', '--branch').split('\n')[0]).toBe(
      '## baton/T14-raise-the-mast',
    );
    expect(existsSync(join(again.folder, 'branch.txt'))).toBe(true);
    const aside = world.git('ls-tree', '--name-only', 'refs/baton/55556666/T14-aside').split('\n');
    expect(aside).toEqual(['a.txt', 'beside.txt', 'uncommitted.txt']);
  });

  test('is made by many workers at once', async () => {
    const trees = await Promise.all(Array.from({ length: 8 }, (_, at) => open(at + 1)));
    expect(new Set(trees.map(({ folder }) => folder)).size).toBe(8);
    expect(trees.every(({ folder }) => existsSync(join(folder, 'a.txt')))).toBe(true);
  });

  test('of the repository itself is refused while something is uncommitted', async () => {
    expect(await openOwnTree(repository)).toEqual({
      folder: world.folder,
      branch: 'main',
      isLinked: false,
      isReused: false,
    });
    world.write('half done.txt', 'half\n');
    await expect(openOwnTree(repository)).rejects.toThrow(/uncommitted changes.*\(half done\.txt\)/);
  });

  test('is removed with submodules in it, without its folder, and twice', async () => {
    const tree = await open();
    put(tree, 'b.txt', 'b\n');
    const tip = await commitAll(tree, 'B');
    const part = outside('part');
    world.gitIn(part, 'init', '--quiet');
    world.gitIn(part, 'commit', '--quiet', '--allow-empty', '-m', 'Part');
    world.gitIn(tree.folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'part');
    await removeWorktree(repository, tree, { branch: 'delete' });
    await removeWorktree(repository, tree, { branch: 'delete' });
    expect(existsSync(tree.folder)).toBe(false);
    expect(world.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(world.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/baton', 'refs/baton')).toBe(
      `refs/baton/55556666/T14 ${tip ?? ''}`,
    );
    expect(await listWorktrees(repository)).toEqual([]);
  });
});

describe('a commit of everything', () => {
  test('passes hostile settings and hooks, takes no .baton along, and needs no name', async () => {
    const tree = await open();
    const hooks = outside('hooks');
    for (const name of ['pre-commit', 'commit-msg', 'post-commit', 'post-checkout', 'pre-rebase', 'post-merge'])
      writeFileSync(join(hooks, name), '#!/bin/sh\necho no >&2\nexit 1\n', { mode: 0o755 });
    const settings = {
      'core.hooksPath': hooks,
      'commit.gpgSign': 'true',
      'gpg.program': 'false',
      'commit.template': '/nowhere',
      'commit.cleanup': 'strip',
      'core.commentChar': '-',
      'core.autocrlf': 'true',
      'core.safecrlf': 'true',
      'core.editor': 'false',
      'merge.ff': 'false',
      'rebase.autoSquash': 'true',
      'diff.noprefix': 'true',
      'diff.external': 'false',
      'status.showUntrackedFiles': 'no',
      'i18n.commitEncoding': 'ISO-8859-1',
      'user.useConfigOnly': 'true',
      'alias.commit': '!false',
    };
    mkdirSync(join(tree.folder, '.baton'));
    put(tree, '.baton/secret', 'x\n');
    world.gitIn(tree.folder, 'add', '--force', '.baton/secret');
    for (const [name, value] of Object.entries(settings)) world.git('config', name, value);
    put(tree, 'mixed.txt', 'one\r\ntwo\n');
    put(tree, 'ünder “quotes”\n.txt', 'x\n');
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
    vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
    const commit = await commitAll(tree, '# Größe\n\n-not a comment\n');
    expect(world.git('log', '-1', '--encoding=UTF-8', '--format=%H %an <%ae>%n%B', commit ?? '')).toBe(
      `${commit ?? ''} Baton run <baton@localhost>\n# Größe\n\n-not a comment`,
    );
    expect(world.git('ls-tree', '-r', '-z', '--name-only', tree.branch ?? '').split('\0')).toEqual([
      'a.txt',
      'mixed.txt',
      'ünder “quotes”\n.txt',
      '',
    ]);
    expect(await commitAll(tree, 'Again')).toBeUndefined();
  });

  test('is told apart from what is dropped', async () => {
    const tree = await open();
    put(tree, 'a.txt', 'work\n');
    await commitAll(tree, 'Work');
    put(tree, 'a.txt', 'formatted\n');
    put(tree, 'coverage.html', 'x\n');
    await dropUncommitted(tree);
    expect(readFileSync(join(tree.folder, 'a.txt'), 'utf8')).toBe('work\n');
    expect(existsSync(join(tree.folder, 'coverage.html'))).toBe(false);
  });
});

describe('the work against the base', () => {
  test('counts what is committed, changed, new and renamed, and leaves the index alone', async () => {
    const tree = await open();
    expect(await measureWork(tree, 'main')).toMatchObject({ isChanged: false, stat: '' });
    put(tree, 'b.txt', 'b\nb\n');
    await commitAll(tree, 'B');
    world.commit('Theirs', { 'theirs.txt': 'not ours\n' });
    world.gitIn(tree.folder, 'mv', 'a.txt', 'moved.txt');
    put(tree, 'new\nline.txt', 'n\n');
    const before = world.gitIn(tree.folder, 'status', '--porcelain');
    expect(await measureWork(tree, 'main')).toEqual({
      commit: world.gitIn(tree.folder, 'rev-parse', 'HEAD'),
      isChanged: true,
      diff: { files: 3, insertions: 3, deletions: 0 },
      stat: 'b.txt | +2 -0\na.txt → moved.txt | +0 -0\n"new\\nline.txt" | +1 -0',
    });
    expect(world.gitIn(tree.folder, 'status', '--porcelain')).toBe(before);
  });
});
