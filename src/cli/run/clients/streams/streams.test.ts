import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClientEvent } from '../run-client.ts';
import { shortLine } from '../short-line.ts';
import { openClaudeReader } from './claude-stream.ts';
import { openCodexReader } from './codex-stream.ts';
import { openGeminiReader } from './gemini-stream.ts';
import { openOpencodeReader } from './opencode-stream.ts';
import { openPlainReader } from './plain-stream.ts';

const SAMPLES = join(import.meta.dirname, '../../../../../fixtures/streams');
const NOW = new Date('2026-11-18T20:30:00Z');
const now = () => NOW;
const FORMATS = [
  ['claude', openClaudeReader],
  ['codex', openCodexReader],
  ['gemini', openGeminiReader],
  ['opencode', openOpencodeReader],
  ['qwen', openClaudeReader],
] as const;
const ALL = [...FORMATS, ['plain', openPlainReader] as const];
type Open = (typeof ALL)[number][1];

const readChunks = (open: Open, chunks: readonly string[], unknown: string[] = []): ClientEvent[] => {
  const reader = open(now, (line) => unknown.push(line));
  return [...chunks.flatMap((chunk) => reader.read(chunk)), ...reader.end()];
};
const readObjects = (open: Open, ...objects: unknown[]) =>
  readChunks(open, [objects.map((object) => JSON.stringify(object)).join('\n')]);
const sampleOf = (name: string) => readFileSync(join(SAMPLES, `${name}.jsonl`), 'utf8');
const totalOf = (events: ClientEvent[]) => events.findLast((event) => event.kind === 'spent');

