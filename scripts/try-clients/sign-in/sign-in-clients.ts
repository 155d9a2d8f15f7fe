import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Package } from '../install-package.ts';

/** Where a client that signs in runs, and how its words are heard. */
export interface Terminal {
  /** The installed program. */
  binary: string;
  /** Where Baton's MCP server answers. */
  address: string;
  folder: string;
  env: Record<string, string>;
  /** Everything it prints goes here. */
  listen(output: string): void;
  /** One command from its start to its end; fails with its words. */
  run(words: string[]): Promise<string>;
}

/** A client that signs in by itself when the server asks for it, and can be told to call a tool. */
export interface SignInClient extends Package {
  id: string;
  name: string;
  /** Answers what the tool said. */
  callOrient(terminal: Terminal): Promise<string>;
}

export const SIGN_IN_CLIENTS: readonly SignInClient[] = [
  {
    id: 'mcporter',
    name: 'mcporter',
    package: 'mcporter',
    binary: 'mcporter',
    callOrient: async ({ address, folder, run }) => {
      const file = join(folder, 'mcporter.json');
      writeFileSync(file, JSON.stringify({ mcpServers: { baton: { url: address, auth: 'oauth' } } }));
      await run(['--config', file, 'auth', 'baton']);
      return run(['--config', file, 'call', 'baton.orient']);
    },
  },
  {
    id: 'mcp-remote',
    name: 'mcp-remote',
    package: 'mcp-remote',
    binary: 'mcp-remote',
    /** A bridge: a client on standard input and output is behind it, which knows nothing of signing in. */
    callOrient: async ({ binary, address, folder, env, listen }) => {
      const transport = new StdioClientTransport({
        command: binary,
        args: [address, '--auth-timeout', '60'],
        env,
        cwd: folder,
        stderr: 'pipe',
      });
      transport.stderr?.on('data', (chunk: Buffer) => listen(chunk.toString('utf8')));
      const client = new Client({ name: 'try-clients', version: '1.0.0' });
      try {
        await client.connect(transport, { timeout: 90_000 });
        const { content } = await client.callTool({ name: 'orient', arguments: {} });
        return JSON.stringify(content);
      } finally {
        await client.close();
      }
    },
  },
];
