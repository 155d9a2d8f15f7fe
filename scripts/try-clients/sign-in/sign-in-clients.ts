import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Package } from '../install-package.ts';

/** The environment of a client that signs in, with its output. */
export interface Terminal {
  /** The installed program. */
  binary: string;
  /** URL of Baton's MCP endpoint. */
  address: string;
  folder: string;
  env: Record<string, string>;
  /** Receives all output. */
  listen(output: string): void;
  /** Runs one command to its end; throws with its output. */
  run(words: string[]): Promise<string>;
}

/** A client that signs in when the server demands it, and can be told to call a tool. */
export interface SignInClient extends Package {
  id: string;
  name: string;
  /** Returns the tool's text. */
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
    /** A bridge for a stdio client without OAuth. */
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
