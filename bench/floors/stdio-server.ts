import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

// One no-op tool: the cost of the protocol over pipes.
const { server } = new McpServer({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } });
const kilobyte = 'x'.repeat(1_000);
server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: kilobyte }] }));
await server.connect(new StdioServerTransport());
