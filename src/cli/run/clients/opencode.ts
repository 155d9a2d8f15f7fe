import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BATON_COMMANDS, RUN_SERVER, serverCommand, writeScratch } from './baton-server.ts';
import type { RunClient, Start } from './run-client.ts';
import { runEnvironment } from './run-environment.ts';
import { openOpencodeReader } from './streams/opencode-stream.ts';

/** https://opencode.ai/docs/cli, /config and /permissions. */
export const opencode: RunClient = {
  name: 'opencode',
  tellsCost: true,
  plan(start) {
    const { command, args } = serverCommand(start);
    const config = writeScratch(start, 'opencode.json', {
      $schema: 'https://opencode.ai/config.json',
      mcp: { [RUN_SERVER]: { type: 'local', command: [command, ...args], enabled: true } },
      ...(start.allow === 'all' ? {} : { permission: permissions(start) }),
    });
    return {
      command: 'opencode',
      args: ['run', '--format', 'json', ...(start.allow === 'all' ? ['--auto'] : []), ...start.extra],
      env: { ...runEnvironment(start), OPENCODE_CONFIG: config, ...hideOthers(start) },
      stdin: start.prompt,
    };
  },
  openReader: openOpencodeReader,
};

/**
 * The last rule that matches counts; the repository's own settings are read later, and go before these. Denied, not asked:
 * without a terminal a question is answered with no, which ends the whole session.
 */
const permissions = ({ verifyCommand }: Start): object => ({
  edit: 'allow',
  external_directory: 'deny',
  doom_loop: 'deny',
  [`${RUN_SERVER}_*`]: 'allow',
  bash: {
    '*': 'deny',
    ...Object.fromEntries(BATON_COMMANDS.map((name) => [`baton ${name} *`, 'allow'])),
    ...(verifyCommand === undefined ? {} : { [verifyCommand]: 'allow' }),
  },
});

/** The server that `baton init` wrote for people at work here does not know the baton of this run. */
function hideOthers({ folder }: Start): Record<string, string> {
  const names = ['opencode.json', 'opencode.jsonc'].flatMap((file) => serversIn(join(folder, file)));
  if (names.length === 0) return {};
  const mcp = Object.fromEntries(names.map((name) => [name, { enabled: false }]));
  return { OPENCODE_CONFIG_CONTENT: JSON.stringify({ mcp }) };
}

function serversIn(file: string): string[] {
  try {
    return Array.from(
      readFileSync(file, 'utf8').matchAll(/"(baton(?:-[0-9a-f]+)?)"\s*:\s*\{/g),
      ([, name = '']) => name,
    );
  } catch {
    return [];
  }
}
