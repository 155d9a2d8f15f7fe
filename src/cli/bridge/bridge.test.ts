import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cliFile, type CliWorld, withCliWorld } from '#test/cli-world.ts';
import { startTestServer } from '#test/harness.ts';
import { type MeddlingProxy, type Passed, type Passing, startMeddlingProxy } from '#test/meddling-proxy.ts';
import { freePort } from '#test/server-process.ts';
import { PATIENT } from '#test/patience.ts';

const cli = await cliFile();

let world: CliWorld;
let proxy: MeddlingProxy;
withCliWorld((given) => (world = given));
beforeEach(async () => {
  proxy = await startMeddlingProxy(world.url);
  return () => proxy.close();
});

async function connect(mode: 'legacy' | 'auto', env: Record<string, string> = {}) {
  const client = new Client({ name: 'claude-code', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', '--patience', '20'],
    env: { ...world.env, BATON_URL: proxy.url, ...env },
    cwd: world.folder,
    stderr: 'pipe',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const [first] = result.content as { text: string }[];
    return { text: first?.text ?? '', isError: result.isError === true };
  };
  return { client, call, transport };
}

const toolOf = ({ body }: { body: string }) => /"name":"(\w+)"/.exec(body)?.[1];
const batonIn = (text: string) => /baton (\d+\.[\da-z]+)/.exec(text)?.[1];

describe.each(['legacy', 'auto'] as const)('%s', (mode) => {
  test('a whole session: lists, orient, claim, note, finish until the plan is done', async () => {
    await world.addTasks('Lay the keel', 'Plank', 'Rig');
    const { client, call } = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('task_claim');
    expect((await client.listPrompts()).prompts).toHaveLength(2);
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
    expect((await call('orient')).text).toContain('Next ready: T1');
    let claimed = (await call('task_claim')).text;
    for (const id of ['T1', 'T2', 'T3']) {
      expect(claimed).toContain(`Yours: ${id}`);
      expect(await call('note', { type: 'progress', body: `Half of ${id}`, task: id })).toMatchObject({
        isError: false,
      });
      const args = {
        id,
        baton: batonIn(claimed),
        outcome: 'done',
        summary: `Ended ${id} as planned`,
        claim_next: true,
      };
      claimed = (await call('task_finish', args)).text;
    }
    expect(claimed).toContain('Nothing is ready');
    const end = await call('orient');
    expect(end.text).toContain('3/3 done');
    expect((await call('task_get', { id: 'T2' })).text).toContain('claude-code');
  });

  test('a server that goes away and comes back is found again, and the baton is still held', async () => {
    await world.addTasks('Lay the keel');
    const first = await startTestServer({ databaseUrl: world.server.databaseUrl });
    const at = await first.http.listen({ port: await freePort(), host: '127.0.0.1' });
    const { client, call } = await connect(mode, { BATON_URL: at });
    const baton = batonIn((await call('task_claim')).text);
    await first.dispose();
    const finishing = call('task_finish', { id: 'T1', baton, outcome: 'done', summary: 'Laid the keel.' });
    const second = await startTestServer({ databaseUrl: world.server.databaseUrl });
    onTestFinished(() => second.dispose());
    await second.http.listen({ port: Number(new URL(at).port), host: '127.0.0.1' });
    expect(await finishing).toMatchObject({ isError: false, text: expect.stringContaining('T1 is done') });
    expect((await call('orient')).text).toContain('1/1 done');
    await client.close();
  });
});

test('an agent with a name beyond ASCII works under it', async () => {
  await world.addTasks('Lay the keel');
  const { call } = await connect('auto', { BATON_AGENT: '小明' });
  expect(await call('task_claim')).toMatchObject({ isError: false, text: expect.stringContaining('Yours: T1') });
  await call('note', { type: 'progress', body: 'Half of it.', task: 'T1' });
  expect((await call('task_get', { id: 'T1' })).text).toContain('小明');
});

describe('a connection that breaks', () => {
  test('before the request arrived: a write is not repeated blindly, and the client is told that it is not known', async () => {
    const { call } = await connect('legacy');
    proxy.meddle = (passing) => (toolOf(passing) === 'note' ? 'break-before' : 'answer');
    await expect(call('note', { type: 'finding', body: 'The oak is wet.' })).rejects.toThrow(/not known whether note/);
    expect(proxy.seen.filter((passing) => toolOf(passing) === 'note')).toHaveLength(1);
    proxy.meddle = () => 'answer';
    expect((await call('plan_read', { q: 'oak' })).text).toContain('Nothing found');
  });

  test('after a note was written: it is there once', async () => {
    const { call } = await connect('legacy');
    proxy.meddle = (passing) => (toolOf(passing) === 'note' ? 'break-after' : 'answer');
    await expect(call('note', { type: 'finding', body: 'The oak is wet.' })).rejects.toThrow(/not known/);
    proxy.meddle = () => 'answer';
    expect((await call('plan_read', { q: 'oak' })).text.split('\n')).toHaveLength(1);
    expect(proxy.seen.filter((passing) => toolOf(passing) === 'note')).toHaveLength(1);
  });

  test.each([
    ['whole', false],
    ['in pieces', true],
  ])(
    'while reading, where answers come %s: it is asked again and the client notices nothing',
    async (_how, isInPieces) => {
      proxy.isInPieces = isInPieces;
      const { call } = await connect('auto');
      let breaks = 3;
      proxy.meddle = (passing) => (toolOf(passing) === 'orient' && breaks-- > 0 ? 'break-after' : 'answer');
      expect(await call('orient')).toMatchObject({ isError: false, text: expect.stringContaining('Ship') });
      expect(proxy.seen.filter((passing) => toolOf(passing) === 'orient')).toHaveLength(4);
      expect(await call('orient')).toMatchObject({ isError: false, text: expect.stringContaining('Ship') });
      expect(proxy.seen.filter((passing) => toolOf(passing) === 'orient')).toHaveLength(5);
    },
  );

  test('what is read goes over the connection that is open', async () => {
    const { call } = await connect('auto');
    await world.addTasks('Lay the keel');
    for (let count = 0; count < 5; count += 1)
      expect((await call('task_get', { id: 'T1' })).text).toContain('Lay the keel');
    const ports = proxy.seen.filter((passing) => toolOf(passing) === 'task_get').map(({ port }) => port);
    expect(ports).toHaveLength(5);
    // The first may be needed to learn how this server answers.
    expect(new Set(ports.slice(1)).size).toBe(1);
  });

  test.each([
    ['a page of something in between', 502, 'text/html', '<h1>Bad gateway</h1>'],
    ['a server that is not ready', 503, 'application/json', '{"success":false,"error":"Starting."}'],
  ])('while reading, %s is asked again until it is answered', async (_what, status, type, body) => {
    const { call } = await connect('auto');
    await call('orient');
    let left = 2;
    proxy.change = (passing, answer) =>
      toolOf(passing) === 'orient' && left-- > 0 ? { status, headers: { 'content-type': type }, body } : answer;
    expect(await call('orient')).toMatchObject({ isError: false, text: expect.stringContaining('Ship') });
  });

  const withoutDatabase = ({ body }: Passing): Passed => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `{"result":{"content":[{"type":"text","text":"INTERNAL_ERROR: Away."}],"isError":true,"_meta":{"baton/error":"DATABASE_UNAVAILABLE"}},"jsonrpc":"2.0","id":${/"id":(\d+)/.exec(body)?.[1]}}`,
  });

  test.each(['orient', 'task_claim'])('a database that is away in the middle of %s is waited for', async (tool) => {
    await world.addTasks('Lay the keel', 'Plank');
    const { call } = await connect('legacy');
    await call('orient');
    let left = 2;
    proxy.change = (passing, answer) => (toolOf(passing) === tool && left-- > 0 ? withoutDatabase(passing) : answer);
    const told = await call(tool);
    // The claim was done at the first try here, of which the server tells the second.
    expect(told.text).toMatch(tool === 'orient' ? /Ship/ : /may have been done.*T1/s);
    expect(left).toBeLessThan(0);
  });

  test('a database that is away in the middle of a note is not known to have it, and the note is sent once', async () => {
    const { call } = await connect('legacy');
    proxy.change = (passing, answer) => (toolOf(passing) === 'note' ? withoutDatabase(passing) : answer);
    expect(await call('note', { type: 'finding', body: 'The oak is wet.' })).toEqual({
      isError: true,
      text: 'INTERNAL_ERROR: Away.',
    });
    expect(proxy.seen.filter((passing) => toolOf(passing) === 'note')).toHaveLength(1);
  });

  test('a refusal while reading is told as the server says it', async () => {
    const { call } = await connect('auto');
    expect(await call('task_get', { id: 'T77' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('T77'),
    });
  });

  test('after a finish: sent again it is done once, and the refusal of the second is not told as the whole truth', async () => {
    await world.addTasks('Lay the keel');
    const { call } = await connect('legacy');
    const baton = batonIn((await call('task_claim')).text);
    let breaks = 1;
    proxy.meddle = (passing) => (toolOf(passing) === 'task_finish' && breaks-- > 0 ? 'break-after' : 'answer');
    const told = await call('task_finish', { id: 'T1', baton, outcome: 'done', summary: 'Laid the keel.' });
    expect(told).toMatchObject({
      isError: true,
      text: expect.stringMatching(/may have been done.*orient.*is not yours, or no longer/s),
    });
    const brief = (await call('task_get', { id: 'T1' })).text;
    expect(brief.match(/Laid the keel\./g)).toHaveLength(1);
  });

  test.each([
    ['of something in between', 500, 'text/html', '<h1>Oops</h1>', 'The server answered 500'],
    [
      'of ours that is not of the protocol',
      500,
      'application/json',
      '{"success":false,"error":"It broke."}',
      'It broke',
    ],
  ])('after a finish: an answer %s to the second try is told as an error', async (_what, status, type, body, says) => {
    await world.addTasks('Lay the keel');
    const { call } = await connect('legacy');
    const baton = batonIn((await call('task_claim')).text);
    let breaks = 1;
    proxy.meddle = (passing) => (toolOf(passing) === 'task_finish' && breaks-- > 0 ? 'break-after' : 'answer');
    proxy.change = (passing, answer) =>
      toolOf(passing) === 'task_finish' ? { status, headers: { 'content-type': type }, body } : answer;
    await expect(call('task_finish', { id: 'T1', baton, outcome: 'done', summary: 'Laid the keel.' })).rejects.toThrow(
      new RegExp(`may have been done.*orient.*${says}`, 's'),
    );
  });

  test('after a claim: sent again it takes nothing more, names the task, and a takeover goes on with it', async () => {
    await world.addTasks('Lay the keel', 'Plank');
    const { call } = await connect('legacy');
    let breaks = 1;
    proxy.meddle = (passing) => (toolOf(passing) === 'task_claim' && breaks-- > 0 ? 'break-after' : 'answer');
    const told = await call('task_claim');
    expect(told.isError).toBe(true);
    expect(told.text).toMatch(/may have been done.*T1/s);
    const again = await call('task_claim', { id: 'T1', takeover: true, reason: 'resumed' });
    const baton = batonIn(again.text);
    const finished = await call('task_finish', { id: 'T1', baton, outcome: 'done', summary: 'Laid the keel.' });
    expect(finished).toMatchObject({ isError: false });
  });
});

