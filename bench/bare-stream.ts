import { createServer, type ServerResponse } from 'node:http';

// The cost of writing the same bytes to as many connections: the baseline of the feed.
const watchers = new Set<ServerResponse>();
let seq = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: ${seq}\nevent: ready\ndata: {}\n\n`);
    watchers.add(response);
    response.once('close', () => watchers.delete(response));
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    seq += 1;
    const bytes = Buffer.from(`id: ${seq}\nevent: change\ndata: ${Buffer.concat(parts).toString()}\n\n`);
    for (const each of watchers) each.write(bytes);
    response.end('{"success":true}');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Baton is ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
