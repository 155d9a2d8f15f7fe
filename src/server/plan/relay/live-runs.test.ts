import { expect, test } from 'vitest';
import { RUN_SHOWN_MAX, RUN_TAIL_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { newId } from '#server/platform/id.ts';
import { createOutputRing } from './output-ring.ts';
import { type RelayMessage, packMessage, stripControls } from './pack-message.ts';

const BYTES_MAX = 7_900;

const message = (fields: Partial<RelayMessage> = {}, word = 'x'): RelayMessage => ({
  project: newId(),
  run: newId(),
  at: '2026-01-01T00:00:00.000Z',
  worker: {
    name: word.repeat(100),
    client: 'codex',
    state: 'working',
    since: '2026-01-01T00:00:00.000Z',
    task_id: '019a0000-0000-7000-8000-000000000000' as Id,
    number: 1,
    title: word.repeat(500),
    task_since: null,
    try: 1,
    tries: 3,
    branch: word.repeat(250),
    worktree: word.repeat(4_096),
    note: word.repeat(1_000),
  },
  has_moved: true,
  lines: { from: 7, text: 'line\n'.repeat(RUN_TAIL_MAX / 5) },
  ...fields,
});

test.each(['x', '"', '\\', '\n', '字', '🚢', '\u2028'])('a message of %j fits, and is still JSON', (word) => {
  const lines = { from: 7, text: word.repeat(RUN_TAIL_MAX / word.length) };
  for (const each of [message({ lines }, word), message({ lines: null }, word), message({ worker: null, lines })]) {
    const packed = packMessage(each);
    expect(Buffer.byteLength(`relay:${packed}`)).toBeLessThan(BYTES_MAX);
    expect(JSON.parse(packed)).toMatchObject({ run: each.run, has_moved: true });
    expect(packed.isWellFormed()).toBe(true);
  }
});

test('of lines that do not fit the newest are kept, with their numbers', () => {
  const text = Array.from({ length: 100 }, (_, place) => `${place + 1} ${'字'.repeat(18)}`).join('\n');
  const packed = JSON.parse(packMessage(message({ lines: { from: 1, text } }))) as RelayMessage;
  const [first = ''] = packed.lines?.text.split('\n') ?? [];
  expect(Number(first.split(' ')[0])).toBe(packed.lines?.from);
  expect(packed.lines?.text.endsWith(`100 ${'字'.repeat(18)}`)).toBe(true);
});

test('a short message is sent as it is', () => {
  const short = message({ worker: null, lines: { from: 1, text: 'Reading keel.ts' } });
  expect(JSON.parse(packMessage(short))).toEqual(short);
});

test('control characters are taken out of lines, and the lines stay', () => {
  const printed = '\u001B[31mred\u001B[0m\u0007 a\tb\r\n\u202Eevil\u0000\n\u009B2Jend';
  expect(stripControls(printed)).toBe('red a\tb\nevil\nend');
});

test('lines are taken once, whatever is sent again', () => {
  const ring = createOutputRing();
  ring.add(1, 'one\ntwo');
  ring.add(1, 'one\ntwo');
  ring.add(2, 'two\nthree');
  expect([ring.tail(), ring.count()]).toEqual([{ from: 1, text: 'one\ntwo\nthree' }, 3]);
  ring.add(9, 'nine');
  expect(ring.count()).toBe(9);
});

test('output is bounded, in memory and as it is shown', () => {
  const ring = createOutputRing(10_000);
  for (let n = 1; n <= 5_000; n += 1) ring.add(n, `line ${n}`);
  const shown = ring.tail();
  expect(shown.text.length).toBeLessThanOrEqual(RUN_SHOWN_MAX);
  expect(shown.text.endsWith('line 5000')).toBe(true);
  expect(shown.text.startsWith(`line ${shown.from}\n`)).toBe(true);
  const kept = ring.tail(1e6);
  expect(kept.text.length).toBeLessThanOrEqual(10_000);
  expect(kept.text.startsWith(`line ${kept.from}\n`)).toBe(true);
  const empty = createOutputRing();
  empty.add(1, '\n'.repeat(50_000));
  // An empty line takes its place in the list.
  expect(empty.size()).toBeGreaterThan(400_000);
  const wide = createOutputRing(10_000);
  wide.add(1, 'x'.repeat(50_000));
  expect(wide.tail().text).toHaveLength(RUN_SHOWN_MAX);
});