describe('the bridge as a program', () => {
  const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const messagesIn = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each));

  test('what was asked before standard input ended is still answered, and only the protocol is on standard output', async () => {
    const call = { method: 'tools/call', params: { name: 'orient', arguments: {} } };
    const ended = await world.baton(['mcp'], {
      input: `${line({ id: 1, ...call })}nonsense\n[]\n${line({ id: 'b', ...call })}`,
    });
    expect(ended.code).toBe(0);
    const answers = messagesIn(ended.stdout);
    expect(answers).toHaveLength(4);
    expect(
      answers
        .filter(({ result }) => result !== undefined)
        .map(({ id }) => String(id))
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['1', 'b']);
    expect(answers.filter(({ error }) => error !== undefined).map(({ error }) => error.code as number)).toEqual([
      -32_700, -32_600,
    ]);
  });

  test('without a server the answer says so, and that nothing was changed', async () => {
    const note = {
      id: 1,
      method: 'tools/call',
      params: { name: 'note', arguments: { type: 'finding', body: 'Wet.' } },
    };
    const ended = await world.baton(['mcp'], { input: line(note), env: { BATON_URL: 'http://127.0.0.1:9' } });
    expect(messagesIn(ended.stdout)).toMatchObject([
      { id: 1, error: { message: expect.stringContaining('Nothing was changed') } },
    ]);
  });

  test('a wrong key is told by the server’s own sentence, no key at all ends with exit code 3', async () => {
    const list = line({ id: 1, method: 'tools/list' });
    const wrong = await world.baton(['mcp'], { input: list, env: { BATON_API_KEY: `baton_${'0'.repeat(40)}` } });
    expect(messagesIn(wrong.stdout)).toMatchObject([{ id: 1, error: { message: expect.stringContaining('API key') } }]);
    expect(await world.baton(['mcp'], { input: list, env: { BATON_API_KEY: undefined } })).toMatchObject({
      code: 3,
      stdout: '',
    });
  });

  test('a cancelled request is neither waited for nor answered', async () => {
    const child = spawn(process.execPath, [cli, 'mcp'], {
      env: { ...world.env, BATON_URL: 'http://127.0.0.1:9' },
      cwd: world.folder,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const said: string[] = [];
    createInterface({ input: child.stdout }).on('line', (each) => said.push(each));
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
    child.stdin.write(line({ id: 1, method: 'tools/list' }));
    await vi.waitFor(() => expect(log).toContain('trying again'), PATIENT);
    child.stdin.write(line({ method: 'notifications/cancelled', params: { requestId: 1 } }));
    child.stdin.end();
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    expect(said).toEqual([]);
  });
});
