import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { BUILT_IN } from './built-in.ts';
import { codex } from './codex.ts';
import { opencode } from './opencode.ts';
import type { Start } from './run-client.ts';

let start: Start;
beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), 'baton-allow-'));
  const [folder, scratch] = [join(top, 'tree'), join(top, 'scratch')];
  for (const each of [folder, scratch]) mkdirSync(each);
  start = {
    folder,
    scratch,
    prompt: 'Work.',
    promptFile: join(scratch, 'prompt.md'),
    briefFile: join(scratch, 'brief.md'),
    server: { url: 'http://127.0.0.1:1', key: 'baton_secretkey', project: 'p' },
    held: { task: 'T14', token: '7.k3f9x2ab', agent: 'agent-1' },
    allow: 'edit',
    verifyCommand: 'npm test -- --grep "a b"',
    extra: ['--model', 'small'],
    baton: ['/opt/node', '/opt/it’s here/baton.mjs'],
  };
  return () => rmSync(top, { recursive: true, force: true });
});

/** What a client may do without asking, in its own words. */
const LIFTED = ['bypassPermissions', '--dangerously-bypass-approvals-and-sandbox', 'yolo', '--skip-trust', '--auto'];

describe.each(BUILT_IN)('$client.name', ({ client }) => {
  const filesOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));

  test('with edit nothing of its questions is lifted but what is said', () => {
    const { args } = client.plan(start);
    expect(args.filter((word) => LIFTED.includes(word))).toEqual([]);
    expect(client.plan({ ...start, scratch: start.folder, allow: 'all' }).args).toEqual(
      expect.arrayContaining([expect.toBeOneOf(LIFTED)]),
    );
  });

  test('secrets are in its environment only, and its files are for their owner', () => {
    const { args, env } = client.plan(start);
    const said = [...args, ...filesOf(start.scratch).map((file) => readFileSync(file, 'utf8'))].join('\n');
    expect(said).not.toContain('secretkey');
    expect(said).not.toContain('k3f9x2ab');
    expect(env).toMatchObject({ BATON_API_KEY: 'baton_secretkey', BATON_TOKEN: '7.k3f9x2ab', BATON_TASK: 'T14' });
    for (const file of filesOf(start.scratch)) expect(statSync(file).mode & 0o077).toBe(0);
  });

  test('nothing is written into the working tree, and the words after -- are there', () => {
    const { args } = client.plan(start);
    expect(readdirSync(start.folder)).toEqual([]);
    expect(args.join(' ')).toContain('--model small');
    expect(existsSync(start.promptFile)).toBe(false);
  });
});

test('a server of Baton that the repository names for people is off in a run', () => {
  mkdirSync(join(start.folder, '.codex'));
  const named = '[mcp_servers.baton]\nurl = "http://127.0.0.1:9/mcp"\n\n[mcp_servers.other]\nurl = "http://x"\n';
  writeFileSync(join(start.folder, '.codex/config.toml'), named);
  const { args } = codex.plan(start);
  expect(args).toContain('mcp_servers.baton.enabled=false');
  expect(args.join(' ')).not.toContain('mcp_servers.other');
  writeFileSync(join(start.folder, 'opencode.json'), '{"mcp":{"baton-0199aa00":{"type":"remote"}}}');
  expect(opencode.plan(start).env).toMatchObject({
    OPENCODE_CONFIG_CONTENT: '{"mcp":{"baton-0199aa00":{"enabled":false}}}',
  });
});
