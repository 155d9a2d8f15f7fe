import type { AgentClientSpec, ConfigTable, Link } from './client.ts';
import { AGENTS_FILE, KEY_VARIABLE, SERVER_NAME, headersOf, jsonPart, jsonServer, quoteForShell } from './entries.ts';
import { claudeHooks, codexHooks, geminiHooks } from './hooks.ts';

const claude: AgentClientSpec = {
  id: 'claude',
  name: 'Claude Code',
  group: 'terminal',
  launch: 'claude',
  seenAs: /claude[- ]code|^claude$/i,
  signs: ['.mcp.json', '.claude', 'CLAUDE.md', '~/.claude', '~/.claude.json'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  server: (link) =>
    jsonServer('.mcp.json', 'mcpServers', link, {
      type: 'http',
      url: link.url,
      headers: headersOf(link, `\${${KEY_VARIABLE}}`),
      // Otherwise the model sees only the tools' names, and has to load each one first.
      alwaysLoad: true,
    }),
  // The shared file takes effect once the person trusts the folder, the personal one at once.
  permissions: ({ name }) => {
    const entry = { permissions: { allow: [`mcp__${name}`] }, enabledMcpjsonServers: [name] };
    return [
      jsonPart('.claude/settings.json', entry),
      { ...jsonPart('.claude/settings.local.json', entry), isPersonal: true },
    ];
  },
  hooks: claudeHooks,
  instructions: { file: 'CLAUDE.md' },
  // Single quotes prevent shell expansion: the client expands the placeholder at each start.
  command: ({ way, url, name, projectId }) =>
    way === 'sign-in'
      ? `claude mcp add --transport http ${name} ${quoteForShell(url)}`
      : [
          `claude mcp add --scope project --transport http ${name} ${quoteForShell(url)}`,
          `--header 'Authorization: Bearer \${${KEY_VARIABLE}}'`,
          `--header ${quoteForShell(`X-Project-Id: ${projectId}`)}`,
        ].join(' \\\n  '),
  steps: ({ way, name }) =>
    way === 'sign-in' ? [`Start claude here and trust the folder, type /mcp, choose ${name} and Authenticate`] : [],
  sources: [
    'https://code.claude.com/docs/en/mcp',
    'https://code.claude.com/docs/en/settings',
    'https://code.claude.com/docs/en/hooks',
    'https://code.claude.com/docs/en/memory',
  ],
};

const codex: AgentClientSpec = {
  id: 'codex',
  name: 'Codex',
  group: 'terminal',
  launch: 'codex',
  seenAs: /codex/i,
  signs: ['.codex', '~/.codex'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  signInsByName: true,
  server: (link) => ({
    file: '.codex/config.toml',
    format: 'toml',
    entry: {
      mcp_servers: {
        [link.name]: {
          url: link.url,
          ...(link.way === 'key' ? { bearer_token_env_var: KEY_VARIABLE } : {}),
          http_headers: { 'X-Project-Id': link.projectId },
        },
      },
    },
    absent: link.way === 'sign-in' ? [['mcp_servers', link.name, 'bearer_token_env_var']] : [],
  }),
  permissions: ({ name }) => [
    {
      file: '.codex/config.toml',
      format: 'toml',
      entry: { mcp_servers: { [name]: { default_tools_approval_mode: 'approve' } } },
    },
  ],
  trust: {
    part: (folder) => ({
      file: '~/.codex/config.toml',
      format: 'toml',
      entry: { projects: { [folder]: { trust_level: 'trusted' } } },
    }),
    step: 'Start codex here once and trust the folder: it reads .codex in trusted ones only',
  },
  hooks: codexHooks,
  earlier: { file: '~/.codex/config.toml', format: 'toml', entry: { mcp_servers: { [SERVER_NAME]: {} } } },
  instructions: AGENTS_FILE,
  steps: ({ way, name }) => [
    ...(way === 'sign-in'
      ? [
          `Sign in: codex mcp login ${name}`,
          'If the browser shows an error, the server cannot reach the internet: add --oauth-client-registration dcr',
        ]
      : []),
    'Where baton init wrote hooks: type /hooks in codex once and review them, it runs no others',
  ],
  sources: ['https://developers.openai.com/codex/mcp', 'https://developers.openai.com/codex/hooks'],
};

/** Gemini CLI and its fork Qwen Code. */
const geminiLike = (folder: string) => ({
  server: (link: Link) =>
    jsonServer(`${folder}/settings.json`, 'mcpServers', link, {
      httpUrl: link.url,
      headers: headersOf(link, `$${KEY_VARIABLE}`),
    }),
  permissions: ({ name }: Link) => [jsonPart(`${folder}/settings.json`, { mcpServers: { [name]: { trust: true } } })],
  steps: ({ way, name }: Link) => (way === 'sign-in' ? [`Sign in: type /mcp auth ${name}`] : []),
});

const gemini: AgentClientSpec = {
  id: 'gemini',
  name: 'Gemini CLI',
  group: 'terminal',
  launch: 'gemini',
  seenAs: /gemini/i,
  signs: ['.gemini', 'GEMINI.md', '~/.gemini'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  signInsByName: true,
  ...geminiLike('.gemini'),
  trust: {
    part: (folder) => jsonPart('~/.gemini/trustedFolders.json', { [folder]: 'TRUST_FOLDER' }),
    step: 'Start gemini here once and trust the folder: in another one it does not start without a terminal',
  },
  hooks: geminiHooks,
  instructions: { file: 'GEMINI.md' },
  sources: [
    'https://geminicli.com/docs/tools/mcp-server',
    'https://geminicli.com/docs/hooks/reference',
    'https://geminicli.com/docs/cli/gemini-md',
  ],
};

const qwen: AgentClientSpec = {
  id: 'qwen',
  name: 'Qwen Code',
  group: 'terminal',
  launch: 'qwen',
  seenAs: /qwen/i,
  signs: ['.qwen', 'QWEN.md', '~/.qwen'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  signInsByName: true,
  ...geminiLike('.qwen'),
  steps: ({ way, name }) => [
    `Let it use the server of this folder: qwen mcp approve ${name}`,
    ...(way === 'sign-in' ? [`Sign in: type /mcp auth ${name}`] : []),
  ],
  instructions: AGENTS_FILE,
  sources: ['https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp/'],
};

/** opencode, and Kilo, whose configuration has the same format. */
export const opencodeLike = (file: string, also: readonly string[], program: string, schema: ConfigTable) => ({
  server: (link: Link) => {
    const { entry, ...rest } = jsonServer(
      file,
      'mcp',
      link,
      {
        type: 'remote',
        url: link.url,
        enabled: true,
        ...(link.way === 'key' ? { oauth: false } : {}),
        headers: headersOf(link, `{env:${KEY_VARIABLE}}`),
      },
      also,
    );
    const absent = [...(rest.absent ?? []), ...(link.way === 'sign-in' ? [['mcp', link.name, 'oauth']] : [])];
    return { ...rest, entry: { ...schema, ...entry }, absent };
  },
  permissions: ({ name }: Link) => [jsonPart(file, { permission: { [`${name}_*`]: 'allow' } }, also)],
  steps: ({ way, name }: Link) => (way === 'sign-in' ? [`Sign in: ${program} mcp auth ${name}`] : []),
});

const opencode: AgentClientSpec = {
  id: 'opencode',
  name: 'opencode',
  group: 'terminal',
  launch: 'opencode',
  seenAs: /opencode/i,
  signs: ['opencode.json', 'opencode.jsonc', '.opencode', '~/.config/opencode'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  signInsByName: true,
  ...opencodeLike('opencode.json', ['opencode.jsonc'], 'opencode', { $schema: 'https://opencode.ai/config.json' }),
  instructions: AGENTS_FILE,
  sources: ['https://opencode.ai/docs/mcp-servers', 'https://opencode.ai/docs/permissions'],
};

const copilot: AgentClientSpec = {
  id: 'copilot',
  name: 'Copilot CLI',
  group: 'terminal',
  launch: `copilot --allow-tool=${SERVER_NAME}`,
  seenAs: /copilot-cli|github-copilot/i,
  signs: ['.github/mcp.json', '~/.copilot'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  server: (link) =>
    jsonServer('.github/mcp.json', 'mcpServers', link, {
      type: 'http',
      url: link.url,
      headers: headersOf(link, `\${${KEY_VARIABLE}}`),
      tools: ['*'],
    }),
  instructions: AGENTS_FILE,
  steps: ({ name }) => [`Start it with copilot --allow-tool=${name}: no file says what it may call without asking`],
  sources: [
    'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
    'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference',
  ],
};

const amp: AgentClientSpec = {
  id: 'amp',
  name: 'Amp',
  group: 'terminal',
  launch: 'amp',
  seenAs: /^amp\b|ampcode/i,
  signs: ['.amp', '~/.config/amp'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'repository',
  server: (link) =>
    jsonServer('.amp/settings.json', 'amp.mcpServers', link, {
      url: link.url,
      headers: headersOf(link, `\${${KEY_VARIABLE}}`),
    }),
  permissions: ({ name }) => [
    jsonPart('.amp/settings.json', { 'amp.permissions': [{ tool: `mcp__${name}__*`, action: 'allow' }] }),
  ],
  instructions: AGENTS_FILE,
  steps: ({ name }) => [`Let Amp use the server of this folder: amp mcp approve ${name}`],
  sources: ['https://ampcode.com/manual', 'https://ampcode.com/news/mcp-permissions'],
};

const goose: AgentClientSpec = {
  id: 'goose',
  name: 'Goose',
  group: 'terminal',
  launch: 'goose',
  seenAs: /goose/i,
  signs: ['.goosehints', '~/.config/goose'],
  ways: ['sign-in', 'key'],
  keyFrom: 'variable',
  scope: 'user',
  server: (link) => ({
    file: '~/.config/goose/config.yaml',
    format: 'yaml',
    entry: {
      extensions: {
        [link.name]: {
          enabled: true,
          type: 'streamable_http',
          name: link.name,
          description: 'Baton: the plan of this project',
          uri: link.url,
          headers: headersOf(link, `\${${KEY_VARIABLE}}`),
          envs: {},
          env_keys: link.way === 'key' ? [KEY_VARIABLE] : [],
          timeout: 300,
        },
      },
    },
  }),
  instructions: AGENTS_FILE,
  sources: ['https://block.github.io/goose/docs/guides/config-files'],
};

export const terminalClients = [claude, codex, gemini, qwen, opencode, copilot, amp, goose] as const;
