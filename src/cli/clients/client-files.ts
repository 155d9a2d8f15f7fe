import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_CLIENTS, type AgentClient, type AgentConfig } from '#contract/agent-configs.ts';
import { Failure } from '../failure.ts';
import { isMissing, reasonOf } from '../user-config.ts';
import { writeWhole } from '../write-file.ts';
import { mergeJsonc } from './edit-jsonc.ts';
import { mergeToml } from './edit-toml.ts';
import { UnreadableText } from './read-jsonc.ts';

export interface Folders {
  folder: string;
  home: string;
}

/** Signs that a client is in use, in the project's folder or in the home folder. */
const SIGNS: Record<AgentClient, readonly string[]> = {
  claude: ['.mcp.json', '.claude', 'CLAUDE.md', '~/.claude', '~/.claude.json'],
  cursor: ['.cursor', '~/.cursor'],
  vscode: ['.vscode', '~/.vscode', '~/.config/Code', '~/Library/Application Support/Code'],
  codex: ['~/.codex'],
  windsurf: ['.windsurf', '~/.codeium/windsurf'],
  gemini: ['.gemini', 'GEMINI.md', '~/.gemini'],
};

export const isClient = (word: string): word is AgentClient => AGENT_CLIENTS.some(({ id }) => id === word);
export const clientName = (client: AgentClient): string =>
  AGENT_CLIENTS.find(({ id }) => id === client)?.name ?? client;

export const detectClients = (folders: Folders): AgentClient[] =>
  AGENT_CLIENTS.map(({ id }) => id).filter((id) => SIGNS[id].some((sign) => existsSync(placeOf(sign, folders))));

export const placeOf = (file: string, { folder, home }: Folders): string =>
  file.startsWith('~/') ? join(home, file.slice(2)) : join(folder, file);

export type Written = 'written' | 'changed' | 'unchanged';

/** Puts the configuration into the client's file, among what is there; a file that cannot be read is left alone. */
export function writeClientFile(config: AgentConfig, folders: Folders): Written {
  return editFile(placeOf(config.file, folders), config.text, (text) =>
    config.format === 'json' ? mergeJsonc(text, config.entry) : mergeToml(text, config.text),
  );
}

/** Changes a file by its text, or writes it when there is none. */
export function editFile(file: string, whole: string, edit: (text: string) => string): Written {
  const before = readFile(file);
  if (before === undefined || before.trim() === '') {
    save(file, whole);
    return 'written';
  }
  let after: string;
  try {
    after = edit(before);
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    throw new Failure(
      `${file} cannot be read (${error.message}), so it was left as it is. Add this by hand:\n${whole}`,
    );
  }
  if (after === before) return 'unchanged';
  save(file, after);
  return 'changed';
}

export function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

function save(file: string, text: string): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}.`);
  }
}
