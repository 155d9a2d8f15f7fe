import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fetchCapped } from './cap-response.ts';

test('a response that never ends is broken off, and one of some size is not', async () => {
  const piece = 'x'.repeat(1024 ** 2);
  const server = createServer((request, response) => {
    let left = request.url === '/endless' ? Number.POSITIVE_INFINITY : 8;
    const write = () => {
      while (left > 0) {
        left -= 1;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', write).on('error', () => {});
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const enough = await fetchCapped(`${origin}/enough`);
    expect([enough.status, (await enough.text()).length]).toEqual([200, 8 * piece.length]);
    const endless = await fetchCapped(`${origin}/endless`);
    await expect(endless.text()).rejects.toThrow('too long');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
