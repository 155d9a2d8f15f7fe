import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findWorkingTree, workingTreeFolder, workingTreeKey } from './working-tree.ts';

let root: string;
let home: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-tree-')));
  home = folder('home');
  return () => rmSync(root, { recursive: true, force: true });
});

function folder(path: string): string {
  const made = join(root, path);
  mkdirSync(made, { recursive: true });
  return made;
}

describe('the working tree', () => {
  test('is the root of the git repository, from any folder of it and by any link to it', () => {
    folder('home/ship/.git');
    const deep = folder('home/ship/src/hull');
    symlinkSync(join(home, 'ship'), join(root, 'link'));
    expect(findWorkingTree({ home }, deep)).toBe(join(home, 'ship'));
    expect(workingTreeKey({ home }, join(root, 'link/src'))).toBe(workingTreeKey({ home }, deep));
  });

  test('a linked working tree, which has a file instead of a folder, is one of its own', () => {
    folder('home/ship/.git');
    const other = folder('home/ship-2');
    writeFileSync(join(other, '.git'), 'gitdir: ../ship/.git/worktrees/ship-2\n');
    expect(findWorkingTree({ home }, other)).toBe(other);
    expect(workingTreeKey({ home }, other)).not.toBe(workingTreeKey({ home }, join(home, 'ship')));
  });

  test('without git it is the folder of the project’s file, else the folder itself', () => {
    const deep = folder('home/plain/src');
    expect(findWorkingTree({ home }, deep)).toBe(deep);
    writeFileSync(join(home, 'plain/.baton.json'), '{}');
    expect(findWorkingTree({ home }, deep)).toBe(join(home, 'plain'));
  });

  test('a home folder under git is not one tree for everything below it', () => {
    folder('home/.git');
    const [one, two] = [folder('home/one'), folder('home/two')];
    expect(workingTreeKey({ home }, one)).not.toBe(workingTreeKey({ home }, two));
    expect(findWorkingTree({ home }, home)).toBe(home);
  });

  test('a folder that is gone still has a name, and what is remembered goes below the state folder', () => {
    const gone = join(root, 'gone');
    expect(workingTreeKey({ home }, gone)).toMatch(/^[0-9a-f]{16}$/);
    expect(workingTreeFolder({ home, stateFolder: '/state' }, gone)).toBe(
      join('/state/trees', workingTreeKey({ home }, gone)),
    );
  });
});
