import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../platform/config.ts';
import { addressOf, noteAddress } from './server-address.ts';

function configOf(fields: Partial<Config> = {}): Config {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'baton-address-'));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
  return { dataDirectory, url: 'http://localhost:3000', databaseUrl: undefined, ...fields } as Config;
}

test('a command without the server’s variables finds the address of the one that runs', () => {
  const config = configOf();
  expect(addressOf(config)).toBe('http://localhost:3000');
  const forget = noteAddress({ ...config, url: 'http://localhost:4555' });
  expect(addressOf(config)).toBe('http://localhost:4555');
  forget();
  expect(addressOf(config)).toBe('http://localhost:3000');
});

test('a note of a server that is gone, or that says nothing, is not believed', () => {
  const config = configOf();
  const file = join(config.dataDirectory, 'server.json');
  writeFileSync(file, JSON.stringify({ url: 'http://localhost:4555', pid: 2 ** 22 + 1 }));
  expect(addressOf(config)).toBe('http://localhost:3000');
  writeFileSync(file, '{');
  expect(addressOf(config)).toBe('http://localhost:3000');
});

test('with a database of one’s own nothing is written and nothing is read', () => {
  const config = configOf({ databaseUrl: 'postgres://elsewhere' });
  noteAddress({ ...config, url: 'http://localhost:4555' });
  expect(addressOf({ ...config, databaseUrl: undefined })).toBe('http://localhost:3000');
});
