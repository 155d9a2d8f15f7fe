import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The official client. */
export interface McpClient {
  /** The text of the answer; throws on an error. */
  call(name: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export const connectHttp = (url: string, headers: Record<string, string> = {}): Promise<McpClient> =>
  connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));

export const connectStdio = (args: string[], env: Record<string, string> = {}): Promise<McpClient> =>
  connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));

async function connect(transport: Transport): Promise<McpClient> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return {
    async call(name, args) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [first] = content as { text?: string }[];
      if (isError === true) throw new Error(`${name} failed: ${first?.text ?? ''}`);
      return first?.text ?? '';
    },
    close: () => client.close(),
  };
}