describe.each(FORMATS)('a session of %s as it was printed', (name, open) => {
  test('is read to the end, with nothing unknown in it', () => {
    const unknown: string[] = [];
    const events = readChunks(open, [sampleOf(name)], unknown);
    expect(unknown).toEqual([]);
    const lines = events.flatMap((event) => shortLine(event, '/home/mira/harbour') ?? []);
    expect(lines).toEqual(expect.arrayContaining(['Edit   harbour-map.txt', 'The map is drawn.']));
    expect(lines).toContain('note   finding: The stand-in model drew the map in a run.');
    expect(lines).toContain('finish done: Drew the map of the harbour.');
    expect(totalOf(events)).toMatchObject({ tokens: name === 'qwen' ? 600 : 480 });
  });

  test('is read the same wherever it is cut', () => {
    const sample = sampleOf(name);
    const whole = readChunks(open, [sample]);
    fc.assert(
      fc.property(fc.array(fc.nat(sample.length), { maxLength: 40 }), (places) => {
        const cuts = [0, ...places.toSorted((a, b) => a - b), sample.length];
        const chunks = cuts.slice(1).map((end, index) => sample.slice(cuts[index], end));
        expect(readChunks(open, chunks)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  test('is read with lines of another program among it', () => {
    const noisy = sampleOf(name).replaceAll('\n', '\nwarning: the sea is rough\n');
    const events = readChunks(open, [noisy]);
    const others = events.filter((event) => event.kind !== 'line' || !event.text.includes('rough'));
    expect(others.length).toBeLessThan(events.length);
    expect(totalOf(others)).toEqual(totalOf(readChunks(open, [sampleOf(name)])));
  });
});

const TYPES =
  'assistant result rate_limit_event item.started item.completed turn.completed turn.failed error message tool_use tool_result text step_finish init'.split(
    ' ',
  );

describe.each(ALL)('%s', (_name, open) => {
  test('nothing makes it throw: any JSON, any line, half of one', () => {
    const type = fc.constantFrom(...TYPES);
    const object = fc.record(
      {
        type,
        message: fc.anything(),
        item: fc.record({ type: fc.anything(), changes: fc.anything(), command: fc.anything() }),
        part: fc.record({ tokens: fc.anything(), state: fc.anything(), tool: fc.string(), text: fc.anything() }),
        msg: fc.record({ type: fc.constantFrom('exec_command_begin', 'patch_apply_begin', 'token_count', 'error') }),
        usage: fc.dictionary(fc.constantFrom('input_tokens', 'output_tokens'), fc.anything()),
        tool_name: fc.anything(),
        parameters: fc.anything(),
        error: fc.anything(),
        stats: fc.anything(),
        rate_limit_info: fc.record({ status: fc.constant('rejected'), resetsAt: fc.anything() }),
      },
      { requiredKeys: ['type'] },
    );
    const line = fc.oneof(
      object.map((each) => jsonOf(each)),
      fc.json(),
      fc.string({ unit: 'binary' }),
      object.map((each) => jsonOf(each).slice(0, 20)),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        for (const event of readChunks(
          open,
          lines.map((each) => `${each}\n`),
        )) {
          const short = shortLine(event);
          expect(short?.length ?? 0).toBeLessThanOrEqual(200);
          if (event.kind === 'spent') expect(event.tokens ?? 0).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a line of ten megabytes is cut, and what follows is read', () => {
    const piece = 'x'.repeat(100_000);
    const reader = open(now);
    reader.read('{"type":"');
    for (let count = 0; count < 100; count += 1) expect(reader.read(piece)).toEqual([]);
    const events = [...reader.read('"}\nashore\n'), ...reader.end()];
    expect(events.at(-1)).toEqual({ kind: 'line', text: 'ashore' });
    expect(JSON.stringify(events).length).toBeLessThan(10_000);
  });

  test('bytes that are no UTF-8 do not stop it', () => {
    const text = new TextDecoder().decode(new Uint8Array([0x7b, 0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a]));
    expect(readChunks(open, [text])).toHaveLength(2);
  });
});

const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  } catch {
    return '{}';
  }
};

describe('what is special to one client', () => {
  test('Claude Code: tokens are counted once an answer, cost comes at the end, and a refused limit has its time', () => {
    const usage = { input_tokens: 100, output_tokens: 20 };
    const part = (id: string, text: string) => ({
      type: 'assistant',
      message: { id, content: [{ type: 'text', text }], usage },
    });
    const events = readObjects(openClaudeReader, part('a', 'One.'), part('a', 'Two.'), part('b', 'Three.'));
    expect(totalOf(events)).toEqual({ kind: 'spent', tokens: 240, costUsd: null });
    const result = { type: 'result', total_cost_usd: 0.25, usage, is_error: true, result: 'Prompt is too long' };
    expect(readObjects(openClaudeReader, result)).toEqual([
      { kind: 'spent', tokens: 120, costUsd: 0.25 },
      { kind: 'failed', text: 'Prompt is too long' },
    ]);
    const rate_limit_info = { status: 'rejected', resetsAt: 1_795_035_600, rateLimitType: 'five_hour' };
    expect(readObjects(openClaudeReader, { type: 'rate_limit_event', rate_limit_info })).toMatchObject([
      { kind: 'limit', until: new Date('2026-11-18T21:00:00Z') },
    ]);
    const allowed = { status: 'allowed', resetsAt: 1_795_035_600 };
    expect(readObjects(openClaudeReader, { type: 'rate_limit_event', rate_limit_info: allowed })).toEqual([]);
  });

  test('Codex: the earlier generation of messages is read, too', () => {
    const messages = [
      { type: 'exec_command_begin', command: ['bash', '-lc', 'npm test'] },
      { type: 'patch_apply_begin', changes: { 'src/a.ts': { add: {} } } },
      { type: 'mcp_tool_call_begin', invocation: { server: 'baton-run', tool: 'orient', arguments: {} } },
      { type: 'token_count', info: { total_token_usage: { total_tokens: 900 } } },
      { type: 'agent_message', message: 'Done.' },
      { type: 'task_complete' },
    ];
    expect(readObjects(openCodexReader, ...messages.map((msg) => ({ id: '0', msg })))).toEqual([
      { kind: 'tool', tool: 'Run', text: 'npm test' },
      { kind: 'edit', file: 'src/a.ts' },
      { kind: 'tool', tool: 'Baton', text: 'orient' },
      { kind: 'spent', tokens: 900, costUsd: null },
      { kind: 'said', text: 'Done.' },
    ]);
  });

  test('Codex: turns add up, a warning is only a line, and a limit is told with its time', () => {
    const turn = { type: 'turn.completed', usage: { input_tokens: 100, output_tokens: 20 } };
    expect(totalOf(readObjects(openCodexReader, turn, turn))).toMatchObject({ tokens: 240 });
    const warning = { type: 'item.completed', item: { type: 'error', message: 'No metadata.' } };
    expect(readObjects(openCodexReader, warning)).toEqual([{ kind: 'line', text: 'No metadata.' }]);
    const message = "You've hit your usage limit. Try again in 2 hours.";
    expect(readObjects(openCodexReader, { type: 'turn.failed', error: { message } })).toEqual([
      { kind: 'limit', text: message, until: new Date('2026-11-18T22:30:00Z') },
    ]);
  });

  test('Gemini CLI: pieces of a message are put together, and a version that prints text is shown', () => {
    const piece = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
    const use = { type: 'tool_use', tool_name: 'run_shell_command', parameters: { command: 'npm test' } };
    expect(readObjects(openGeminiReader, piece('The map '), piece('is drawn.'), use)).toEqual([
      { kind: 'said', text: 'The map is drawn.' },
      { kind: 'tool', tool: 'Run', text: 'npm test' },
    ]);
    expect(readChunks(openGeminiReader, ['Loaded.\n\nThe map'])).toEqual([
      { kind: 'line', text: 'Loaded.' },
      { kind: 'line', text: 'The map' },
    ]);
  });

  test('opencode: steps add up in tokens and dollars, and a call that failed says why', () => {
    const part = { tokens: { input: 100, output: 20, cache: { read: 5, write: 0 } }, cost: 0.01 };
    expect(
      totalOf(readObjects(openOpencodeReader, { type: 'step_finish', part }, { type: 'step_finish', part })),
    ).toEqual({ kind: 'spent', tokens: 250, costUsd: 0.02 });
    const state = { status: 'error', input: { command: 'rm -rf x' }, error: 'The user rejected it.' };
    expect(readObjects(openOpencodeReader, { type: 'tool_use', part: { tool: 'bash', state } })).toEqual([
      { kind: 'tool', tool: 'Run', text: 'rm -rf x' },
      { kind: 'line', text: 'The user rejected it.' },
    ]);
  });
});
