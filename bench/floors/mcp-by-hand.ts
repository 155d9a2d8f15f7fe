interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; arguments?: { id?: number }; protocolVersion?: string };
}

type Tool = (args: { id?: number }) => Promise<string>;

/** The minimal server for the official client: no SDK, no session, one JSON answer per request. */
export async function answerByHand(body: string, tools: Record<string, Tool>): Promise<object | undefined> {
  const { id, method, params } = JSON.parse(body) as Message;
  if (id === undefined) return undefined;
  const answer = (result: object) => ({ jsonrpc: '2.0', id, result });
  if (method === 'initialize')
    return answer({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'floor', version: '1.0.0' },
    });
  if (method === 'tools/list')
    return answer({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) });
  const tool = method === 'tools/call' ? tools[params?.name ?? ''] : undefined;
  if (tool === undefined) return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } };
  return answer({ content: [{ type: 'text', text: await tool(params?.arguments ?? {}) }] });
}
