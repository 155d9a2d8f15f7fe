import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isNearOrPublic } from './allowed-addresses.ts';
import { AddressRefused, INTERNET, type Network, fetchOutside } from './fetch-outside.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const GET = { method: 'GET', headers: {}, timeMs: 5_000, bytesMax: 100 } as const;
const NEAR: Network = { ...INTERNET, isAllowed: isNearOrPublic };

async function serve(answer: RequestListener) {
  const reached: string[] = [];
  const site = createServer((request, response) => {
    reached.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  stops.push(() => {
    site.closeAllConnections();
    site.close();
  });
  return { port: (site.address() as AddressInfo).port, reached };
}

test('a name is resolved once, and the connection goes to what it resolved to then', async () => {
  const { port, reached } = await serve((request, response) => response.end(request.headers.host));
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '203.0.113.1', family: 4 }];
  };
  const answer = await fetchOutside(new URL(`http://hooks.example:${port}/a?b=c`), GET, { ...NEAR, resolve });
  expect([answer.status, answer.body.toString(), asked]).toEqual([200, `hooks.example:${port}`, 1]);
  expect(reached).toEqual(['/a?b=c']);
});

test('a name that turns to this machine after it was looked at is refused before anything is sent', async () => {
  const { port, reached } = await serve((_request, response) => response.end());
  const answers = ['93.184.215.14', '127.0.0.1'];
  const network: Network = { ...INTERNET, resolve: async () => [{ address: answers.shift() ?? '', family: 4 }] };
  const [first] = await network.resolve('hooks.example');
  expect(network.isAllowed(first?.address ?? '')).toBe(true);
  await expect(fetchOutside(new URL(`http://hooks.example:${port}/`), GET, network)).rejects.toThrow(AddressRefused);
  expect(reached).toEqual([]);
});

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['::1', true],
  ['fd00::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['169.254.169.254', false],
  ['::ffff:169.254.169.254', false],
  ['fe80::1', false],
  ['224.0.0.1', false],
  ['ff02::1', false],
  ['255.255.255.255', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['2002:7f00:1::', false],
  ['::ffff:0:7f00:1', false],
  ['4000::1', false],
  ['fd00:ec2::254', false],
  ['fd20:ce::254', false],
  ['100.100.100.200', false],
  ['::ffff:100.100.100.200', false],
  ['168.63.129.16', false],
])('%s is never public; where private addresses are allowed: %s', (address, isNear) => {
  expect(INTERNET.isAllowed(address)).toBe(false);
  expect(isNearOrPublic(address)).toBe(isNear);
});

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is public', (address) => {
  expect([INTERNET.isAllowed(address), isNearOrPublic(address)]).toEqual([true, true]);
});

test('other ways to write an address of this machine are seen through', async () => {
  for (const host of ['2130706433', '0x7f.1', '017700000001', '127.1', '[::ffff:7f00:1]'])
    await expect(fetchOutside(new URL(`http://${host}:1/`), GET)).rejects.toThrow(AddressRefused);
});

test('no more of an answer is read than asked for, and the connection ends', async () => {
  const { port } = await serve((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      response.once('drain', more);
    };
    more();
  });
  const answer = await fetchOutside(new URL(`http://127.0.0.1:${port}/`), GET, NEAR);
  expect([answer.isCut, answer.body.length]).toEqual([true, 100]);
});

test('the time is one for everything: a resolver and a receiver that never answer are given up', async () => {
  const brief = { ...GET, timeMs: 20 };
  const never: Network = { ...NEAR, resolve: () => new Promise(() => undefined) };
  await expect(fetchOutside(new URL('http://hooks.example/'), brief, never)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  const { port } = await serve(() => undefined);
  await expect(fetchOutside(new URL(`http://127.0.0.1:${port}/`), brief, NEAR)).rejects.toThrow();
  const slow = await serve((_request, response) => response.write('x'));
  await expect(fetchOutside(new URL(`http://127.0.0.1:${slow.port}/`), brief, NEAR)).rejects.toThrow();
  // Long enough for the head of the answer to arrive on a busy machine.
  const enough = { ...GET, timeMs: 1_000, isStatusEnough: true };
  const answer = await fetchOutside(new URL(`http://127.0.0.1:${slow.port}/`), enough, NEAR);
  expect([answer.status, answer.isCut, answer.body.toString()]).toEqual([200, true, 'x']);
});

/** Answers every connection with these bytes and leaves it open. */
async function serveBytes(answer: string) {
  const site = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(answer));
    stops.push(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  stops.push(() => site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
}

test('an answer that switches protocols is a failure, not a request that never ends', async () => {
  const url = await serveBytes('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await expect(fetchOutside(new URL(url), GET, NEAR)).rejects.toThrow('switch protocols');
});

test('interim answers without end are given up', async () => {
  const url = await serveBytes('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100));
  await expect(fetchOutside(new URL(url), GET, NEAR)).rejects.toThrow('interim');
});

test('a few interim answers do no harm', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3);
  const url = await serveBytes(`${interim}HTTP/1.1 204 No Content\r\n\r\n`);
  expect((await fetchOutside(new URL(url), GET, NEAR)).status).toBe(204);
});
