import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../run-command.ts';
import { type Opener, hearAddresses } from './open-addresses.ts';

const ADDRESS = 'http://localhost:3000/api/auth/oauth2/authorize?response_type=code&state=s1';
let folder: string;
let opened: string[];
let opener: Opener;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baton-opener-'));
  opened = [];
  opener = await hearAddresses(folder, (address) => opened.push(address));
});
afterEach(async () => {
  await opener.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an address is heard from the command that opens browsers', async () => {
  const { signal } = new AbortController();
  const { trouble } = await runCommand([join(opener.commands, 'xdg-open'), ADDRESS], { limitSeconds: 30, signal });
  expect(trouble).toBeUndefined();
  expect(opened).toEqual([ADDRESS]);
});

test('an address that is printed in pieces is heard once, when it is whole', () => {
  opener.read(`Visit:\n  ${ADDRESS.slice(0, 60)}`);
  expect(opened).toEqual([]);
  opener.read(`${ADDRESS.slice(60)}\nWaiting…`);
  opener.read(`Still waiting for ${ADDRESS}\n`);
  expect(opened).toEqual([ADDRESS]);
});

test('an address is heard out of a link of a terminal', () => {
  opener.read(`Visit \u001B]8;;${ADDRESS}\u0007this page\u001B]8;;\u0007`);
  expect(opened).toEqual([ADDRESS]);
});

test('what is no request for authorization is left alone', () => {
  opener.read('See https://example.com/docs?page=2 \n');
  expect(opened).toEqual([]);
});
