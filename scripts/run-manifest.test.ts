import { expect, test } from 'vitest';
import { runManifest } from './run-manifest.mjs';

const manifest = {
  name: 'sample',
  dependencies: { server: '1.0.0' },
  optionalDependencies: { binary: '1.0.0' },
  devDependencies: { runner: '1.0.0' },
};

const lock = {
  lockfileVersion: 3,
  packages: {
    '': manifest,
    'node_modules/binary': { optional: true },
    'node_modules/server': {
      dependencies: { parser: '1.0.0' },
      peerDependencies: { schema: '*', runner: '*' },
      peerDependenciesMeta: { runner: { optional: true } },
    },
    'node_modules/parser': { dependencies: { lexer: '2.0.0' } },
    'node_modules/parser/node_modules/lexer': { optionalDependencies: { 'not-for-this-platform': '1.0.0' } },
    'node_modules/lexer': { dev: true },
    'node_modules/runner': { devOptional: true, dependencies: { reporter: '1.0.0' } },
    'node_modules/reporter': { devOptional: true },
    'node_modules/schema': { peer: true },
  },
};

test('kept is what the dependencies need, and no development tool that one of them could work with', () => {
  const kept = runManifest(manifest, lock);
  expect(Object.keys(kept.lock.packages)).toEqual([
    '',
    'node_modules/binary',
    'node_modules/server',
    'node_modules/parser',
    'node_modules/parser/node_modules/lexer',
    'node_modules/schema',
  ]);
  expect(kept.manifest).not.toHaveProperty('devDependencies');
  expect(kept.lock.packages['']).not.toHaveProperty('devDependencies');
  expect(kept.lock).toMatchObject({ lockfileVersion: 3 });
});
