import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDemoRepository } from './demo-repository.ts';
import { hasConflict, planWork, tellChange, writeSource, writeTest } from './demo-work.ts';

let repository: ReturnType<typeof makeDemoRepository>;
beforeEach(() => {
  repository = makeDemoRepository();
});
afterEach(() => repository.remove());

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
const git = (...args: string[]) =>
  execFileSync('git', [...IDENTITY, ...args], { cwd: repository.folder, encoding: 'utf8', stdio: 'pipe' });
const readChanges = () => readFileSync(join(repository.folder, 'CHANGES.md'), 'utf8');

function verify(): 'passes' | 'fails' {
  try {
    execFileSync(process.execPath, ['--test'], {
      cwd: repository.folder,
      stdio: 'pipe',
      // Without this a test run inside a test run reports to its parent.
      env: { PATH: process.env['PATH'] ?? '' },
    });
    return 'passes';
  } catch {
    return 'fails';
  }
}

function work(number: number): void {
  const plan = planWork(repository.folder, number);
  writeSource(repository.folder, number, plan);
  writeTest(repository.folder, number, plan);
  tellChange(repository.folder, number);
}

test('a task passes its verification, but one in five only at the second try', () => {
  work(4);
  expect(verify()).toBe('passes');
  work(5);
  expect(verify()).toBe('fails');
  work(5);
  expect(verify()).toBe('passes');
  expect(readChanges()).toBe('# Changes\n\n- T4: done by the demonstration\n- T5: done by the demonstration\n');
});

test('two tasks that were done at the same time conflict, and the later one keeps both lines', () => {
  const commit = (branch: string, number: number) => {
    git('checkout', '--quiet', '-b', branch, 'main');
    work(number);
    git('add', '-A');
    git('commit', '--quiet', '-m', branch);
  };
  commit('one', 1);
  commit('two', 2);
  expect(() => git('rebase', 'one')).toThrow('could not apply');
  expect(hasConflict(repository.folder)).toBe(true);
  tellChange(repository.folder, 2);
  expect(hasConflict(repository.folder)).toBe(false);
  expect(readChanges()).toBe('# Changes\n\n- T1: done by the demonstration\n- T2: done by the demonstration\n');
});
