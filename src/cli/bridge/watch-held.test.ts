import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Tree, batonFolder, forgetBaton, rememberBaton } from '../remember-baton.ts';
import { watchHeld } from './watch-held.ts';

const PROJECT = '0199a1b2-0000-7000-8000-00000000cafe';
const LONG_AGO = 1_000_000;

let tree: Tree;
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'baton-watched-'));
  tree = { environment: { home, stateFolder: join(home, 'state') }, folder: join(home, 'tree') };
  mkdirSync(tree.folder);
  return () => rmSync(home, { recursive: true, force: true });
});
const folder = () => batonFolder(tree, PROJECT);
/** Ages the folder, so that its mtime is trusted. */
const rest = () => utimesSync(folder(), LONG_AGO, LONG_AGO);

test('what other programs of the tree claim and end is seen by the next call', () => {
  const held = watchHeld(tree, PROJECT);
  const tokens = () => held.list().map(({ token }) => token);
  expect(tokens()).toEqual([]);
  rememberBaton(tree, PROJECT, { number: 3, token: '16.k3f9x2ab', at: 1 });
  expect(tokens()).toEqual(['16.k3f9x2ab']);
  rememberBaton(tree, PROJECT, { number: 4, token: '17.k3f9x2ab', at: 2 });
  expect(tokens()).toEqual(['16.k3f9x2ab', '17.k3f9x2ab']);
  rest();
  expect(tokens()).toEqual(['16.k3f9x2ab', '17.k3f9x2ab']);
  rememberBaton(tree, PROJECT, { number: 4, token: '18.k3f9x2ab', at: 2 });
  expect(tokens()).toEqual(['16.k3f9x2ab', '18.k3f9x2ab']);
  rest();
  expect(tokens()).toHaveLength(2);
  forgetBaton(tree, PROJECT, 4);
  expect(tokens()).toEqual(['16.k3f9x2ab']);
  rmSync(folder(), { recursive: true });
  expect(tokens()).toEqual([]);
});

test('what has not changed for long is not read again', () => {
  const held = watchHeld(tree, PROJECT);
  rememberBaton(tree, PROJECT, { number: 3, token: '16.k3f9x2ab' });
  rest();
  expect(held.list()).toHaveLength(1);
  const [file = ''] = readdirSync(folder());
  writeFileSync(join(folder(), file), 'not read');
  expect(held.list()).toMatchObject([{ number: 3, token: '16.k3f9x2ab' }]);
});

test('after a claim of its own the working tree is looked for anew', () => {
  const held = watchHeld(tree, PROJECT);
  const nested = { ...tree, folder: join(tree.folder, 'deeper') };
  mkdirSync(nested.folder);
  const inside = watchHeld(nested, PROJECT);
  expect(inside.list()).toEqual([]);
  mkdirSync(join(tree.folder, '.git'));
  rememberBaton(nested, PROJECT, { number: 3, token: '16.k3f9x2ab' });
  inside.forget();
  expect(inside.list()).toMatchObject([{ number: 3 }]);
  expect(held.list()).toMatchObject([{ number: 3 }]);
});
