import type { AgentClientSpec } from './client.ts';
import { TOOL_NAMES } from '../tool-names.ts';
import { AGENTS_FILE, KEY_VARIABLE, SERVER_NAME, bridgeOf, headersOf, jsonPart, jsonServer } from './entries.ts';
import { cursorHooks } from './hooks.ts';
import { opencodeLike } from './terminal-clients.ts';

/** How VS Code and its derivatives refer to an environment variable. */
const REFERENCE = `\${env:${KEY_VARIABLE}}`;
const VSCODE_INPUT = 'baton-key';

const cursor: AgentClientSpec = {
  id: 'cursor',
  name: 'Cursor',
  group: 'editor',
  launch: 'cursor .',
  seenAs: /cursor/i,
  signs: ['.cursor', '~/.cursor'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  server: (link) =>
    jsonServer('.cursor/mcp.json', 'mcpServers', link, { url: link.url, headers: headersOf(link, REFERENCE) }),
  permissions: ({ name }) => [jsonPart('.cursor/cli.json', { permissions: { allow: [`Mcp(${name}:*)`], deny: [] } })],
  hooks: cursorHooks,
  instructions: {
    file: '.cursor/rules/baton.mdc',
    head: '---\ndescription: The plan is kept in Baton\nalwaysApply: true\n---\n',
  },
  steps: ({ way, name }) => [
    way === 'sign-in'
      ? `Open Settings, MCP: switch ${name} on and press Connect (in a terminal: agent mcp login ${name})`
      : `Open Settings, MCP, and switch ${name} on`,
    'To let the editor call it without asking, add its tools to the allowlist of Auto-run in Settings, Agents',
  ],
  sources: [
    'https://cursor.com/docs/mcp',
    'https://cursor.com/docs/cli/reference/permissions',
    'https://cursor.com/docs/agent/hooks',
    'https://cursor.com/docs/context/rules',
  ],
};

const vscode: AgentClientSpec = {
  id: 'vscode',
  name: 'VS Code (Copilot)',
  group: 'editor',
  launch: 'code .',
  seenAs: /visual studio code|vscode|vs code/i,
  signs: ['.vscode', '~/.vscode', '~/.config/Code', '~/Library/Application Support/Code'],
  ways: ['sign-in', 'key'],
  keyFrom: 'prompt',
  scope: 'repository',
  server: (link) => {
    const file = jsonServer('.vscode/mcp.json', 'servers', link, {
      type: 'http',
      url: link.url,
      headers: headersOf(link, `\${input:${VSCODE_INPUT}}`),
    });
    if (link.way === 'sign-in') return file;
    const input = { type: 'promptString', id: VSCODE_INPUT, description: 'Baton API key', password: true };
    return { ...file, entry: { inputs: [input], ...file.entry } };
  },
  instructions: { file: '.github/copilot-instructions.md' },
  steps: ({ way, name }) => [
    `Run MCP: List Servers from the command palette and start ${name}`,
    way === 'sign-in' ? 'Press Allow and sign in in the browser' : 'Paste the key when VS Code asks for it',
    'When it first asks about a tool, choose to always allow the server’s tools in this workspace',
  ],
  sources: [
    'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
    'https://code.visualstudio.com/docs/copilot/customization/custom-instructions',
  ],
};

const windsurf: AgentClientSpec = {
  id: 'windsurf',
  name: 'Windsurf',
  group: 'editor',
  launch: 'windsurf .',
  seenAs: /windsurf|cascade/i,
  signs: ['.windsurf', '~/.codeium/windsurf'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'user',
  server: (link) =>
    jsonServer('~/.codeium/windsurf/mcp_config.json', 'mcpServers', link, {
      serverUrl: link.url,
      headers: headersOf(link, REFERENCE),
    }),
  earlier: jsonPart('~/.codeium/windsurf/mcp_config.json', { mcpServers: { [SERVER_NAME]: {} } }),
  instructions: { file: '.windsurf/rules/baton.md', head: '---\ntrigger: always_on\n---\n' },
  steps: ({ way, name }) => [
    `Open the MCP panel of Cascade and refresh it: ${name} must be switched on`,
    ...(way === 'sign-in' ? ['Sign in in the browser when it asks'] : []),
  ],
  sources: ['https://docs.windsurf.com/windsurf/cascade/mcp', 'https://docs.windsurf.com/windsurf/cascade/memories'],
};

const zed: AgentClientSpec = {
  id: 'zed',
  name: 'Zed',
  group: 'editor',
  launch: 'zed .',
  seenAs: /^zed\b/i,
  signs: ['.zed', '~/.config/zed'],
  ways: ['sign-in', 'key'],
  keyFrom: 'login',
  scope: 'repository',
  server: (link) =>
    link.way === 'key'
      ? jsonServer('.zed/settings.json', 'context_servers', link, { ...bridgeOf(link), env: {} })
      : jsonServer('.zed/settings.json', 'context_servers', link, { url: link.url, headers: headersOf(link, '') }),
  instructions: AGENTS_FILE,
  steps: ({ way, name }) => [
    way === 'sign-in'
      ? `Open Settings, AI, MCP Servers, and sign in to ${name}`
      : `Open Settings, AI, MCP Servers: ${name} must have a green dot`,
    'It asks before each tool until you choose Always Allow',
  ],
  sources: ['https://zed.dev/docs/ai/mcp', 'https://zed.dev/docs/ai/tool-permissions', 'https://zed.dev/docs/ai/rules'],
};

const CLINE_STORE = 'User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
const CLINE_FILE = '~/.cline/data/settings/cline_mcp_settings.json';
const CLINE_ALSO = [`~/.config/Code/${CLINE_STORE}`, `~/Library/Application Support/Code/${CLINE_STORE}`];

const cline: AgentClientSpec = {
  id: 'cline',
  name: 'Cline',
  group: 'editor',
  launch: 'code .',
  seenAs: /cline/i,
  signs: ['.clinerules', '~/.cline', '~/.config/Code/User/globalStorage/saoudrizwan.claude-dev'],
  ways: ['sign-in', 'key'],
  keyFrom: 'login',
  scope: 'user',
  server: (link) =>
    jsonServer(
      CLINE_FILE,
      'mcpServers',
      link,
      link.way === 'key'
        ? { ...bridgeOf(link), disabled: false }
        : { type: 'streamableHttp', url: link.url, headers: headersOf(link, ''), disabled: false },
      CLINE_ALSO,
    ),
  permissions: ({ name }) => [
    jsonPart(CLINE_FILE, { mcpServers: { [name]: { autoApprove: TOOL_NAMES } } }, CLINE_ALSO),
  ],
  instructions: { file: '.clinerules/baton.md' },
  steps: ({ way, name }) => [
    `Open MCP Servers, Configure: ${name} must be connected`,
    ...(way === 'sign-in' ? ['Press Authenticate and sign in in the browser'] : []),
  ],
  sources: ['https://docs.cline.bot/mcp/mcp-overview', 'https://docs.cline.bot/customization/cline-rules'],
};

const roo: AgentClientSpec = {
  id: 'roo',
  name: 'Roo Code',
  group: 'editor',
  launch: 'code .',
  seenAs: /\broo/i,
  signs: ['.roo', '.roorules'],
  ways: ['key'],
  keyFrom: 'variable',
  scope: 'repository',
  server: (link) =>
    jsonServer('.roo/mcp.json', 'mcpServers', link, {
      type: 'streamable-http',
      url: link.url,
      headers: headersOf(link, REFERENCE),
      disabled: false,
    }),
  permissions: ({ name }) => [jsonPart('.roo/mcp.json', { mcpServers: { [name]: { alwaysAllow: TOOL_NAMES } } })],
  instructions: { file: '.roo/rules/baton.md' },
  steps: () => ['Switch on Auto-approve, MCP, in the chat: without it the list of allowed tools counts for nothing'],
  sources: [
    'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
    'https://docs.roocode.com/features/custom-instructions',
  ],
};

const kilo: AgentClientSpec = {
  id: 'kilo',
  name: 'Kilo Code',
  group: 'editor',
  launch: 'kilo',
  seenAs: /kilo/i,
  signs: ['.kilo', '.kilocode', 'kilo.json', 'kilo.jsonc', '~/.config/kilo'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  signInsByName: true,
  ...opencodeLike('.kilo/kilo.jsonc', ['kilo.jsonc', 'kilo.json', '.kilo/kilo.json'], 'kilo', {}),
  instructions: AGENTS_FILE,
  sources: ['https://kilo.ai/docs/automate/mcp/using-in-kilo-code'],
};

const jetbrains: AgentClientSpec = {
  id: 'jetbrains',
  name: 'JetBrains (Junie)',
  group: 'editor',
  seenAs: /junie|jetbrains|intellij/i,
  signs: ['.junie'],
  ways: ['key'],
  keyFrom: 'login',
  scope: 'repository',
  server: (link) => jsonServer('.junie/mcp/mcp.json', 'mcpServers', link, bridgeOf(link)),
  instructions: AGENTS_FILE,
  steps: ({ name }) => [
    'Open Settings, Tools, Junie, MCP Settings: the server of the project must be switched on',
    `Allow its tools in Settings, Tools, Junie, Action Allowlist: ${name}`,
    'AI Assistant keeps its own list: Settings, Tools, AI Assistant, Model Context Protocol takes the same text',
  ],
  sources: [
    'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html',
    'https://www.jetbrains.com/help/ai-assistant/mcp.html',
  ],
};

export const editorClients = [cursor, vscode, windsurf, zed, cline, roo, kilo, jetbrains] as const;
