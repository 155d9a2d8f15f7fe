import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { resolveName } from './resolve-name.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const TYPES = { A: 1, AAAA: 28 } as const;
type Records = Partial<Record<keyof typeof TYPES, number[]>>;

/** A name server that answers every name with these records; undefined: it never answers. */
async function serveNames(records: Records | undefined): Promise<{ server: string; asked: () => number }> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, { port, address }) => {
    asked += 1;
    if (records === undefined) return;
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const data = type === TYPES.A ? records.A : type === TYPES.AAAA ? records.AAAA : undefined;
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, data === undefined ? 0 : 1, 0, 0, 0, 0]);
    const record = data === undefined ? [] : [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
    socket.send(Buffer.concat([header, query.subarray(12, end), Buffer.from(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  stops.push(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked: () => asked };
}

test('a name has the addresses of both kinds, and an address is its own', async () => {
  const six = [0x26, 0x06, ...Array.from({ length: 13 }, () => 0), 1];
  const { server } = await serveNames({ A: [93, 184, 215, 14], AAAA: six });
  expect(await resolveName('hooks.example', { servers: [server] })).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '2606::1', family: 6 },
  ]);
  expect(await resolveName('127.0.0.1')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await resolveName('::1')).toEqual([{ address: '::1', family: 6 }]);
  for (const own of ['localhost', 'LOCALHOST.', 'a.localhost'])
    expect(await resolveName(own, { servers: [server] })).toMatchObject([{ address: '127.0.0.1' }, { address: '::1' }]);
});

test('a name with addresses of one kind has those, and one without any is unknown', async () => {
  const { server } = await serveNames({ A: [10, 0, 0, 1] });
  expect(await resolveName('hooks.example', { servers: [server] })).toEqual([{ address: '10.0.0.1', family: 4 }]);
  const { server: empty } = await serveNames({});
  await expect(resolveName('hooks.example', { servers: [empty] })).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('names whose server never answers are given up, many at once', async () => {
  const { server, asked } = await serveNames(undefined);
  const names = Array.from({ length: 16 }, (_, place) =>
    resolveName(`name${place}.example`, { servers: [server], waitMs: 50 }),
  );
  const ends = await Promise.allSettled(names);
  expect(ends.map((each) => each.status === 'rejected' && (each.reason as NodeJS.ErrnoException).code)).toEqual(
    names.map(() => 'EAI_AGAIN'),
  );
  expect(asked()).toBeGreaterThanOrEqual(32);
});
