import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { KEEPS_TOKEN_HEADER, TOKEN_META_KEY } from '#contract/tools.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { EARLIER, MODERN, setSettings } from '#test/mcp-call.ts';
import { readUsualCall } from './usual-call.ts';

/** The fast path and the SDK must answer alike: each call is sent twice, once in a form that only the SDK parses. */

let server: TestServer;
let user: TestUser;
let key: string;
let project: Id;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  await setSettings(server, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  user = await addUser(server);
  key = (await generateApiKey(user.ctx)).apiKey;
  project = (await createProject(user.ctx, { name: 'Ship “größer” \u2028 & <b>' })).id;
  await createTask(user.ctx, {
    id: project,
    title: 'Lay the keel',
    description: 'Zwölf Boxkämpfer 🛶\n"quoted" \\ back',
  });
});
afterAll(() => server.dispose());

const PROTOCOL = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const INFO = 'io.modelcontextprotocol/clientInfo';

type Fields = Record<string, unknown>;
interface Sent {
  headers: Record<string, string>;
  body: unknown;
}

const BOTH = 'application/json, text/event-stream';
const call = (params: unknown, headers: Record<string, string> = {}, rest: Fields = {}): Sent => ({
  headers: { accept: BOTH, 'content-type': 'application/json', 'mcp-protocol-version': EARLIER, ...headers },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params, ...rest },
});
const modern = (params: Fields, headers: Record<string, string> = {}, meta: Fields = {}): Sent =>
  call(
    { ...params, _meta: { [PROTOCOL]: MODERN, [CAPABILITIES]: {}, [INFO]: { name: 'codex', version: '1' }, ...meta } },
    { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': String(params['name']), ...headers },
  );

async function send({ headers, body }: Sent, type = headers['content-type']) {
  const answer = await server.http.inject({
    method: 'POST',
    url: `/mcp/${project}`,
    headers: { authorization: `Bearer ${key}`, ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    payload: JSON.stringify(body),
  });
  const { date: _date, 'x-request-id': _id, ...kept } = answer.headers;
  const said = answer.body.replaceAll(/"requestId":"\w+"/g, '"requestId":""');
  return { status: answer.statusCode, headers: kept, body: said };
}

const READ = { name: 'task_get', arguments: { id: 'T1' } };
const withoutVersion = (sent: Sent): Sent => {
  const { 'mcp-protocol-version': _version, ...headers } = sent.headers;
  return { ...sent, headers };
};

const USUAL: [string, Sent][] = [
  ['a tool', call(READ)],
  ['a tool without arguments', call({ name: 'orient' })],
  ['empty arguments', call({ name: 'plan_read', arguments: {} })],
  ['an id that is a text', call(READ, {}, { id: 'a "b" ü' })],
  ['the id 0', call(READ, {}, { id: 0 })],
  ['a progress token', call({ ...READ, _meta: { progressToken: 7, 'claudecode/toolUseId': 'x' } })],
  ['no version', withoutVersion(call(READ))],
  ...SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version < MODERN).map((version): [string, Sent] => [
    `version ${version}`,
    call(READ, { 'mcp-protocol-version': version }),
  ]),
  ['an unknown tool', call({ name: 'drop_everything', arguments: {} })],
  ['an older name', call({ name: 'get_task', arguments: { task_id: 'T1' } })],
  ['wrong arguments', call({ name: 'task_get', arguments: { id: 7 } })],
  ['an unknown argument', call({ name: 'task_get', arguments: { id: 'T1', more: true } })],
  ['a task that is not there', call({ name: 'task_get', arguments: { id: 'T99' } })],
  ['the newest revision', modern(READ)],
  ['the newest revision, capabilities', modern(READ, {}, { [CAPABILITIES]: { roots: {}, elicitation: {} } })],
  ['the newest revision, a progress token', modern(READ, {}, { progressToken: 'a' })],
  ['the newest revision, an error', modern({ name: 'task_get', arguments: { id: 'T99' } })],
  ['the newest revision, an unknown tool', modern({ name: 'drop_everything' })],
];

const UNUSUAL: [string, Sent][] = [
  ['a notification', { ...call(READ), body: { jsonrpc: '2.0', method: 'tools/call', params: READ } }],
  ['another method', call({}, {}, { method: 'tools/list' })],
  ['an id that is null', call(READ, {}, { id: null })],
  ['an id that is no integer', call(READ, {}, { id: 1.5 })],
  ['an id beyond the integers', call(READ, {}, { id: 2 ** 60 })],
  ['another version of JSON-RPC', call(READ, {}, { jsonrpc: '1.0' })],
  ['a field that is none', call(READ, {}, { extra: 1 })],
  ['a task to run it as', call({ ...READ, task: { ttl: 1 } })],
  ['no params', call(undefined)],
  ['params that are a list', call([])],
  ['no name', call({ arguments: {} })],
  ['a name that is a number', call({ name: 7 })],
  ['arguments that are a list', call({ name: 'orient', arguments: [] })],
  ['arguments that are null', call({ name: 'orient', arguments: null })],
  ['_meta that is a text', call({ ...READ, _meta: 'x' })],
  ['a progress token that is none', call({ ...READ, _meta: { progressToken: {} } })],
  ['a related task', call({ ...READ, _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'x' } } })],
  ['a version that is not spoken', call(READ, { 'mcp-protocol-version': '2020-01-01' })],
  ['the newest version without its envelope', call(READ, { 'mcp-protocol-version': MODERN })],
  ['a client that accepts JSON alone', call(READ, { accept: 'application/json' })],
  ['a client that accepts streams alone', call(READ, { accept: 'text/event-stream' })],
  ['the envelope with another header', modern(READ, { 'mcp-protocol-version': EARLIER })],
  ['the envelope without the name', modern(READ, { 'mcp-name': '' })],
  ['the envelope with another name', modern(READ, { 'mcp-name': 'orient' })],
  ['the envelope with another method', modern(READ, { 'mcp-method': 'tools/list' })],
  ['an envelope of a later version', modern(READ, {}, { [PROTOCOL]: '2027-01-01' })],
  ['an envelope with capabilities that are none', modern(READ, {}, { [CAPABILITIES]: 'all' })],
  ['an envelope with unknown capabilities', modern(READ, {}, { [CAPABILITIES]: { roots: { listChanged: true } } })],
  ['an envelope with a client of no version', modern(READ, {}, { [INFO]: { name: 'codex' } })],
  ['an envelope with a level for the log', modern(READ, {}, { 'io.modelcontextprotocol/logLevel': 'debug' })],
];

