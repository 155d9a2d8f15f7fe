import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#server/platform/error.ts';
import { readArchive } from './read-archive.ts';

interface Packed {
  name: string;
  data: Buffer;
  method?: number;
  flags?: number;
  size?: number;
  mode?: number;
}

function zip(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, data, method = 8, flags = 0x800, size = data.length, mode = 0o100644 } of files) {
    const path = Buffer.from(name);
    const body = method === 8 ? deflateRawSync(data) : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(path.length, 22);
    locals.push(Buffer.from([0x50, 0x4b, 3, 4]), common, path, body);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, rest, path);
    offset += 30 + path.length + body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Entries of a zip that all point to the same deflated bytes of nothing. */
function overlapping(body: Buffer, count: number): Buffer {
  const packed = zip([{ name: 'x', data: body, method: 0 }]);
  packed.writeUInt16LE(8, 8);
  const start = packed.readUInt32LE(packed.length - 6);
  const entries = Array.from({ length: count }, (_, index) => {
    const name = Buffer.from(`file ${index}`);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt16LE(name.length, 28);
    return Buffer.concat([entry, name]);
  });
  const end = packed.subarray(-22);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  return Buffer.concat([packed.subarray(0, start), ...entries, end]);
}

function tarEntry(name: string, data: Buffer, type = '0', prefix = ''): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write('0000644\0', 100);
  header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\u{0}00', 257);
  header.write(prefix, 345);
  header.fill(0x20, 148, 156);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return Buffer.concat([header, data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
}
const tar = (...entries: Buffer[]) => Buffer.concat([...entries, Buffer.alloc(1024)]);

const a = { name: 'backlog/tasks/a.md', data: Buffer.from('one') };
const b = { name: 'backlog/tasks/ü.md', data: Buffer.from('two '.repeat(1000)) };
const unpack = (bytes: Uint8Array) =>
  Object.fromEntries([...readArchive(bytes)].map(([path, data]) => [path, Buffer.from(data).toString()]));
const both = { [a.name]: 'one', [b.name]: 'two '.repeat(1000) };

describe('an archive', () => {
  test('opens as a zip, stored and deflated, with a comment at its end', () => {
    const packed = zip([{ ...a, method: 0 }, b, { name: 'backlog/', data: Buffer.alloc(0), method: 0 }]);
    expect(unpack(packed)).toEqual(both);
    packed.writeUInt16LE(5, packed.length - 2);
    expect(unpack(Buffer.concat([packed, Buffer.from('hello')]))).toEqual(both);
  });

  test('opens as a tar, plain and compressed', () => {
    const packed = tar(
      tarEntry('backlog/', Buffer.alloc(0), '5'),
      tarEntry(a.name, a.data),
      tarEntry(`./${b.name}`, b.data),
    );
    expect(unpack(packed)).toEqual(both);
    expect(unpack(gzipSync(packed))).toEqual(both);
  });

  test('knows long names in each way a tar writes them', () => {
    const long = `backlog/${'deep/'.repeat(30)}a.md`;
    const record = ` path=${long}\n`;
    const pax = `${record.length + 3}${record}`;
    expect(Object.keys(unpack(tar(tarEntry('@', Buffer.from(pax), 'x'), tarEntry('short', a.data))))).toEqual([long]);
    expect(Object.keys(unpack(tar(tarEntry('@', Buffer.from(`${long}\0`), 'L'), tarEntry('short', a.data))))).toEqual([
      long,
    ]);
    expect(Object.keys(unpack(tar(tarEntry('a.md', a.data, '0', 'backlog/tasks'))))).toEqual(['backlog/tasks/a.md']);
  });

  test('leaves links and a Mac’s clutter out', () => {
    const clutter = ['__MACOSX/backlog/tasks/._a.md', 'backlog/.DS_Store', 'backlog/._a.md'];
    const packed = zip([a, ...clutter.map((name) => ({ ...a, name })), { ...a, name: 'link', mode: 0o120777 }]);
    expect(Object.keys(unpack(packed))).toEqual([a.name]);
    expect(unpack(tar(tarEntry('link', Buffer.alloc(0), '2')))).toEqual({});
  });
});

describe('a hostile archive', () => {
  test.each(['../a.md', 'a/../../b.md', '/etc/passwd', 'C:\\a.md', '..\\a.md', 'a\0.md'])(
    'does not lead out of its folder by %j',
    (name) => {
      expect(() => readArchive(zip([{ ...a, name }]))).toThrow(/leads out of its folder/);
      if (!name.includes('\0'))
        expect(() => readArchive(tar(tarEntry(name, a.data)))).toThrow(/leads out of its folder/);
    },
  );

  test('does not unpack to more than 64 MiB, whether it admits its size or not', () => {
    const zeros = { name: 'a', data: Buffer.alloc(33 * 1024 * 1024) };
    expect(() => readArchive(zip([zeros, { ...zeros, name: 'b' }]))).toThrow(/more than 64 MiB/);
    expect(() => readArchive(zip([{ ...zeros, size: 10 }]))).toThrow(/damaged/);
    expect(() => readArchive(gzipSync(Buffer.alloc(65 * 1024 * 1024)))).toThrow(/more than 64 MiB/);
  });

  test('does not hold more than 5,000 files', () => {
    const many = Array.from({ length: 5_001 }, (_, index) => ({ name: `${index}`, data: Buffer.alloc(0), method: 0 }));
    expect(() => readArchive(zip(many))).toThrow(/more than 5,000 files/);
    expect(readArchive(zip(many.slice(1))).size).toBe(5_000);
    expect(() => readArchive(tar(...many.map(({ name, data }) => tarEntry(name, data))))).toThrow(
      /more than 5,000 files/,
    );
  });

  test('is refused by its number of files before any of them is looked at', () => {
    const packed = zip([a]);
    packed.writeUInt16LE(5_001, packed.length - 14);
    packed.writeUInt16LE(5_001, packed.length - 12);
    expect(() => readArchive(packed)).toThrow(/more than 5,000 files/);
  });

  test('does not have the same bytes unpacked for many files', () => {
    const empty = Buffer.from([0, 0, 0, 0xff, 0xff]);
    const blocks = Buffer.concat([Buffer.alloc(empty.length * 40_000, empty), Buffer.from([1, 0, 0, 0xff, 0xff])]);
    expect(unpack(overlapping(blocks, 1))).toEqual({ 'file 0': '' });
    expect(() => readArchive(overlapping(blocks, 2))).toThrow(/lie over each other/);
    expect(() => readArchive(overlapping(blocks, 1_000))).toThrow(/lie over each other/);
  });

  test('has no path longer than 1,024 characters', () => {
    const name = 'a'.repeat(1_025);
    expect(() => readArchive(zip([{ ...a, name }]))).toThrow(/longer than 1,024/);
    expect(() => readArchive(tar(tarEntry('@', Buffer.from(name), 'L'), tarEntry('short', a.data)))).toThrow(/1,024/);
  });

  test('does not have a pax record read from each of its bytes', () => {
    const record = Buffer.from(`${'0'.repeat(200 * 1024)}1 `);
    expect(unpack(tar(tarEntry('@', record, 'x'), tarEntry('a', a.data)))).toEqual({ a: 'one' });
    const inside = Buffer.from('1 2 path=b\n');
    expect(unpack(tar(tarEntry('@', inside, 'x'), tarEntry('a', a.data)))).toEqual({ a: 'one' });
  });

  test('is refused when encrypted, packed unknowably, of the kind zip64, or in parts', () => {
    expect(() => readArchive(zip([{ ...a, flags: 1 }]))).toThrow(/encrypted/);
    expect(() => readArchive(zip([{ ...a, method: 12 }]))).toThrow(/not known here/);
    expect(() => readArchive(zip([{ ...a, size: 0xffffffff }]))).toThrow(/zip64/);
    const parts = zip([a]);
    parts.writeUInt16LE(1, parts.length - 18);
    expect(() => readArchive(parts)).toThrow(/several parts/);
  });

  test('is refused when a byte of a file has changed', () => {
    const packed = zip([{ ...a, method: 0 }]);
    packed[30 + a.name.length] = 0x58;
    expect(() => readArchive(packed)).toThrow(/damaged/);
    const changed = tar(tarEntry(a.name, a.data));
    changed[0] = 0x58;
    expect(() => readArchive(changed)).toThrow(/not an archive/);
  });

  test.each(['', 'hello', 'PK', 'PK\u{3}\u{4}'])('is refused with a sentence when it is none: %j', (text) => {
    expect(() => readArchive(Buffer.from(text))).toThrow(AppError);
  });

  test('is refused or read, whatever bytes are cut off or changed', () => {
    const samples = [
      zip([a, b]),
      tar(tarEntry(a.name, a.data), tarEntry(b.name, b.data)),
      gzipSync(tar(tarEntry(a.name, a.data))),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(), fc.nat(255), fc.nat(), (sample, at, byte, length) => {
        const bytes = Buffer.from(sample);
        bytes[at % bytes.length] = byte;
        const cut = length % 3 === 0 ? bytes.subarray(0, length % bytes.length) : bytes;
        try {
          expect(readArchive(cut).size).toBeLessThan(5);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});
