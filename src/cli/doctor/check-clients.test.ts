import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AGENT_CLIENTS, clientOf, hasServerFile, linkFor } from '#contract/clients/all-clients.ts';
import type { AgentClient, Way } from '#contract/clients/client.ts';
import { setUpClient } from '../clients/set-up-client.ts';
import type { Environment } from '../environment.ts';
import { checkClients } from './check-clients.ts';
import type { Finding } from './finding.ts';

const server = 'http://baton.example:3000';
const project = '0199a1b2-0000-7000-8000-00000000cafe';
const filed = AGENT_CLIENTS.flatMap((client) =>
  client.ways.filter((way) => hasServerFile(client, way)).map((way): [AgentClient, Way] => [client.id, way]),
);

let home: string;
let folder: string;
let environment: Environment;
beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-doctor-')));
  [home = '', folder = ''] = ['home', 'folder'].map((name) => join(root, name));
  mkdirSync(join(home, 'bin'), { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(home, 'bin/baton'), '#!/bin/sh\n', { mode: 0o755 });
  const said = { url: server, apiKey: 'baton_x', project, agent: undefined, given: undefined };
  environment = { ...said, home, path: join(home, 'bin'), configFolder: join(home, 'c'), stateFolder: join(home, 's') };
  return () => rmSync(root, { recursive: true, force: true });
});

function setUp(id: AgentClient, way: Way, withTrust = true): void {
  const client = clientOf(id);
  const link = linkFor(client, { url: `${server}/mcp`, projectId: project }, way);
  setUpClient(client, link, { folder, home }, { withHooks: true, withTrust, root: folder });
}

function findings(): Finding[] {
  const found: Finding[] = [];
  const url = { value: server, by: '--url' };
  const settings = { url, key: undefined, project: { value: project, by: '--project' }, agent: undefined };
  checkClients({ ...settings, withheld: undefined }, environment, folder, (finding) => found.push(finding));
  return found;
}
const faults = () => findings().filter(({ isFine }) => !isFine);

function edit(file: string, from: string, to: string): void {
  const place = file.startsWith('~/') ? join(home, file.slice(2)) : join(folder, file);
  const before = readFileSync(place, 'utf8');
  expect(before).toContain(from);
  writeFileSync(place, before.replaceAll(from, to));
}

describe.each(filed)('%s by %s', (id, way) => {
  const client = clientOf(id);

  test('is in order after init', () => {
    setUp(id, way);
    expect(faults()).toEqual([]);
    expect(findings().length).toBeGreaterThan(1);
  });

  test('that leads to another server, or another project', () => {
    setUp(id, way);
    const { file } = client.server?.(linkFor(client, { url: '', projectId: project }, way)) ?? { file: '' };
    edit(file, 'baton.example', 'elsewhere.example');
    expect(faults()).toMatchObject([
      { says: expect.stringContaining('another server'), advice: expect.stringContaining(id) },
    ]);
    edit(file, 'elsewhere.example', 'baton.example');
    edit(file, project, project.replace('0199', '0188'));
    expect(faults()).toMatchObject([{ says: expect.stringContaining('another project') }]);
  });

  test('that is not told how to work here', () => {
    setUp(id, way);
    rmSync(join(folder, client.instructions.file));
    expect(faults()).toMatchObject([
      { says: expect.stringContaining(client.instructions.file), advice: expect.stringContaining(`--client ${id}`) },
    ]);
  });

  test('whose key is not in this shell', () => {
    setUp(id, way);
    environment = { ...environment, apiKey: undefined };
    const isNeeded = way === 'key' && client.keyFrom === 'variable';
    expect(faults().map(({ says }) => /BATON_API_KEY.*is not set/.test(says))).toEqual(isNeeded ? [true] : []);
  });
});

describe('a client that would ask before every call', () => {
  test.each([
    ['claude', '.claude/settings.json', '"mcp__baton"', '"Bash"'],
    ['claude', '.claude/settings.local.json', '"mcp__baton"', '"Bash"'],
    ['codex', '.codex/config.toml', '"approve"', '"prompt"'],
    ['gemini', '.gemini/settings.json', '"trust": true', '"trust": false'],
    ['qwen', '.qwen/settings.json', '"trust": true', '"trust": false'],
    ['opencode', 'opencode.json', '"allow"', '"ask"'],
    ['kilo', '.kilo/kilo.jsonc', '"allow"', '"ask"'],
    ['amp', '.amp/settings.json', '"allow"', '"ask"'],
    ['cursor', '.cursor/cli.json', 'Mcp(baton:*)', 'Mcp(other:*)'],
    ['roo', '.roo/mcp.json', '"orient",', ''],
    ['cline', '~/.cline/data/settings/cline_mcp_settings.json', '"orient",', ''],
  ] as const)('%s (%s)', (id, file, from, to) => {
    setUp(id, 'key');
    edit(file, from, to);
    expect(faults()).toMatchObject([
      { says: expect.stringContaining('asks before every call'), advice: expect.stringContaining(`--client ${id}`) },
    ]);
  });
});

describe('trust and hooks', () => {
  test.each(['codex', 'gemini'] as const)(
    '%s in a folder that nobody has trusted, and in one below a trusted one',
    (id) => {
      setUp(id, 'key', false);
      expect(faults()).toMatchObject([
        { says: expect.stringContaining('does not trust this folder'), advice: expect.stringContaining('--trust') },
      ]);
      setUp(id, 'key');
      expect(faults()).toEqual([]);
    },
  );

  test('hooks without a command to run, and hooks of another version', () => {
    setUp('claude', 'key');
    edit('.claude/settings.json', 'command -v baton', 'which baton');
    expect(faults()).toMatchObject([{ says: expect.stringContaining('another version') }]);
    environment = { ...environment, path: '/nowhere' };
    expect(faults()).toMatchObject([{ says: expect.stringContaining('no baton on the PATH') }]);
  });

  test('a client without hooks is not at fault', () => {
    const client = clientOf('claude');
    const link = linkFor(client, { url: `${server}/mcp`, projectId: project }, 'key');
    setUpClient(client, link, { folder, home }, { withHooks: false, withTrust: false, root: folder });
    environment = { ...environment, path: '/nowhere' };
    expect(faults()).toEqual([]);
  });
});
