import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import Fastify from 'fastify';

// The cost of the machine, the framework and the SDK alone: the baseline of our routes.
const app = Fastify();
app.get('/bare', async () => ({ status: 'ok' }));
app.post('/bare', async () => ({ status: 'ok' }));

/** One no-op tool, served by the SDK: a server object per request, answered as JSON. */
app.post('/mcp', async (request, reply) => {
  const { server } = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: 'ok' }] }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const web = new Request('http://127.0.0.1/mcp', { method: 'POST', headers });
  const response = await transport.handleRequest(web, { parsedBody: request.body });
  return reply
    .status(response.status)
    .type('application/json')
    .send(await response.text());
});
console.log(`Baton is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
