import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { PersonApi } from './person-api.ts';

/** A coding agent with a key and a project, by the official client. */
export interface Agent {
  /** The text of a tool's answer, errors included. */
  call(tool: string, input?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function connectAgent(
  { url }: { url: string },
  { apiKey, projectId, name = 'claude-code' }: { apiKey: string; projectId: string; name?: string },
): Promise<Agent> {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${apiKey}`, 'x-project-id': projectId } },
    }),
  );
  return {
    call: async (tool, input = {}) => {
      const { content } = await client.callTool({ name: tool, arguments: input });
      return (content as { text: string }[]).map(({ text }) => text).join('\n');
    },
    close: () => client.close(),
  };
}

/** Creates the person's API key over the API. */
export async function makeKey(api: PersonApi): Promise<string> {
  const { apiKey } = await api.send<{ apiKey: string }>('POST', '/api/auth/api-key');
  return apiKey;
}
