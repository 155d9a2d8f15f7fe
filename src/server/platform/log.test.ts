import { expect, test } from 'vitest';
import { createLogger } from './log.ts';

test('a row that the database refused is not in the log, its reason is', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const detail = 'Failing row contains (1, mira@example.com, 5e55104).';
  const refused = Object.assign(new Error('violates check constraint "sessions_token"'), { code: '23514', detail });
  log.error({ err: refused }, 'an error was recorded');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('sessions_token');
  expect(lines[0]).not.toContain('5e55104');
});

test('what was sent cannot begin a line of its own', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  log.info({ path: '/x\n{"level":"error"}' }, 'request\r\nforged');
  expect(lines.join('').trimEnd()).not.toMatch(/[\r\n]/);
});
