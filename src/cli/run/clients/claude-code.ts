import { BATON_COMMANDS, BATON_VARIABLES, serverCommand, writeScratch } from './baton-server.ts';
import type { RunClient, Start } from './run-client.ts';
import { runEnvironment } from './run-environment.ts';
import { openClaudeReader } from './streams/claude-stream.ts';

/** https://code.claude.com/docs/en/cli-reference and /permissions */
export const claudeCode: RunClient = {
  name: 'claude-code',
  tellsCost: true,
  plan(start) {
    const servers = writeScratch(start, 'claude-mcp.json', {
      mcpServers: {
        baton: {
          type: 'stdio',
          ...serverCommand(start),
          // Expanded by the client: the file holds no secret.
          env: Object.fromEntries(BATON_VARIABLES.map((name) => [name, `\${${name}}`])),
          // Otherwise the model sees only the tools' names, and has to load each one first.
          alwaysLoad: true,
        },
      },
    });
    return {
      command: 'claude',
      args: [
        '-p',
        '--output-format',
        'stream-json',
        '--verbose',
        '--mcp-config',
        servers,
        '--strict-mcp-config',
        ...allow(start),
        ...start.extra,
      ],
      env: runEnvironment(start),
      stdin: start.prompt,
    };
  },
  openReader: openClaudeReader,
};

/** Without a terminal, whatever would have to be asked is refused. */
function allow(start: Start): string[] {
  if (start.allow === 'all') return ['--permission-mode', 'bypassPermissions'];
  const { verifyCommand } = start;
  const settings = writeScratch(start, 'claude-settings.json', {
    permissions: {
      allow: [
        'mcp__baton',
        ...BATON_COMMANDS.map((name) => `Bash(baton ${name}:*)`),
        ...(verifyCommand === undefined ? [] : [`Bash(${verifyCommand})`]),
      ],
    },
  });
  return ['--permission-mode', 'acceptEdits', '--settings', settings];
}
