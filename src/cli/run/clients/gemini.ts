import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { mergeJsonc } from '../../clients/edit-jsonc.ts';
import { BATON_VARIABLES, RUN_SERVER, serverCommand, writeScratch } from './baton-server.ts';
import type { RunClient, Start } from './run-client.ts';
import { runEnvironment } from './run-environment.ts';
import { openGeminiReader } from './streams/gemini-stream.ts';

/** https://geminicli.com/docs/cli/headless, /reference/configuration and /reference/policy-engine */
export const gemini: RunClient = {
  name: 'gemini',
  plan(start) {
    const allowed =
      start.allow === 'all'
        ? ['--approval-mode', 'yolo', '--skip-trust']
        : ['--approval-mode', 'auto_edit', ...verifyPolicy(start)];
    return {
      command: 'gemini',
      args: ['--output-format', 'stream-json', '--allowed-mcp-server-names', RUN_SERVER, ...allowed, ...start.extra],
      env: { ...runEnvironment(start), GEMINI_CLI_HOME: makeHome(start) },
      stdin: start.prompt,
    };
  },
  openReader: openGeminiReader,
};

const SETTINGS = 'settings.json';

/**
 * No option or variable names a server: settings of the system have to be the administrator's, and those of the
 * repository are tracked. So it has a home whose settings are the person's with our server, and all else is the person's.
 */
function makeHome(start: Start): string {
  const home = join(start.scratch, 'gemini-home');
  const [theirs, ours] = [join(homedir(), '.gemini'), join(home, '.gemini')];
  mkdirSync(ours, { recursive: true, mode: 0o700 });
  for (const name of namesIn(theirs)) if (name !== SETTINGS) symlinkSync(join(theirs, name), join(ours, name));
  const server = {
    ...serverCommand(start),
    // It takes variables that look like secrets out of a server's environment, unless they are named.
    env: Object.fromEntries(BATON_VARIABLES.map((name) => [name, `$${name}`])),
    trust: true,
  };
  writeScratch(
    start,
    join('gemini-home/.gemini', SETTINGS),
    addServer(join(theirs, SETTINGS), { mcpServers: { [RUN_SERVER]: server } }),
  );
  return home;
}

/** One that cannot be read counts for nothing, as the client itself has it. */
function addServer(file: string, entry: Parameters<typeof mergeJsonc>[1]): string | object {
  try {
    return mergeJsonc(readFileSync(file, 'utf8'), entry);
  } catch {
    return entry;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function verifyPolicy(start: Start): string[] {
  if (start.verifyCommand === undefined) return [];
  const rule = [
    '[[rule]]',
    'toolName = "run_shell_command"',
    `commandPrefix = ${JSON.stringify(start.verifyCommand)}`,
    'decision = "allow"',
    'priority = 100',
    '',
  ];
  return ['--policy', writeScratch(start, 'gemini-policy.toml', rule.join('\n'))];
}
