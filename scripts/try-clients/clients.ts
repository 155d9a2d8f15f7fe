import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The environment of a client. */
export interface Machine {
  home: string;
  /** The repository. */
  folder: string;
}

/** A prompt of the client to its user, answered by a command of its own or in its files. */
export interface Question {
  words: string;
  answer: readonly string[] | ((machine: Machine) => void);
}

/** A real client, and how to connect it to a fake model. */
export interface TriedClient {
  /** The id for `baton init --client`. */
  id: string;
  name: string;
  package: string;
  /** Default: the newest. */
  version?: string;
  binary: string;
  /** Its client name in the MCP handshake. */
  introducedAs: RegExp;
  /** Writes the user's model settings. */
  prepare?(machine: Machine): void;
  /** Its one-time prompt about a folder. */
  asksOnce?: Question;
  /** Its command to sign in to the server that `baton init` configured, if it works without a person. */
  signIn?: { words(server: string): string[]; needsTerminal?: true; asksFirst?: Question };
  /** Arguments and environment for one non-interactive run, without any flag that lifts permissions. */
  run(model: string, prompt: string): { words: string[]; env: Record<string, string> };
}

const KEY = 'sk-stand-in';
const MODEL = 'stand-in';

export const CLIENTS: readonly TriedClient[] = [
  {
    id: 'claude',
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    binary: 'claude',
    introducedAs: /^claude-code/,
    signIn: {
      words: (server) => ['mcp', 'login', server],
      needsTerminal: true,
      asksFirst: {
        words: 'the folder was trusted',
        answer: ({ home, folder }) =>
          writeBelow(
            home,
            '.claude.json',
            JSON.stringify({ projects: { [folder]: { hasTrustDialogAccepted: true } } }),
          ),
      },
    },
    run: (model, prompt) => ({
      words: ['-p', prompt],
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: KEY,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
  },
  {
    id: 'codex',
    name: 'Codex',
    package: '@openai/codex',
    binary: 'codex',
    introducedAs: /^codex/,
    signIn: { words: (server) => ['mcp', 'login', server, '--oauth-client-registration', 'dcr'] },
    asksOnce: {
      words: 'the folder was trusted',
      answer: ({ home, folder }) =>
        writeBelow(home, '.codex/config.toml', `\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`),
    },
    run: (model, prompt) => ({
      words: [
        'exec',
        ...[
          `model="${MODEL}"`,
          'model_provider="stand_in"',
          `model_providers.stand_in={name="Stand-in",base_url="${model}/v1",env_key="STAND_IN_KEY",wire_api="responses"}`,
        ].flatMap((setting) => ['-c', setting]),
        prompt,
      ],
      env: { STAND_IN_KEY: KEY },
    }),
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    binary: 'gemini',
    introducedAs: /^gemini/,
    // With another model URL it would select an authentication method that it then refuses.
    prepare: ({ home }) =>
      writeBelow(home, '.gemini/settings.json', '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n'),
    asksOnce: {
      words: 'the folder was trusted',
      answer: ({ home, folder }) =>
        writeBelow(home, '.gemini/trustedFolders.json', JSON.stringify({ [folder]: 'TRUST_FOLDER' })),
    },
    run: (model, prompt) => ({
      words: ['-m', 'gemini-2.5-flash', '-p', prompt],
      env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: KEY },
    }),
  },
  {
    id: 'opencode',
    name: 'opencode',
    package: 'opencode-ai',
    binary: 'opencode',
    introducedAs: /^opencode/,
    signIn: { words: (server) => ['mcp', 'auth', server] },
    run: (model, prompt) => ({
      words: ['run', '--model', `stand-in/${MODEL}`, prompt],
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          provider: {
            'stand-in': {
              npm: '@ai-sdk/openai-compatible',
              name: 'Stand-in',
              options: { baseURL: `${model}/v1`, apiKey: KEY },
              models: { [MODEL]: { name: 'Stand-in', tool_call: true, limit: { context: 100_000, output: 8_000 } } },
            },
          },
        }),
      },
    }),
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    binary: 'qwen',
    introducedAs: /^qwen/,
    asksOnce: { words: 'the server was approved', answer: ['mcp', 'approve', 'baton'] },
    run: (model, prompt) => ({
      words: ['--auth-type', 'openai', '-p', prompt],
      env: { OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: MODEL },
    }),
  },
];

/** Appends to a file, which may have other content. */
function writeBelow(home: string, file: string, text: string): void {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, text);
}
