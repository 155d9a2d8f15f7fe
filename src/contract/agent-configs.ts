/** The clients that have a ready configuration. No schema library is needed here, so the browser may use this file. */
export const AGENT_CLIENTS = [
  { id: 'claude', name: 'Claude Code', launch: 'claude' },
  { id: 'cursor', name: 'Cursor', launch: 'cursor .' },
  { id: 'vscode', name: 'VS Code', launch: 'code .' },
  { id: 'codex', name: 'Codex CLI', launch: 'codex' },
  { id: 'windsurf', name: 'Windsurf', launch: 'windsurf .' },
  { id: 'gemini', name: 'Gemini CLI', launch: 'gemini' },
] as const;
export type AgentClient = (typeof AGENT_CLIENTS)[number]['id'];

/** The variable that every client but one reads the key from; VS Code asks for the key itself. */
export const KEY_VARIABLE = 'BATON_API_KEY';
/** What Baton is called in a client's configuration. */
export const SERVER_NAME = 'baton';
const VSCODE_INPUT = 'baton-key';

export type ConfigValue = string | boolean | readonly ConfigValue[] | ConfigTable;
export interface ConfigTable {
  readonly [name: string]: ConfigValue;
}

export interface Place {
  /** Of the MCP endpoint: "https://baton.example/mcp". */
  url: string;
  projectId: string;
}

export interface AgentConfig {
  /** From the project's folder, or from the home folder where it begins with a tilde. */
  file: string;
  format: 'json' | 'toml';
  /** The file as it reads when nothing else is in it. */
  text: string;
  /** What the file must hold, among whatever else it holds. */
  entry: ConfigTable;
  /** Does the same from a terminal, where the client has a command for it. */
  command?: string;
}

/** The configuration of one client. The key is always a reference, so the file is safe to share. */
export function configFor(client: AgentClient, place: Place): AgentConfig {
  switch (client) {
    case 'claude':
      return {
        ...json('.mcp.json', inServers({ type: 'http', url: place.url, headers: headers('${BATON_API_KEY}', place) })),
        command: claudeCommand(place),
      };
    case 'cursor':
      return json('.cursor/mcp.json', inServers({ url: place.url, headers: headers('${env:BATON_API_KEY}', place) }));
    case 'vscode':
      return json('.vscode/mcp.json', {
        inputs: [{ type: 'promptString', id: VSCODE_INPUT, description: 'Baton API key', password: true }],
        servers: {
          [SERVER_NAME]: { type: 'http', url: place.url, headers: headers(`\${input:${VSCODE_INPUT}}`, place) },
        },
      });
    case 'codex':
      return codex(place);
    case 'windsurf':
      return json(
        '~/.codeium/windsurf/mcp_config.json',
        inServers({ serverUrl: place.url, headers: headers('${env:BATON_API_KEY}', place) }),
      );
    case 'gemini':
      return json(
        '.gemini/settings.json',
        inServers({ httpUrl: place.url, headers: headers('$BATON_API_KEY', place) }),
      );
  }
}

const inServers = (server: ConfigTable): ConfigTable => ({ mcpServers: { [SERVER_NAME]: server } });

const headers = (reference: string, { projectId }: Place): ConfigTable => ({
  Authorization: `Bearer ${reference}`,
  'X-Project-Id': projectId,
});

const json = (file: string, entry: ConfigTable): AgentConfig => ({
  file,
  format: 'json',
  text: `${JSON.stringify(entry, null, 2)}\n`,
  entry,
});

function codex({ url, projectId }: Place): AgentConfig {
  const server = { url, bearer_token_env_var: KEY_VARIABLE, http_headers: { 'X-Project-Id': projectId } };
  return {
    file: '~/.codex/config.toml',
    format: 'toml',
    text: [
      `[mcp_servers.${SERVER_NAME}]`,
      // A basic string of TOML is written like one of JSON.
      `url = ${JSON.stringify(url)}`,
      `bearer_token_env_var = "${KEY_VARIABLE}"`,
      `http_headers = { "X-Project-Id" = ${JSON.stringify(projectId)} }`,
      '',
    ].join('\n'),
    entry: { mcp_servers: { [SERVER_NAME]: server } },
  };
}

/** Single quotes keep the shell from filling in the placeholder: the client fills it in at each start. */
function claudeCommand({ url, projectId }: Place): string {
  return [
    `claude mcp add --scope project --transport http ${SERVER_NAME} ${quoteForShell(url)}`,
    `--header 'Authorization: Bearer \${${KEY_VARIABLE}}'`,
    `--header ${quoteForShell(`X-Project-Id: ${projectId}`)}`,
  ].join(' \\\n  ');
}

/** Puts the key into the environment and starts the client in the same shell, which is where it must be known. */
export function shellHint(client: AgentClient, key: string): string {
  const launch = AGENT_CLIENTS.find(({ id }) => id === client)?.launch ?? '';
  return `export ${KEY_VARIABLE}=${quoteForShell(key)}\n${launch}`;
}

function quoteForShell(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
