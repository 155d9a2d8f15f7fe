import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { EARLIER, MODERN, setSettings } from '#test/mcp-call.ts';

/** Property: for any input this endpoint answers like one that hands every message to the SDK. */

let door: TestServer;
let library: TestServer;
let key: string;
let project: Id;
beforeAll(async () => {
  door = await startTestServer();
  library = await startTestServer({ databaseUrl: door.databaseUrl, extendMcp: () => undefined });
  await setSettings(door, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  const user = await addUser(door);
  key = (await generateApiKey(user.ctx)).apiKey;
  project = (await createProject(user.ctx, { name: 'Ship' })).id;
  await createTask(user.ctx, { id: project, title: 'Lay the “keel”', description: '🛶\u2028\\ "' });
});
afterAll(async () => {
  await library.dispose();
  await door.dispose();
});

type Fields = Record<string, unknown>;
type Headers = Record<string, string | undefined>;

const PROTOCOL = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const INFO = 'io.modelcontextprotocol/clientInfo';
const READ = { name: 'task_get', arguments: { id: 'T1' } };

/** The raw body: not everything that arrives is JSON. */
interface Sent {
  headers: Headers;
  payload: string;
}
const plain = (message: unknown, headers: Headers = {}): Sent => ({
  headers: {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': EARLIER,
    ...headers,
  },
  payload: typeof message === 'string' ? message : JSON.stringify(message),
});
const earlier = (fields: Fields, headers: Headers = {}): Sent =>
  plain({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: READ, ...fields }, headers);
const newest = (fields: Fields, headers: Headers = {}, meta: unknown = {}): Sent => {
  const params = (fields['params'] ?? READ) as Fields;
  const envelope = { [PROTOCOL]: MODERN, [CAPABILITIES]: {}, [INFO]: { name: 'codex', version: '1' } };
  const _meta = typeof meta === 'object' && meta !== null ? { ...envelope, ...meta } : meta;
  const names = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': String(params['name']) };
  return earlier({ ...fields, params: { ...params, _meta } }, { ...names, ...headers });
};

const IDS: [string, unknown][] = [
  ['0', 0],
  ['below zero', -1],
  ['the largest', Number.MAX_SAFE_INTEGER],
  ['too large', 2 ** 53],
  ['a fraction', 0.5],
  ['an empty text', ''],
  ['a text of numbers', '1'],
  ['a long text', 'x'.repeat(3_000)],
  ['other scripts', 'größe “1” 🛶 \u2028 \\'],
  ['null', null],
  ['true', true],
  ['a list', [1]],
  ['an object', { a: 1 }],
];
const ARGUMENTS: [string, unknown][] = [
  ['none', undefined],
  ['null', null],
  ['a list', ['T1']],
  ['a text', 'T1'],
  ['a number', 0],
  ['empty', {}],
  ['unknown ones', { id: 'T1', more: 1 }],
  ['of wrong types', { id: ['T1'] }],
  ['of other scripts', { id: 'T1 “ü” 🛶' }],
  ['deep', { id: { a: { b: { c: {} } } } }],
];
const META: [string, unknown][] = [
  ['empty', {}],
  ['null', null],
  ['a list', []],
  ['a text', 'x'],
  ['a progress token of text', { progressToken: 'a' }],
  ['a progress token of 0', { progressToken: 0 }],
  ['a progress token that is a fraction', { progressToken: 1.5 }],
  ['a progress token that is null', { progressToken: null }],
  ['a name of its own', { 'example.com/trace': { a: 1 } }],
  ['a reserved name', { 'io.modelcontextprotocol/other': 1 }],
  ['a client without a name', { [INFO]: { version: '1' } }],
  ['a client with icons', { [INFO]: { name: 'codex', version: '1', icons: [] } }],
  ['capabilities that are null', { [CAPABILITIES]: null }],
];
const HEADERS: [string, Headers][] = [
  ['content-type with a charset', { 'content-type': 'application/json; charset=utf-8' }],
  ['content-type in capitals', { 'content-type': 'Application/JSON' }],
  ['content-type with a charset of its own', { 'content-type': 'application/json; charset=latin1' }],
  ['accept in another order', { accept: 'text/event-stream, application/json' }],
  ['accept with weights', { accept: 'application/json;q=0.9, text/event-stream;q=0.1' }],
  ['accept of everything', { accept: '*/*' }],
  ['accept of JSON alone', { accept: 'application/json' }],
  ['accept of longer names', { accept: 'application/json-seq, text/event-streams' }],
  ['no accept', { accept: undefined }],
  ['a version of nobody', { 'mcp-protocol-version': '1999-01-01' }],
  ['an empty version', { 'mcp-protocol-version': '' }],
  ['a session of nobody', { 'mcp-session-id': 'made-up' }],
  ['a number of the last event', { 'last-event-id': '7' }],
];
const MESSAGES: [string, Sent][] = [
  ['another method', earlier({ method: 'tools/Call' })],
  ['a method that is none', earlier({ method: 7 })],
  ['no method', earlier({ method: undefined })],
  ['no version of JSON-RPC', earlier({ jsonrpc: undefined })],
  ['no id', earlier({ id: undefined })],
  ['params that are null', earlier({ params: null })],
  ['params that are a text', earlier({ params: 'task_get' })],
  ['a name that is empty', earlier({ params: { name: '' } })],
  ['a name of the language', earlier({ params: { name: 'constructor', arguments: {} } })],
  ['a name of another script', earlier({ params: { name: 'größe', arguments: {} } })],
  ['a field beside', earlier({ extra: { a: 1 } })],
  ['a field beside the name', earlier({ params: { ...READ, extra: 1 } })],
  ['an answer', plain({ jsonrpc: '2.0', id: 1, result: {} })],
  ['a call that is also an answer', earlier({ result: {} })],
  ['an error', plain({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'no' } })],
  ['a batch', plain([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: READ }])],
  ['a field twice', plain('{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"orient"}}')],
  [
    'a prototype',
    plain('{"jsonrpc":"2.0","id":1,"method":"tools/call","__proto__":{"a":1},"params":{"name":"orient"}}'),
  ],
  [
    'a prototype among the arguments',
    plain(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"task_get","arguments":{"__proto__":{"id":"T1"}}}}',
    ),
  ],
  ['half a pair in the id', plain('{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call","params":{"name":"orient"}}')],
  ['half a pair in an argument', earlier({ params: { name: 'task_get', arguments: { id: '\ud800' } } })],
  ['an id as 1e0', plain('{"jsonrpc":"2.0","id":1e0,"method":"tools/call","params":{"name":"orient"}}')],
  ['an id as -0', plain('{"jsonrpc":"2.0","id":-0,"method":"tools/call","params":{"name":"orient"}}')],
  ['white space around', plain(' \n{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"orient"}}\n')],
  ['no JSON', plain('{"jsonrpc":"2.0",')],
  ['nothing', plain('')],
];

