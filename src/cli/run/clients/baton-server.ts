import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Start } from './run-client.ts';

/**
 * Baton's server as a client knows it in a run. Where the client also reads the repository's own settings it has a name
 * of its own, because two entries of one name would be mixed.
 */
export const RUN_SERVER = 'baton-run';

/** What the server inherits; a client may pass it only variables that are named. */
export const BATON_VARIABLES = [
  'BATON_URL',
  'BATON_API_KEY',
  'BATON_PROJECT',
  'BATON_AGENT',
  'BATON_TOKEN',
  'BATON_TASK',
] as const;

/** The command that starts `baton mcp`. */
export function serverCommand({ baton: [command, ...args] }: Pick<Start, 'baton'>): {
  command: string;
  args: string[];
} {
  return { command, args: [...args, 'mcp'] };
}

/** Writes a file that only this start needs. */
export function writeScratch({ scratch }: Pick<Start, 'scratch'>, name: string, content: object | string): string {
  const file = join(scratch, name);
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** Commands of Baton that an agent of a run may use without asking: none starts another program. */
export const BATON_COMMANDS = ['done', 'note', 'ask', 'block', 'release', 'show', 'search', 'tree', 'prime'] as const;

/**
 * Puts the command `baton` of this version into a folder of the start, which goes first on PATH: an agent without MCP
 * tools finishes with it.
 */
export function writeBatonCommand(start: Pick<Start, 'baton' | 'scratch'>): string {
  const folder = join(start.scratch, 'bin');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const words = start.baton.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  writeFileSync(join(folder, 'baton'), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o700 });
  return folder;
}
