import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { AGENT_CLIENTS, type AgentClient, configFor, shellHint } from './agent-configs.ts';

const url = 'https://baton.example/mcp';
const projectId = '0199a1b2-0000-7000-8000-00000000cafe';
const place = { url, projectId };
const clients: AgentClient[] = AGENT_CLIENTS.map(({ id }) => id);

/** What a shell makes of a command line, word by word. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8', env: { BATON_API_KEY: 'leaked' } })
    .trimEnd()
    .split('\n');

describe('configFor', () => {
  test.each([
    ['claude', '.mcp.json', { type: 'http', url }, '${BATON_API_KEY}'],
    ['cursor', '.cursor/mcp.json', { url }, '${env:BATON_API_KEY}'],
    ['windsurf', '~/.codeium/windsurf/mcp_config.json', { serverUrl: url }, '${env:BATON_API_KEY}'],
    ['gemini', '.gemini/settings.json', { httpUrl: url }, '$BATON_API_KEY'],
  ] as const)('%s has its server under mcpServers, in its own words', (client, file, server, reference) => {
    const config = configFor(client, place);
    expect(config).toMatchObject({ file, format: 'json' });
    expect(JSON.parse(config.text)).toEqual({
      mcpServers: {
        baton: { ...server, headers: { Authorization: `Bearer ${reference}`, 'X-Project-Id': projectId } },
      },
    });
  });

  test('VS Code asks for the key and keeps it to itself', () => {
    const config = configFor('vscode', place);
    expect(config).toMatchObject({ file: '.vscode/mcp.json', format: 'json' });
    expect(JSON.parse(config.text)).toEqual({
      inputs: [{ type: 'promptString', id: 'baton-key', description: 'Baton API key', password: true }],
      servers: {
        baton: {
          type: 'http',
          url,
          headers: { Authorization: 'Bearer ${input:baton-key}', 'X-Project-Id': projectId },
        },
      },
    });
  });

  test('Codex names the variable that holds the key', () => {
    expect(configFor('codex', place)).toMatchObject({
      file: '~/.codex/config.toml',
      format: 'toml',
      text: `[mcp_servers.baton]
url = "${url}"
bearer_token_env_var = "BATON_API_KEY"
http_headers = { "X-Project-Id" = "${projectId}" }
`,
    });
  });

  test.each(clients)('the text of %s and what must be in the file say the same', (client) => {
    const { format, text, entry } = configFor(client, place);
    if (format === 'json') expect(entry).toEqual(JSON.parse(text));
    else
      expect(entry).toEqual({
        mcp_servers: {
          baton: { url, bearer_token_env_var: 'BATON_API_KEY', http_headers: { 'X-Project-Id': projectId } },
        },
      });
  });

  test('a shell hands the placeholder of the Claude Code command on unfilled', () => {
    expect(wordsOf(configFor('claude', place).command ?? '')).toEqual([
      'claude',
      'mcp',
      'add',
      '--scope',
      'project',
      '--transport',
      'http',
      'baton',
      url,
      '--header',
      'Authorization: Bearer ${BATON_API_KEY}',
      '--header',
      `X-Project-Id: ${projectId}`,
    ]);
  });

  test('an address that a shell would read as a pattern is quoted', () => {
    const command = configFor('claude', { url: 'http://[::1]:3000/mcp', projectId }).command ?? '';
    expect(wordsOf(command)).toContain('http://[::1]:3000/mcp');
    expect(command).toContain("'http://[::1]:3000/mcp'");
  });
});

describe('shellHint', () => {
  test('sets the variable and starts the client in the same shell', () => {
    expect(shellHint('codex', 'baton_abc')).toBe('export BATON_API_KEY=baton_abc\ncodex');
  });

  test('a stand-in with spaces and brackets does nothing but stand there', () => {
    const [line = ''] = shellHint('claude', '<your API key>').split('\n');
    expect(wordsOf(line.replace('export ', ''))).toEqual(['BATON_API_KEY=<your API key>']);
  });
});
