import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClientEvent } from './run-client.ts';
import { shortLine } from './short-line.ts';

test.each<[ClientEvent, string | undefined]>([
  [{ kind: 'edit', file: '/mira/tree/limiter/clock.ts' }, 'Edit   limiter/clock.ts'],
  [{ kind: 'edit', file: '/mira/treehouse/clock.ts' }, 'Edit   /mira/treehouse/clock.ts'],
  [{ kind: 'tool', tool: 'Run', text: 'npm test' }, 'Run    npm test'],
  [{ kind: 'tool', tool: 'note', text: 'finding: It drifts.' }, 'note   finding: It drifts.'],
  [{ kind: 'tool', tool: 'WebFetch', text: 'https://example.com' }, 'WebFetch https://example.com'],
  [{ kind: 'said', text: '\n\nFirst\r\n\tsecond ' }, ' First second'],
  [{ kind: 'line', text: '\u{1b}[2J\u{1b}[31mred\u{1b}[0m\u{1b}]0;title\u{7} \u{202e}turned\u{200b}' }, 'red turned'],
  [{ kind: 'line', text: ' \u{1b}[0m ' }, undefined],
  [{ kind: 'failed', text: 'exit 1' }, 'failed exit 1'],
  [{ kind: 'limit', text: 'resets 3am', until: null }, 'limit  resets 3am'],
  [{ kind: 'spent', tokens: 7, costUsd: null }, undefined],
])('%j is %j', (event, line) => {
  expect(shortLine(event, '/mira/tree')).toBe(line);
});

test('a long line is cut, and never within a character', () => {
  const line = shortLine({ kind: 'line', text: '🚢'.repeat(1_000) }) ?? '';
  expect(line.length).toBeLessThanOrEqual(200);
  expect(line.isWellFormed()).toBe(true);
  expect(line.endsWith('…')).toBe(true);
});

test('no text puts a control character or a line break on the screen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const line = shortLine({ kind: 'line', text }) ?? '';
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});
