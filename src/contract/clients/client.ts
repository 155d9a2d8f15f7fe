/** No schema library here: the browser loads these files, too. */

/** How a client authenticates: by signing in in a browser (OAuth), or by a key. */
export type Way = 'sign-in' | 'key';

export const CLIENT_IDS = [
  'claude',
  'codex',
  'gemini',
  'qwen',
  'opencode',
  'copilot',
  'amp',
  'goose',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'cline',
  'roo',
  'kilo',
  'jetbrains',
  'claude-desktop',
  'chatgpt',
  'other',
] as const;
export type AgentClient = (typeof CLIENT_IDS)[number];

export const CLIENT_GROUPS = ['terminal', 'editor', 'hosted', 'other'] as const;
export type ClientGroup = (typeof CLIENT_GROUPS)[number];

export type ConfigValue = string | number | boolean | readonly ConfigValue[] | ConfigTable;
export interface ConfigTable {
  readonly [name: string]: ConfigValue;
}

export interface Place {
  /** Of the MCP endpoint: "https://baton.example/mcp". */
  url: string;
  projectId: string;
}

/** The input of a client's configuration. */
export interface Link extends Place {
  way: Way;
  /** The name of the server in the client's configuration. */
  name: string;
}

/** A fragment of one of the client's files. */
export interface ClientFile {
  /** Relative to the project's folder, or to the home folder with a tilde. */
  file: string;
  /** Alternative paths: the first that exists is used. */
  also?: readonly string[];
  format: 'json' | 'toml' | 'yaml';
  /** The keys the file must have, besides its other content. */
  entry: ConfigTable;
  /** Keys it must not have, because they belong to the other way to authenticate. */
  absent?: readonly (readonly string[])[];
  /** For one person's checkout: kept out of version control. */
  isPersonal?: true;
}

/** The file the client reads instructions from. */
export interface InstructionsFile {
  file: string;
  /** Front matter for a file of our own. */
  head?: string;
}

export interface AgentClientSpec {
  id: AgentClient;
  name: string;
  group: ClientGroup;
  /** The command that starts it. */
  launch?: string;
  /** Its client name in the MCP handshake. */
  seenAs: RegExp;
  /** Files and folders that indicate its use, in the project's or the home folder. */
  signs: readonly string[];
  /** In order of preference. */
  ways: readonly Way[];
  /**
   * Where the key comes from: an environment variable, a prompt of the client, or `baton login` by the program `baton
   * mcp`.
   */
  keyFrom?: 'variable' | 'prompt' | 'login';
  /** `user`: one file for every repository, so the server is named after the project. */
  scope: 'repository' | 'user' | 'none';
  /** It stores sign-ins by server name for all repositories, so the name must identify the project. */
  signInsByName?: true;
  server?(link: Link): ClientFile;
  /** The permission to call Baton's tools without asking, where a file can grant it. */
  permissions?(link: Link): readonly ClientFile[];
  /** For clients that ignore the configuration of a folder its user has not trusted. */
  trust?: {
    /** Where it stores trusted folders. */
    part(folder: string): ClientFile;
    /** How a person trusts a folder. */
    step: string;
  };
  /** Commands it runs when a session starts, before the context is compacted and when a turn ends. */
  hooks?: ClientFile;
  /** Where an earlier version configured the server: removed if it names this project. */
  earlier?: ClientFile;
  instructions: InstructionsFile;
  /** A shell command with the same effect as the server's file. */
  command?(link: Link): string;
  /** Manual steps, in order. */
  steps?(link: Link): readonly string[];
  /** Pages of its documentation. */
  sources: readonly string[];
}
