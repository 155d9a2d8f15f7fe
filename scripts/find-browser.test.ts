import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from './find-browser.ts';
import { plantFiles } from './plant-files.ts';

test('the browser named in the environment wins over everything found', () => {
  expect(findBrowser({ BATON_TEST_BROWSER: process.execPath })).toBe(process.execPath);
  expect(findBrowser({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath);
  expect(findBrowser({ BATON_TEST_BROWSER: process.execPath, CHROMIUM_PATH: '/nowhere' })).toBe(process.execPath);
});

test('a named browser that cannot be run is an error, not a reason to take another', () => {
  using tree = plantFiles({ chromium: '' });
  const plain = path.join(tree.root, 'chromium');
  expect(() => findBrowser({ BATON_TEST_BROWSER: '/nowhere/chromium' })).toThrow('/nowhere/chromium');
  chmodSync(plain, 0o644);
  expect(() => findBrowser({ CHROMIUM_PATH: plain })).toThrow('cannot be run');
});
