import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository } from '#test/git-repository.ts';
import { commitAll, openRepository, openWorktree, removeWorktree } from '../worktree/index.ts';
import { beginConflict, integrate } from './index.ts';

const PROJECT = '0192f0aa-1111-7222-8333-444455556666';
const TASKS = 4;

/** The same for the same seed. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([1, 2])(
  'after any order of work, merges and commits of a person the base is linear, whole and green (%i)',
  async (seed) => {
    const random = makeRandom(seed);
    const world = createRepository({ 'shared.txt': 'begin\n' });
    try {
      const repository = await openRepository(world.folder);
      const task = (number: number) => ({ projectId: PROJECT, number, title: `Task ${number}`, base: 'main' });
      const waiting = new Set(Array.from({ length: TASKS }, (_, at) => at + 1));
      const people: string[] = [];
      const person = () => {
        people.push(
          world.commit(`Person ${people.length}`, {
            [`person-${people.length}.txt`]: 'p\n',
            'shared.txt': `${people.length}\n`,
          }),
        );
      };
      const work = async (number: number) => {
        const tree = await openWorktree(repository, task(number));
        appendFileSync(join(tree.folder, `T${number}.txt`), 'work\n');
        if (random(2) === 0) writeFileSync(join(tree.folder, 'shared.txt'), `T${number}\n`);
        if (random(3) === 0) await commitAll(tree, `Half of ${number}`);
        if (random(5) === 0) rmSync(tree.folder, { recursive: true });
      };
      const merge = async (number: number) => {
        const tree = await openWorktree(repository, task(number));
        appendFileSync(join(tree.folder, `T${number}.txt`), 'at last\n');
        const ended = await integrate(repository, tree, {
          ...task(number),
          verify: async () => {
            if (random(4) === 0) person();
            return { command: 'x', exit_code: random(6) === 0 ? 1 : 0, seconds: 0, output: '', commit: null };
          },
          mayMerge: async () => random(6) > 0,
          onStage: () => {},
        });
        if (ended.kind === 'conflict') {
          await beginConflict(tree, 'main');
          writeFileSync(join(tree.folder, 'shared.txt'), `resolved by T${number}\n`);
        }
        if (ended.kind !== 'merged') return;
        waiting.delete(number);
        await removeWorktree(repository, tree, { branch: 'delete' });
      };
      for (let step = 0; step < 8 || waiting.size > 0; step += 1) {
        const numbers = [...waiting];
        const pick = () => numbers[random(numbers.length)] ?? 1;
        if (random(4) === 0) person();
        else if (numbers.length === 0) break;
        else if (random(2) === 0) await work(pick());
        else await Promise.all([...new Set([pick(), pick()])].map(merge));
      }

      const commits = world
        .git('log', '--format=%H|%P|%s', 'main')
        .split('\n')
        .map((line) => line.split('|'));
      expect(commits.every(([, parents = '']) => !parents.includes(' '))).toBe(true);
      expect(
        commits
          .map(([, , subject]) => subject)
          .filter((subject) => /^T\d+:/.test(subject ?? ''))
          .toSorted((a, b) => String(a).localeCompare(String(b))),
      ).toEqual(Array.from({ length: TASKS }, (_, at) => `T${at + 1}: Task ${at + 1}`));
      expect(people.every((commit) => commits.some(([hash]) => hash === commit))).toBe(true);
      for (let number = 1; number <= TASKS; number += 1)
        expect(world.git('show', `main:T${number}.txt`).endsWith('at last')).toBe(true);
      expect(world.git('status', '--porcelain')).toBe('');
      expect(world.git('worktree', 'list').split('\n')).toHaveLength(1);
      expect(world.git('fsck', '--no-dangling')).toBe('');
    } finally {
      world.dispose();
    }
  },
);