describe('a call in the usual shape', () => {
  test.each(USUAL)('%s: is read without the library', (_what, { headers, body }) => {
    expect(readUsualCall(structuredClone(body), headers)).toBeDefined();
  });

  test.each(USUAL)('%s: is answered as the library answers it', async (_what, sent) => {
    const short = await send(sent);
    const library = await send(sent, 'application/json; x=1');
    expect(short).toEqual(library);
    expect(short.status).toBe(200);
  });

  test('tells a program that keeps the token of it, in the same bytes', async () => {
    const keeps = { [KEEPS_TOKEN_HEADER]: '1' };
    const claim = { name: 'task_claim', arguments: { id: 'T1', takeover: true, reason: 'resumed' } };
    const withoutWords = ({ body }: { body: string }) =>
      body.replaceAll(/"text":"(?:[^"\\]|\\.)*"/g, '"text":""').replaceAll(/"token":"[^"]+"/g, '"token":""');
    for (const make of [call, modern]) {
      const short = withoutWords(await send(make(claim, keeps)));
      expect(short).toContain(`"${TOKEN_META_KEY}":{"task":1,"token":""}`);
      expect(short).toBe(withoutWords(await send(make(claim, keeps), 'application/json; x=1')));
    }
  });
});

test.each(UNUSUAL)('%s: is left to the library', (_what, { headers, body }) => {
  expect(readUsualCall(JSON.parse(JSON.stringify(body)), headers)).toBeUndefined();
});

test.each(UNUSUAL)('%s: is answered alike whatever it is called', async (_what, sent) => {
  expect(await send(sent)).toEqual(await send(sent, 'application/json; x=1'));
});
