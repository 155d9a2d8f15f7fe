import { RUN_SERVER, serverCommand, writeScratch } from './baton-server.ts';
import type { RunClient } from './run-client.ts';
import { runEnvironment } from './run-environment.ts';
import { openClaudeReader } from './streams/claude-stream.ts';

/** https://qwenlm.github.io/qwen-code-docs/en/users/features/headless: a fork of Gemini CLI that prints what Claude Code prints. */
export const qwen: RunClient = {
  name: 'qwen',
  plan(start) {
    const servers = writeScratch(start, 'qwen-mcp.json', {
      mcpServers: { [RUN_SERVER]: { ...serverCommand(start), trust: true } },
    });
    const { verifyCommand } = start;
    const verify = verifyCommand === undefined ? [] : ['--allowed-tools', `run_shell_command(${verifyCommand})`];
    const allowed = start.allow === 'all' ? ['--approval-mode', 'yolo'] : ['--approval-mode', 'auto-edit', ...verify];
    return {
      command: 'qwen',
      args: [
        '--output-format',
        'stream-json',
        '--mcp-config',
        servers,
        '--allowed-mcp-server-names',
        RUN_SERVER,
        ...allowed,
        ...start.extra,
      ],
      env: runEnvironment(start),
      stdin: start.prompt,
    };
  },
  openReader: openClaudeReader,
};