const CASES: [string, Sent][] = (
  [
    ['earlier', earlier],
    ['newest', newest],
  ] as const
).flatMap(([age, write]): [string, Sent][] => [
  ...IDS.map(([what, id]): [string, Sent] => [`${age}, id: ${what}`, write({ id })]),
  ...ARGUMENTS.map(([what, args]): [string, Sent] => [
    `${age}, arguments: ${what}`,
    write({ params: { name: 'task_get', arguments: args } }),
  ]),
  ...META.map(([what, meta]): [string, Sent] => [
    `${age}, _meta: ${what}`,
    age === 'newest' ? newest({}, {}, meta) : earlier({ params: { ...READ, _meta: meta } }),
  ]),
  ...HEADERS.map(([what, headers]): [string, Sent] => [`${age}, ${what}`, write({}, headers)]),
]);

async function send(server: TestServer, { headers, payload }: Sent) {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const answer = await server.http.inject({
    method: 'POST',
    url: `/mcp/${project}`,
    headers: { authorization: `Bearer ${key}`, ...given } as Record<string, string>,
    payload,
  });
  return { status: answer.statusCode, said: readBody(answer.body) };
}

/** The JSON-RPC message, from a JSON body or from an SSE event. */
function readBody(body: string): unknown {
  const data =
    body
      .split('\n')
      .find((line) => line.startsWith('data: '))
      ?.slice(6) ?? body;
  const text = data.replaceAll(/"requestId":"[\w-]+"/g, '"requestId":""');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe.each([
  ['a call', CASES],
  ['a message', MESSAGES],
] as [string, [string, Sent][]][])('%s is answered as the library answers it', (_what, cases) => {
  test.each(cases)('%s', async (__what, sent) => {
    expect(await send(door, sent)).toEqual(await send(library, sent));
  });
});

test('most of the odd ones are refused, and some are not', async () => {
  const answers = await Promise.all(CASES.map(([, sent]) => send(door, sent)));
  const isAnswered = ({ said }: { said: unknown }) => typeof said === 'object' && said !== null && 'result' in said;
  const answered = answers.filter(isAnswered).length;
  expect([answered > 20, answers.length - answered > 20]).toEqual([true, true]);
});
