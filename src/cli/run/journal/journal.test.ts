import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestRepository, createRepository } from '#test/git-repository.ts';
import type { Repository } from '../worktree/worktree.ts';
import {
  type RunFile,
  type TaskEntry,
  createJournal,
  findResumable,
  forgetOldRuns,
  listRuns,
  ownerIsAlive,
  readRun,
  startedAt,
  writeRun,
} from './index.ts';

const PROJECT = '0192f0aa-1111-7222-8333-444455556666';
let world: TestRepository;
let repository: Repository;
beforeEach(() => {
  world = createRepository();
  repository = { root: world.folder, gitFolder: join(world.folder, '.git') };
});
afterEach(() => world.dispose());

const entry = (number: number): TaskEntry => ({
  projectId: PROJECT,
  number,
  title: 'Raise the mast',
  runId: 'r',
  worker: 'codex-1',
  ownerPid: process.pid,
  ownerStarted: startedAt(process.pid) ?? '',
  worktree: null,
  branch: null,
  base: 'main',
  begun: null,
  try: 1,
  stage: 'working',
  child: { pid: 7, startedAt: 'x' },
});

const run = (runId: string, changes: Partial<RunFile> = {}): RunFile => ({
  runId,
  projectId: PROJECT,
  url: 'http://localhost:3000',
  pid: process.pid,
  pidStarted: 'another process',
  startedAt: `2026-01-01T00:00:${runId.padStart(2, '0')}.000Z`,
  base: 'main',
  parallel: 2,
  clients: ['codex'],
  workers: [],
  endedAt: null,
  ...changes,
});

test('what is unknown, torn or of another project is no entry', () => {
  const journal = createJournal(repository, PROJECT);
  expect(journal.list()).toEqual([]);
  const folder = join(world.folder, '.git/baton/tasks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '55556666-T1.json'), '{"projectId": "019');
  writeFileSync(join(folder, '55556666-T2.json'), JSON.stringify({ ...entry(2), stage: 'dancing' }));
  writeFileSync(join(folder, '55556666-T3.json'), JSON.stringify({ ...entry(3), projectId: 'x'.repeat(36) }));
  writeFileSync(join(folder, '55556666-T4.json'), JSON.stringify({ ...entry(4), child: 7 }));
  writeFileSync(join(folder, '55556666-T5.json'), '[]');
  mkdirSync(join(folder, '55556666-T6.json'));
  expect(journal.list()).toEqual([]);
});

test('an entry is replaced whole, listed by number, and removed', () => {
  const journal = createJournal(repository, PROJECT);
  for (const number of [10, 9, 9]) journal.write({ ...entry(number), untold: { outcome: 'done' } });
  expect(journal.list().map(({ number }) => number)).toEqual([9, 10]);
  expect(journal.read(9)).toEqual({ ...entry(9), untold: { outcome: 'done' } });
  journal.remove(9);
  journal.remove(9);
  expect(readdirSync(join(world.folder, '.git/baton/tasks'))).toEqual(['55556666-T10.json']);
  expect(journal.read(9)).toBeUndefined();
  expect(ownerIsAlive(entry(1))).toBe(true);
  expect(ownerIsAlive({ ...entry(1), ownerStarted: 'earlier' })).toBe(false);
});

test('a run without an end is resumed once its process is gone', () => {
  expect(findResumable(repository, PROJECT)).toBeUndefined();
  writeRun(repository, run('1', { endedAt: '2026-01-02T00:00:00.000Z' }));
  writeRun(repository, run('2', { projectId: 'another' }));
  writeRun(repository, run('3', { pidStarted: startedAt(process.pid) ?? '' }));
  expect(findResumable(repository, PROJECT)).toBeUndefined();
  writeRun(repository, run('4'));
  expect(findResumable(repository, PROJECT)?.runId).toBe('4');
  expect(listRuns(repository).map(({ runId }) => runId)).toEqual(['4', '3', '2', '1']);
});

test('a run has a plain id, and old ones are forgotten', () => {
  expect(() => writeRun(repository, run('../../escape'))).toThrow(/no id of a run/);
  expect(readRun(repository, '../../config')).toBeUndefined();
  for (let count = 1; count <= 25; count += 1) writeRun(repository, run(String(count), { endedAt: 'then' }));
  forgetOldRuns(repository);
  expect(listRuns(repository).at(-1)?.runId).toBe('6');
});
