import type { Operation, Schema } from './operations.ts';

/** Methods of the protocol besides tool calls. */
const METHODS: Record<string, Schema> = {
  initialize: {
    type: 'object',
    properties: {
      protocolVersion: { const: '2025-11-25' },
      capabilities: { type: 'object' },
      clientInfo: {
        type: 'object',
        properties: { name: { type: 'string' }, version: { type: 'string' } },
        required: ['name', 'version'],
      },
    },
    required: ['protocolVersion', 'capabilities', 'clientInfo'],
  },
  ping: { type: 'object' },
  'tools/list': { type: 'object', properties: { cursor: { type: 'string' } } },
  'prompts/get': { type: 'object', properties: { name: { type: 'string' }, arguments: { type: 'object' } } },
  'resources/read': { type: 'object', properties: { uri: { enum: ['baton://plan', 'file:///etc/passwd', '::'] } } },
  'notifications/cancelled': { type: 'object', properties: { requestId: { type: 'integer' } } },
};

/** MCP is not in the OpenAPI document: one operation per method, and per listed tool. */
export async function readMcpOperations(url: string, headers: Record<string, string>): Promise<Operation[]> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, ...ACCEPT, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { result } = (await answer.json()) as { result: { tools: { name: string; inputSchema: Schema }[] } };
  const calls = result.tools.map(({ name, inputSchema }) =>
    describe('tools/call', {
      type: 'object',
      properties: { name: { const: name }, arguments: waitBriefly(inputSchema) },
      required: ['name', 'arguments'],
    }),
  );
  return [...Object.entries(METHODS).map(([method, params]) => describe(method, params)), ...calls];
}

export const ACCEPT: Record<string, string> = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

const describe = (method: string, params: Schema): Operation => ({
  method: 'POST',
  path: '/mcp/{projectId}',
  door: 'mcp',
  parameters: [{ name: 'projectId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
  body: {
    type: 'object',
    properties: { jsonrpc: { const: '2.0' }, id: { type: 'integer' }, method: { const: method }, params },
    required: ['jsonrpc', 'id', 'method', 'params'],
  },
});

/** A long poll would be taken for a hang. */
const waitBriefly = (schema: Schema): Schema =>
  schema.properties?.['wait'] === undefined
    ? schema
    : { ...schema, properties: { ...schema.properties, wait: { type: 'integer', minimum: 1, maximum: 1 } } };
