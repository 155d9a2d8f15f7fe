import { expect, test } from 'vitest';
import { finishMerged } from './finish-task.ts';
import type { TaskWork } from './task-work.ts';

test('merged work is told although its journal cannot be written, and its working tree not be removed', async () => {
  const [told, said]: [string[], string[]] = [[], []];
  const work = {
    relay: {
      ground: {
        run: 'run',
        base: 'main',
        now: () => new Date(),
        repository: { root: '/nowhere', gitFolder: '/dev/null' },
        calls: { finish: async (_run: string, { outcome }: { outcome: string }) => void told.push(outcome) },
      },
      tell: ({ outcome }: { outcome: string }) => void told.push(outcome),
      screen: { say: (text: string) => void said.push(text) },
    },
    agent: { name: 'x-1', task: { since: new Date() } },
    claimed: { task: { number: 1, title: 'Mast' } },
    held: {},
    journal: {
      write() {
        throw new Error('ENOSPC');
      },
      remove: () => undefined,
    },
    entry: {},
    tree: { folder: '/nowhere/.baton/worktrees/T1', branch: 'baton/T1', isLinked: true },
    tried: { try: 1, tries: 3 },
    spent: {},
  } as unknown as TaskWork;
  await finishMerged(work, { commit: 'a', diff: { files: 1, insertions: 1, deletions: 0 } }, undefined);
  expect(told).toEqual(['done', 'done']);
  expect(said).toEqual([expect.stringContaining('/nowhere/.baton/worktrees/T1 could not be removed') as string]);
});
