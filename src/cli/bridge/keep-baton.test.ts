import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Tree } from '../remember-baton.ts';
import { keepBaton } from './keep-baton.ts';

const PROJECT = '0199a1b2-0000-7000-8000-00000000cafe';
/** Larger than any process id. */
const GONE = 2 ** 22 + 1;

let home: string;
const treeOf = (name: string): Tree => ({
  environment: { home, stateFolder: join(home, 'state') },
  folder: join(home, name),
});
const told = (task: number, token: string | null) => ({ result: { _meta: { 'baton/token': { task, token } } } });
const tokenOf = (kept: ReturnType<typeof keepBaton>) => kept.headers()['x-baton-token'];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-kept-'));
  return () => rmSync(home, { recursive: true, force: true });
});

test('a token is sent from its claim to its end, and says which program keeps it', () => {
  const kept = keepBaton(treeOf('one'), PROJECT);
  expect(kept.headers()).toMatchObject({
    'x-baton-tree': '1',
    'x-baton-session': expect.stringMatching(/^[\w-]{8,64}$/),
  });
  expect(tokenOf(kept)).toBeUndefined();
  kept.learn(told(3, '16.k3f9x2ab'));
  expect(tokenOf(kept)).toBe('16.k3f9x2ab');
  kept.learn({ result: { content: [] } });
  kept.learn(undefined);
  expect(tokenOf(kept)).toBe('16.k3f9x2ab');
  kept.learn(told(3, null));
  expect(tokenOf(kept)).toBeUndefined();
});

test('after a restart the work goes on; in another tree, or while the first still runs, it does not', () => {
  keepBaton(treeOf('one'), PROJECT, GONE).learn(told(3, '16.k3f9x2ab'));
  expect(tokenOf(keepBaton(treeOf('one'), PROJECT))).toBe('16.k3f9x2ab');
  expect(tokenOf(keepBaton(treeOf('two'), PROJECT))).toBeUndefined();
  expect(tokenOf(keepBaton(treeOf('one'), PROJECT.replace('cafe', 'beef')))).toBeUndefined();
  keepBaton(treeOf('one'), PROJECT, process.ppid).learn(told(3, '16.k3f9x2ab'));
  expect(tokenOf(keepBaton(treeOf('one'), PROJECT))).toBeUndefined();
});

test('two programs of one tree are two sessions', () => {
  const [one, other] = [keepBaton(treeOf('one'), PROJECT), keepBaton(treeOf('one'), PROJECT)];
  expect(one.headers()['x-baton-session']).not.toBe(other.headers()['x-baton-session']);
});

test('the baton that a run gave is sent without a claim until it ends, and is never stored', () => {
  const given = { number: 3, token: '21.k3f9x2ab', project: PROJECT, agent: 'codex-2' };
  const { environment, folder } = treeOf('one');
  const tree = { environment: { ...environment, given }, folder };
  const kept = keepBaton(tree, PROJECT);
  expect(tokenOf(kept)).toBe('21.k3f9x2ab');
  expect(tokenOf(keepBaton(treeOf('one'), PROJECT))).toBeUndefined();
  expect(tokenOf(keepBaton(tree, PROJECT.replace('cafe', 'beef')))).toBeUndefined();
  kept.learn(told(4, null));
  expect(tokenOf(kept)).toBe('21.k3f9x2ab');
  kept.learn(told(3, null));
  expect(tokenOf(kept)).toBeUndefined();
});
