import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BATON_VARIABLES, RUN_SERVER, serverCommand } from './baton-server.ts';
import type { RunClient, Start } from './run-client.ts';
import { runEnvironment } from './run-environment.ts';
import { openCodexReader } from './streams/codex-stream.ts';

/**
 * https://developers.openai.com/codex/noninteractive and /config-reference. With `edit` commands run in the client's
 * sandbox, which writes to the working tree only and has no network; Baton's server runs outside of it.
 */
export const codex: RunClient = {
  name: 'codex',
  plan(start) {
    const settings = [...serverSettings(start), ...hideOthers(start)].flatMap((setting) => ['-c', setting]);
    const allowed =
      start.allow === 'all'
        ? ['--dangerously-bypass-approvals-and-sandbox']
        : ['--sandbox', 'workspace-write', '-c', 'approval_policy="never"'];
    return {
      command: 'codex',
      args: ['exec', '--json', '--color', 'never', ...allowed, ...settings, ...start.extra, '-'],
      env: runEnvironment(start),
      stdin: start.prompt,
    };
  },
  openReader: openCodexReader,
};

function serverSettings(start: Start): string[] {
  const { command, args } = serverCommand(start);
  const server = `mcp_servers.${RUN_SERVER}`;
  return [
    `${server}.command=${toToml(command)}`,
    `${server}.args=${toToml(args)}`,
    // Names only: the values stay in the environment.
    `${server}.env_vars=${toToml(BATON_VARIABLES)}`,
    `${server}.default_tools_approval_mode="approve"`,
  ];
}

/** A JSON string is one of TOML, too. */
const toToml = (value: string | readonly string[]): string => JSON.stringify(value);

/**
 * The server that `baton init` wrote for people at work here does not know the baton of this run. The address is said as
 * well: an entry without one is refused where the folder is not trusted and its file not read.
 */
function hideOthers({ folder, server }: Start): string[] {
  let text: string;
  try {
    text = readFileSync(join(folder, '.codex/config.toml'), 'utf8');
  } catch {
    return [];
  }
  return Array.from(text.matchAll(/^[ \t]*\[mcp_servers\.(baton(?:-[0-9a-f]+)?)\][^[]*?^[ \t]*url[ \t]*=/gm)).flatMap(
    ([, name = '']) => [`mcp_servers.${name}.enabled=false`, `mcp_servers.${name}.url=${toToml(`${server.url}/mcp`)}`],
  );
}
