import { basename } from 'node:path';
import type { RunClient } from './run-client.ts';
import { runEnvironment } from './run-environment.ts';
import { openPlainReader } from './streams/plain-stream.ts';

/** Programs that run another one, which is what the agent is named after. */
const RUNNERS = new Set(['node', 'npx', 'bun', 'bunx', 'deno', 'python', 'python3', 'uvx', 'env', 'bash', 'sh']);
const NAME_MAX = 40;

/**
 * Any program, by its command: `{prompt}` and `{brief}` within a word become the paths of files. Without either, the
 * prompt goes to its standard input.
 */
export function customClient([command = '', ...words]: readonly string[]): RunClient {
  const isByFile = words.some((word) => word.includes('{prompt}') || word.includes('{brief}'));
  return {
    name: nameOf([command, ...words]),
    isCustom: true,
    plan(start) {
      // In one pass, so that a path with a placeholder in it is left as it is.
      const files: Record<string, string> = { '{prompt}': start.promptFile, '{brief}': start.briefFile };
      const fill = (word: string) => word.replaceAll(/\{prompt\}|\{brief\}/g, (place) => files[place] ?? place);
      return {
        command,
        args: [...words.map(fill), ...start.extra],
        env: runEnvironment(start),
        stdin: isByFile ? '' : start.prompt,
      };
    },
    openReader: openPlainReader,
  };
}

function nameOf([command = '', ...words]: readonly string[]): string {
  const isRunner = RUNNERS.has(plainName(command));
  const script = isRunner ? words.find((word) => !word.startsWith('-')) : undefined;
  return plainName(script ?? command).slice(0, NAME_MAX) || 'agent';
}

const plainName = (program: string): string =>
  basename(program)
    .replace(/(?<=.)\.[a-z]+$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
