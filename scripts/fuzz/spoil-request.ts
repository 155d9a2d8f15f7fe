import { ODD_HEADERS, ODD_METHODS, ODD_SEGMENTS, ODD_TEXTS, ODD_TYPES, ODD_VALUES } from './odd-values.ts';
import { type Random, below, pick } from './sample-value.ts';

/** A request as sent over the wire. */
export interface RawRequest {
  method: string;
  /** The request target, sent as it is. */
  target: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

/** A request before serialisation. */
export interface Draft {
  method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string | string[]>;
  body: unknown;
}

/** One fault of a request. `isCertain`: no route may accept it. */
export interface Spoiling {
  name: string;
  isCertain?: true;
  /** Only where there is a body. */
  needsBody?: true;
  spoil(draft: Draft, random: Random): RawRequest;
}

export const SPOILINGS: readonly Spoiling[] = [
  { name: 'nothing', spoil: (draft) => write(draft) },
  { name: 'a field of another kind', needsBody: true, spoil: (draft, random) => write(withField(draft, random)) },
  {
    name: 'a field of another kind, again',
    needsBody: true,
    spoil: (draft, random) => write(withField(draft, random)),
  },
  {
    name: 'something inside of another kind',
    needsBody: true,
    spoil: (draft, random) => write({ ...draft, body: withinValue(draft.body, random) }),
  },
  { name: 'a batch', isCertain: true, needsBody: true, spoil: (draft) => write(inBatch(draft)) },
  { name: 'a field too many', needsBody: true, spoil: (draft) => write(withExtra(draft, 'nobody_knows', 1)) },
  {
    name: 'keys of the prototype',
    needsBody: true,
    spoil: (draft) => raw(draft, '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  },
  { name: 'a field missing', needsBody: true, spoil: (draft, random) => write(withoutField(draft, random)) },
  {
    name: 'a key twice',
    needsBody: true,
    spoil: (draft) => {
      const json = JSON.stringify(draft.body ?? {});
      return raw(draft, `{${json.slice(1, -1)}${json === '{}' ? '' : ','}${json.slice(1, -1) || '"a":1,"a":2'}}`);
    },
  },
  { name: 'nested deeply', isCertain: true, needsBody: true, spoil: (draft) => raw(draft, nest(20_000)) },
  { name: 'nested in a field', needsBody: true, spoil: (draft) => raw(draft, `{"title":${nest(2_000)}}`) },
  { name: 'half of it', isCertain: true, needsBody: true, spoil: (draft) => raw(draft, '{"title":"Half') },
  {
    name: 'not an object',
    isCertain: true,
    needsBody: true,
    spoil: (draft, random) => raw(draft, pick(random, ['[]', '"a"', '1', 'null', 'true', ''])),
  },
  {
    name: 'not UTF-8',
    isCertain: true,
    needsBody: true,
    spoil: (draft) => raw(draft, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
  },
  {
    name: 'UTF-16',
    isCertain: true,
    needsBody: true,
    spoil: (draft) => raw(draft, Buffer.from(`\ufeff${JSON.stringify(draft.body ?? {})}`, 'utf16le')),
  },
  { name: 'another type of body', needsBody: true, spoil: (draft, random) => retype(draft, pick(random, ODD_TYPES)) },
  {
    name: 'said to be compressed',
    needsBody: true,
    spoil: (draft) => addHeaders(write(draft), { 'content-encoding': 'gzip' }),
  },
  {
    name: 'larger than anything',
    isCertain: true,
    needsBody: true,
    spoil: (draft) => raw(draft, `{"title":"${'x'.repeat(33_600_000)}"}`),
  },
  {
    name: 'a large field',
    needsBody: true,
    spoil: (draft, random) => write(withField(draft, random, 'x'.repeat(900_000))),
  },
  { name: 'another method', spoil: (draft, random) => write({ ...draft, method: pick(random, ODD_METHODS) }) },
  { name: 'an odd header', spoil: (draft, random) => addHeaders(write(draft), pick(random, ODD_HEADERS)) },
  { name: 'an odd address', spoil: (draft, random) => write({ ...draft, path: respell(draft.path, random) }) },
  { name: 'an odd parameter', spoil: (draft, random) => write(withQuery(draft, random)) },
  {
    name: 'a parameter twice',
    spoil: (draft) => write({ ...draft, query: [...draft.query, ...draft.query, ['limit', '1'], ['limit', '2']] }),
  },
  {
    name: 'a query that cannot be read',
    spoil: (draft, random) => {
      const request = write(draft);
      const tail = pick(random, [
        '%zz',
        '%00=%00',
        'a[b][c]=1',
        '&&&=',
        `q=${'x'.repeat(9_000)}`,
        'limit=%ff',
        'cursor=%u0000',
      ]);
      return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${tail}` };
    },
  },
];

const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withField(draft: Draft, random: Random, value: unknown = pick(random, ODD_VALUES)): Draft {
  if (!isObject(draft.body)) return { ...draft, body: value };
  const keys = Object.keys(draft.body);
  return withExtra(draft, keys.length === 0 ? 'title' : pick(random, keys), value);
}

/** One value, at any depth. */
function withinValue(value: unknown, random: Random): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value as Record<string, unknown>) : [];
  if (entries.length === 0 || random() < 0.2) return pick(random, ODD_VALUES);
  const chosen = below(random, entries.length);
  const spoilt = entries.map(
    ([key, each], place) => [key, place === chosen ? withinValue(each, random) : each] as const,
  );
  return Array.isArray(value) ? spoilt.map(([, each]) => each) : Object.fromEntries(spoilt);
}

const inBatch = (draft: Draft): Draft => ({ ...draft, body: [draft.body, draft.body] });

const withExtra = (draft: Draft, key: string, value: unknown): Draft => ({
  ...draft,
  body: { ...(isObject(draft.body) ? draft.body : {}), [key]: value },
});

function withoutField(draft: Draft, random: Random): Draft {
  if (!isObject(draft.body) || Object.keys(draft.body).length === 0) return draft;
  const { [pick(random, Object.keys(draft.body))]: _left, ...rest } = draft.body;
  return { ...draft, body: rest };
}

function withQuery(draft: Draft, random: Random): Draft {
  const names = [...draft.query.map(([name]) => name), 'limit', 'cursor', 'nobody_knows'];
  return { ...draft, query: [...draft.query, [pick(random, names), pick(random, ODD_TEXTS).slice(0, 2_000)]] };
}

function respell(path: string, random: Random): string {
  const segments = path.split('/');
  segments[1 + below(random, segments.length - 1)] = encodeLoosely(pick(random, ODD_SEGMENTS));
  return segments.join('/');
}

/** The HTTP client refuses non-ASCII; everything else is sent as it is. */
const encodeLoosely = (text: string) => text.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);

const addHeaders = (request: RawRequest, headers: RawRequest['headers']): RawRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

const retype = (draft: Draft, type: string): RawRequest => addHeaders(write(draft), { 'content-type': type });

const raw = (draft: Draft, body: string | Buffer): RawRequest => ({
  ...addHeaders(write({ ...draft, body: undefined }), { 'content-type': 'application/json' }),
  body: Buffer.from(body),
});

/** The valid request. */
export function write({ method, path, query, headers, body }: Draft): RawRequest {
  // A lone surrogate cannot be encoded in a URL.
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  const isSent = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return {
    method,
    target: text === '' ? path : `${path}?${text}`,
    headers: { ...headers, ...(isSent ? { 'content-type': 'application/json' } : {}) },
    body: isSent ? Buffer.from(JSON.stringify(body)) : undefined,
  };
}
