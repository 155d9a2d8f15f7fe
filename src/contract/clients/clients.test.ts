import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { AGENT_CLIENTS, clientOf, hasServerFile, linkFor, shellHint, snippetsFor, wayFor } from './all-clients.ts';
import { type AgentClient, CLIENT_GROUPS, CLIENT_IDS, type Way } from './client.ts';
import { HOOK_CLIENTS, HOOK_EVENTS, hookMark } from './hooks.ts';

const url = 'https://baton.example/mcp';
const projectId = '0199a1b2-0000-7000-8000-00000000cafe';
const place = { url, projectId };
const all = AGENT_CLIENTS.flatMap((client) => client.ways.map((way): [AgentClient, Way] => [client.id, way]));

const textOf = (id: AgentClient, way: Way) =>
  snippetsFor(clientOf(id), linkFor(clientOf(id), place, way))
    .map(({ text }) => text)
    .join('\n');
const serverOf = (id: AgentClient, way: Way) => {
  const client = clientOf(id);
  return client.server?.(linkFor(client, place, way));
};

/** How a shell splits a command line into words. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8', env: { BATON_API_KEY: 'leaked' } })
    .trimEnd()
    .split('\n');

describe('every client', () => {
  test('is listed once, in a group, with the documentation it was taken from', () => {
    expect(AGENT_CLIENTS.map(({ id }) => id)).toEqual(CLIENT_IDS);
    for (const { group, sources, ways, name } of AGENT_CLIENTS) {
      expect(CLIENT_GROUPS).toContain(group);
      expect(sources.length, name).toBeGreaterThan(0);
      expect(ways.length, name).toBeGreaterThan(0);
    }
  });

  test.each(all)('%s by %s: the file names server and project, and never holds a key', (id, way) => {
    const client = clientOf(id);
    const link = linkFor(client, place, way);
    if (!hasServerFile(client, way)) {
      expect(snippetsFor(client, link)).toEqual([]);
      expect(client.steps?.(link).join(' ') ?? '').not.toBe('');
      return;
    }
    const text = textOf(id, way);
    expect(text).toContain('https://baton.example');
    expect(text).toContain(projectId);
    expect(text).not.toMatch(/baton_[0-9A-Za-z]{40}/);
    expect(/authorization|bearer_token/i.test(text)).toBe(way === 'key' && client.keyFrom !== 'login');
  });

  test.each(all)('%s by %s: a file of every repository names the server for the project', (id, way) => {
    const client = clientOf(id);
    const part = serverOf(id, way);
    if (part === undefined) return;
    const isShared = part.file.startsWith('~/');
    expect(isShared).toBe(client.scope === 'user');
    const { name } = linkFor(client, place, way);
    if (isShared) expect(name).toBe('baton-0000cafe');
    expect(JSON.stringify(part.entry)).toContain(`"${name}":`);
  });

  test('two projects of the same minute have different names', () => {
    const other = { url, projectId: '0199a1b2-0000-7000-8000-00000000beef' };
    const codex = clientOf('codex');
    expect(linkFor(codex, place, 'sign-in').name).not.toBe(linkFor(codex, other, 'sign-in').name);
    expect(linkFor(codex, place, 'key').name).toBe('baton');
  });

  test('a way that a client does not have becomes the one it has', () => {
    expect(wayFor(clientOf('roo'), 'sign-in')).toBe('key');
    expect(wayFor(clientOf('chatgpt'), 'key')).toBe('sign-in');
    expect(wayFor(clientOf('claude'), 'key')).toBe('key');
  });

  test('nobody else’s name is taken for one of the others', () => {
    const names: Partial<Record<AgentClient, string>> = {
      claude: 'claude-code',
      codex: 'codex-mcp-client',
      gemini: 'gemini-cli-mcp-client',
      opencode: 'opencode',
      cursor: 'cursor-vscode',
      vscode: 'Visual Studio Code',
      'claude-desktop': 'claude-ai',
    };
    for (const [id, name] of Object.entries(names)) {
      expect(clientOf(id as AgentClient).seenAs.test(name), id).toBe(true);
    }
    expect(clientOf('claude').seenAs.test('claude-ai')).toBe(false);
  });
});

describe('in its own words', () => {
  const reference = (text: string) => ({ Authorization: `Bearer ${text}`, 'X-Project-Id': projectId });

  test.each([
    ['claude', 'mcpServers', { type: 'http', url, alwaysLoad: true, headers: reference('${BATON_API_KEY}') }],
    ['cursor', 'mcpServers', { url, headers: reference('${env:BATON_API_KEY}') }],
    ['gemini', 'mcpServers', { httpUrl: url, headers: reference('$BATON_API_KEY') }],
    ['qwen', 'mcpServers', { httpUrl: url, headers: reference('$BATON_API_KEY') }],
    ['vscode', 'servers', { type: 'http', url, headers: reference('${input:baton-key}') }],
    ['copilot', 'mcpServers', { type: 'http', url, tools: ['*'], headers: reference('${BATON_API_KEY}') }],
    ['opencode', 'mcp', { type: 'remote', url, oauth: false, headers: reference('{env:BATON_API_KEY}') }],
    ['kilo', 'mcp', { type: 'remote', url, oauth: false, headers: reference('{env:BATON_API_KEY}') }],
    ['roo', 'mcpServers', { type: 'streamable-http', url, headers: reference('${env:BATON_API_KEY}') }],
    ['amp', 'amp.mcpServers', { url, headers: reference('${BATON_API_KEY}') }],
  ] as const)('%s keeps its server under %s', (id, holder, server) => {
    expect(serverOf(id, 'key')?.entry).toMatchObject({ [holder]: { baton: server } });
  });

  test.each(['zed', 'cline', 'jetbrains', 'claude-desktop'] as const)(
    '%s cannot refer to a key: it starts the program that has it',
    (id) => {
      expect(textOf(id, 'key')).toContain('"command": "baton"');
    },
  );

  test('Codex names the variable that holds the key, and does not ask', () => {
    expect(textOf('codex', 'key')).toBe(`[mcp_servers.baton]
url = "${url}"
bearer_token_env_var = "BATON_API_KEY"
http_headers = { "X-Project-Id" = "${projectId}" }
default_tools_approval_mode = "approve"
`);
  });

  test('Goose reads YAML', () => {
    expect(textOf('goose', 'key')).toContain(`extensions:
  baton-0000cafe:
    enabled: true
    type: "streamable_http"
`);
  });

  test('the command for Claude Code keeps the placeholder from the shell, and is short for a sign-in', () => {
    const client = clientOf('claude');
    const words = wordsOf(client.command?.(linkFor(client, place, 'key')) ?? '');
    expect(words).toContain('Authorization: Bearer ${BATON_API_KEY}');
    expect(words).toContain(`X-Project-Id: ${projectId}`);
    expect(client.command?.(linkFor(client, place, 'sign-in'))).toBe(`claude mcp add --transport http baton ${url}`);
  });

  test('the shell gets the key as one word, whatever it holds, and starts the client', () => {
    expect(shellHint(clientOf('codex'), 'baton_abc')).toBe('export BATON_API_KEY=baton_abc\ncodex');
    expect(shellHint(clientOf('codex'), '<your API key>')).toContain("'<your API key>'");
  });
});

describe('hooks', () => {
  test.each(HOOK_CLIENTS)('%s runs one command of ours at each moment', (id) => {
    const text = JSON.stringify(clientOf(id).hooks?.entry);
    for (const event of HOOK_EVENTS) expect(text.split(hookMark(id, event))).toHaveLength(2);
  });
});
