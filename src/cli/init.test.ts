import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AGENT_CLIENTS, type AgentClient, configFor } from '#contract/agent-configs.ts';
import { CLI_SOURCE, runScript } from '#test/cli-world.ts';

const url = 'http://baton.example:3000';
const project = '0199a1b2-0000-7000-8000-00000000cafe';
const clients: AgentClient[] = AGENT_CLIENTS.map(({ id }) => id);

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-home-'));
  folder = mkdtempSync(join(tmpdir(), 'baton-folder-'));
  return () => {
    rmSync(home, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
});

const key = `baton_${'k'.repeat(40)}`;
const init = (...args: string[]) =>
  runScript(
    [CLI_SOURCE, 'init', ...args],
    { PATH: '', HOME: home, BATON_URL: url, BATON_PROJECT: project, BATON_API_KEY: key },
    folder,
  );
const fileOf = (client: AgentClient) => {
  const { file } = configFor(client, { url, projectId: project });
  return file.startsWith('~/') ? join(home, file.slice(2)) : join(folder, file);
};
const place = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const read = (file: string) => readFileSync(file, 'utf8');

/** What each client's file may already hold: somebody's other server, and a comment where the format has them. */
const THERE: Record<AgentClient, { text: string; kept: string[] }> = {
  claude: {
    text: '{\n  "mcpServers": {\n    "github": { "command": "gh" }\n  }\n}\n',
    kept: ['"github": { "command": "gh" }'],
  },
  cursor: {
    text: '{\n  // ours\n  "mcpServers": { "github": { "url": "https://g.example" } },\n}\n',
    kept: ['// ours', 'https://g.example'],
  },
  vscode: {
    text: '{\n\t"servers": {\n\t\t"github": { "type": "http" } // ours\n\t},\n\t"inputs": []\n}\n',
    kept: ['"github": { "type": "http" }', '// ours'],
  },
  codex: {
    text: 'model = "o3" # ours\n\n[mcp_servers.github]\ncommand = "gh"\n',
    kept: ['model = "o3" # ours', '[mcp_servers.github]'],
  },
  windsurf: { text: '{ "mcpServers": {} }', kept: [] },
  gemini: { text: '{\n  "theme": "dark",\n  "mcpServers": {}\n}\n', kept: ['"theme": "dark"'] },
};

describe.each(clients)('%s', (client) => {
  test('an empty folder gets the configuration as the web page shows it', async () => {
    expect(await init('--client', client)).toMatchObject({ code: 0 });
    expect(read(fileOf(client))).toBe(configFor(client, { url: `${url}/mcp`, projectId: project }).text);
  });

  test('a file that holds other things keeps them, a second time changes nothing, and the key is nowhere', async () => {
    const { text, kept } = THERE[client];
    place(fileOf(client), text);
    place(join(folder, 'AGENTS.md'), '# Our rules\n');
    expect(await init('--client', client)).toMatchObject({ code: 0 });
    const once = read(fileOf(client));
    for (const each of [...kept, `${url}/mcp`, project]) expect(once).toContain(each);
    const agents = read(join(folder, 'AGENTS.md'));
    const again = await init('--client', client);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
    expect(again.stdout).not.toMatch(/^(written|changed)/m);
    expect(read(fileOf(client))).toBe(once);
    expect(read(join(folder, 'AGENTS.md'))).toBe(agents);
    expect(once + agents + read(join(folder, '.baton.json')) + again.stdout).not.toContain(key);
  });
});

describe('init', () => {
  test('finds the clients that are in use, and says so when there are none', async () => {
    expect(await init()).toMatchObject({ code: 2, stderr: expect.stringContaining('No client was found') });
    expect(existsSync(join(folder, 'AGENTS.md'))).toBe(false);
    mkdirSync(join(folder, '.cursor'));
    mkdirSync(join(home, '.codex'));
    const ended = await init();
    expect(ended.code).toBe(0);
    expect([existsSync(fileOf('cursor')), existsSync(fileOf('codex')), existsSync(fileOf('claude'))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('a file it cannot read is left as it is, told, and does not keep the others from being written', async () => {
    place(fileOf('claude'), '{ "mcpServers": ');
    const ended = await init('--client', 'claude', 'cursor');
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('left as it is') });
    expect(ended.stdout).toContain('"X-Project-Id"');
    expect(read(fileOf('claude'))).toBe('{ "mcpServers": ');
    expect(read(fileOf('cursor'))).toContain(project);
  });

  test('a client nobody knows and a project that is no id are usage errors', async () => {
    expect(await init('--client', 'emacs')).toMatchObject({ code: 2, stderr: expect.stringContaining('emacs') });
    expect(await init('--client', 'claude', '--project', 'ship')).toMatchObject({ code: 2 });
  });
});
