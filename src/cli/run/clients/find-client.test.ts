import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Around, chooseClients } from './find-client.ts';

let around: Around;
beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), 'baton-find-'));
  around = { folder: join(top, 'tree'), home: join(top, 'home'), path: join(top, 'bin') };
  for (const folder of Object.values(around)) mkdirSync(folder);
  return () => rmSync(top, { recursive: true, force: true });
});
function install(...programs: string[]) {
  for (const program of programs) {
    const file = join(around.path, program);
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
  }
}
const namesOf = (names: string[]) => chooseClients(names, around).map(({ name }) => name);

test('a client that is not known, not installed, or has no name is refused with what to do', () => {
  expect(() => namesOf(['clod'])).toThrow('There is no client clod. Name one of claude-code, codex,');
  expect(() => namesOf([''])).toThrow('without a name');
  expect(() => namesOf(['codex'])).toThrow('npm install -g @openai/codex');
  expect(() => namesOf(['my-agent {prompt}'])).toThrow('my-agent is not on PATH');
  expect(() => namesOf(['./my-agent'])).toThrow('no file here');
  expect(() => namesOf([])).toThrow('No agent was found here');
});

test('clients are chosen by name, alias and command, in their order', () => {
  install('claude', 'codex', 'my-agent');
  expect(namesOf(['codex', 'claude', 'claude-code', "my-agent --file '{prompt}'"])).toEqual([
    'codex',
    'claude-code',
    'claude-code',
    'my-agent',
  ]);
});

test('a program of the repository is started from there, wherever the agent works', () => {
  writeFileSync(join(around.folder, 'agent.sh'), '#!/bin/sh\n', { mode: 0o755 });
  const [client] = chooseClients(['./agent.sh -q'], around);
  expect(client?.name).toBe('agent');
  const start = {
    promptFile: '/p',
    briefFile: '/b',
    prompt: '',
    extra: [],
    held: { task: 'T1', token: '', agent: 'agent-1' },
    server: { url: '', key: '', project: '' },
  };
  const rest = { folder: '/t', scratch: '/s', allow: 'edit', verifyCommand: undefined, baton: ['baton'] } as const;
  expect(client?.plan({ ...start, ...rest })).toMatchObject({ command: join(around.folder, 'agent.sh'), args: ['-q'] });
});

test('without a name it is the one this folder is set up for, else the one in use by the person, else the first installed', () => {
  install('codex', 'gemini', 'opencode');
  expect(namesOf([])).toEqual(['codex']);
  mkdirSync(join(around.home, '.gemini'));
  expect(namesOf([])).toEqual(['gemini']);
  writeFileSync(join(around.folder, 'opencode.json'), '{}');
  expect(namesOf([])).toEqual(['opencode']);
  // Its files are here, but it is not installed.
  writeFileSync(join(around.folder, 'CLAUDE.md'), '');
  expect(namesOf([])).toEqual(['opencode']);
});
