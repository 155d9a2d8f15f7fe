import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import pg from 'pg';
import { answerByHand } from './mcp-by-hand.ts';
import { FLOOR_ROWS, GET, STATUS } from './statements.ts';

// The cost of HTTP, the protocol and one statement alone, in a process of its own like the product's server.
const database = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const kilobyte = JSON.stringify({ text: 'x'.repeat(1_000) });
let count = 0;
const nextId = () => 1 + ((count += 1) % FLOOR_ROWS);

const get = async () => JSON.stringify((await database.query({ ...GET, values: [nextId()] })).rows[0]);
const status = async () => JSON.stringify((await database.query({ ...STATUS, values: [nextId()] })).rows[0]);
const tools = { empty: async () => kilobyte, get, status };

/** Stateless: a server object per request. */
async function answerWithSdk(body: string, headers: Headers): Promise<Response> {
  const { server } = new McpServer({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: kilobyte }] }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const web = new Request('http://127.0.0.1/sdk', { method: 'POST', headers, body });
  return transport.handleRequest(web);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  const send = (code: number, text: string) =>
    response
      .writeHead(code, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  if (request.url === '/kilobyte') return void send(200, kilobyte);
  if (request.url === '/get') return void send(200, await get());
  if (request.url === '/status') return void send(200, await status());
  if (request.method !== 'POST') return void send(405, '');
  if (request.url === '/sdk') {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const answered = await answerWithSdk(body, headers);
    return void send(answered.status, await answered.text());
  }
  const answered = await answerByHand(body, tools);
  return void send(answered === undefined ? 202 : 200, answered === undefined ? '' : JSON.stringify(answered));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the floor has no port');
  console.log(`The floor is ready at http://127.0.0.1:${address.port}`);
});
