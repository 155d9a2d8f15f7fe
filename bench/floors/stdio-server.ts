import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

// One tool that does nothing: what the protocol costs over pipes.
const { server } = new McpServer({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } });
const kilobyte = 'x'.repeat(1_000);
server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: kilobyte }] }));
await server.connect(new StdioServerTransport());
