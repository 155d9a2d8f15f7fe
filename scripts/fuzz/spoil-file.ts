import { gzipSync } from 'node:zlib';
import { type Random, below, pick } from './sample-value.ts';
import { type Draft, type Spoiling, write } from './spoil-request.ts';

const MEGABYTE = 1_048_576;
/** A decompression bomb of concatenated gzip members: 640 MB of zeros in less than one. */
const makeBomb = () => Buffer.concat(Array.from({ length: 40 }, () => PIECE));
const PIECE = gzipSync(Buffer.alloc(16 * MEGABYTE));

const send = (draft: Draft, body: string | Buffer, type = 'application/octet-stream') => {
  const request = write({ ...draft, body: undefined });
  return { ...request, headers: { ...request.headers, 'content-type': type }, body: Buffer.from(body) };
};

const randomBytes = (random: Random, length: number) => Buffer.from(Array.from({ length }, () => below(random, 256)));

/** Replaces one byte by a random one. */
function changeByte(file: Buffer, random: Random): Buffer {
  const changed = Buffer.from(file);
  changed[below(random, file.length)] = below(random, 256);
  return changed;
}

const cut = (file: Buffer, random: Random) => file.subarray(0, 1 + below(random, file.length - 1));

/** Faults of an uploaded file; `exported` is a valid one. */
export function fileSpoilings(exported: Buffer): readonly Spoiling[] {
  const packed = gzipSync(exported);
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26, 0xff)]);
  const nested = (depth: number) => `{"tasks":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  return [
    { name: 'nothing', spoil: (draft, random) => send(draft, pick(random, [exported, packed])) },
    { name: 'a bomb', isCertain: true, spoil: (draft) => send(draft, makeBomb()) },
    {
      name: 'a bomb inside JSON',
      isCertain: true,
      spoil: (draft) => {
        const body = { content: makeBomb().toString('base64'), encoding: 'base64', filename: 'a.tar.gz' };
        return send(draft, JSON.stringify(body), 'application/json');
      },
    },
    { name: 'cut, packed', isCertain: true, spoil: (draft, random) => send(draft, cut(packed, random)) },
    { name: 'cut', isCertain: true, spoil: (draft, random) => send(draft, cut(exported, random)) },
    { name: 'a byte changed, packed', spoil: (draft, random) => send(draft, changeByte(packed, random)) },
    { name: 'a byte changed', spoil: (draft, random) => send(draft, changeByte(exported, random)) },
    {
      name: 'a value of another kind',
      spoil: (draft, random) => {
        const values = [...exported.toString().matchAll(/:("[^"]*"|\d+|null|true|false)/g)];
        const { index, 0: found } = pick(random, values);
        const text = exported.toString();
        const value = pick(random, ['null', '-1', '[]', '{}', '1e999', '"\\u0000"', `"${'x'.repeat(70_000)}"`]);
        return send(draft, `${text.slice(0, index)}:${value}${text.slice(index + found.length)}`);
      },
    },
    { name: 'random bytes', isCertain: true, spoil: (draft, random) => send(draft, randomBytes(random, 3_000)) },
    {
      name: 'random bytes, packed',
      isCertain: true,
      spoil: (draft, random) => send(draft, gzipSync(randomBytes(random, 3_000))),
    },
    { name: 'packed twice', isCertain: true, spoil: (draft) => send(draft, gzipSync(packed)) },
    { name: 'the head of an archive', isCertain: true, spoil: (draft) => send(draft, zip) },
    { name: 'nothing at all', isCertain: true, spoil: (draft) => send(draft, '') },
    { name: 'nested deeply', isCertain: true, spoil: (draft) => send(draft, nested(200_000)) },
    {
      name: 'a body of JSON, said to be one',
      isCertain: true,
      spoil: (draft) => send(draft, '{"content":"{\\"tasks\\":[', 'application/json'),
    },
    {
      name: 'a key twice',
      spoil: (draft) => send(draft, exported.toString().replace('{', '{"format":1,"tasks":null,"tasks":[],')),
    },
    { name: 'UTF-16', isCertain: true, spoil: (draft) => send(draft, Buffer.from(exported.toString(), 'utf16le')) },
  ];
}
