import type { AgentClientSpec } from './client.ts';
import { AGENTS_FILE, KEY_VARIABLE, bridgeOf, jsonServer, quoteForShell } from './entries.ts';

/** They call from the internet, not from this machine. */
const PUBLIC = 'Baton must be reachable from the internet over https';

const claudeDesktop: AgentClientSpec = {
  id: 'claude-desktop',
  name: 'Claude Desktop, claude.ai',
  group: 'hosted',
  seenAs: /claude-ai|claude\.ai|anthropic|claude desktop/i,
  signs: [],
  ways: ['sign-in', 'key'],
  keyFrom: 'login',
  scope: 'user',
  server: (link) =>
    jsonServer('~/Library/Application Support/Claude/claude_desktop_config.json', 'mcpServers', link, bridgeOf(link), [
      '~/AppData/Roaming/Claude/claude_desktop_config.json',
      '~/.config/Claude/claude_desktop_config.json',
    ]),
  instructions: AGENTS_FILE,
  steps: ({ way }) =>
    way === 'sign-in'
      ? [
          PUBLIC,
          'Open Settings, Connectors, Add custom connector',
          'Paste the address, press Connect, sign in and choose the project',
        ]
      : ['Restart Claude Desktop: the server is listed in Settings, Developer'],
  sources: [
    'https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp',
    'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  ],
};

const chatgpt: AgentClientSpec = {
  id: 'chatgpt',
  name: 'ChatGPT',
  group: 'hosted',
  seenAs: /chatgpt|openai-mcp/i,
  signs: [],
  ways: ['sign-in'],
  scope: 'none',
  instructions: AGENTS_FILE,
  steps: () => [
    PUBLIC,
    'Open Settings, Apps & Connectors, Advanced settings, and switch on Developer mode',
    'Create a connector with the address and OAuth, sign in and choose the project',
  ],
  sources: ['https://platform.openai.com/docs/guides/developer-mode'],
};

const other: AgentClientSpec = {
  id: 'other',
  name: 'Anything else',
  group: 'other',
  seenAs: /^$/,
  signs: [],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'none',
  instructions: AGENTS_FILE,
  command: ({ way, url, projectId }) =>
    way === 'sign-in' ? url : [`${url}/${projectId}`, `Authorization: Bearer $${KEY_VARIABLE}`].join('\n'),
  steps: ({ way, url, projectId, name }) =>
    way === 'sign-in'
      ? ['Give the client this address as a server over Streamable HTTP: it finds out by itself how to sign in']
      : [
          'A client that speaks Streamable HTTP takes this address and this header',
          `One that only starts programs takes: ${['baton', ...bridgeOf({ way, url, projectId, name }).args].map(quoteForShell).join(' ')}`,
        ],
  sources: ['https://modelcontextprotocol.io/specification'],
};

export const hostedClients = [claudeDesktop, chatgpt, other] as const;
