import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import Fastify from 'fastify';

// What the machine, the framework and the protocol's library cost by themselves: what our routes are compared with.
const app = Fastify();
app.get('/bare', async () => ({ status: 'ok' }));
app.post('/bare', async () => ({ status: 'ok' }));

/** One tool that does nothing, served as Baton serves its own: a server object for each request, answered as JSON. */
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
