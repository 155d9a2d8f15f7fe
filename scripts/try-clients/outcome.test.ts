import { expect, test } from 'vitest';
import { describeOutcome, lastWords } from './outcome.ts';

const told = { name: 'Codex', version: '0.166.0' };

test('a client that worked takes one line, with what its user had to answer', () => {
  expect(describeOutcome(told)).toBe('Codex                  0.166.0    passed');
  expect(describeOutcome({ ...told, after: ['the folder was trusted', 'it signed in'] })).toMatch(
    /passed, once the folder was trusted and it signed in$/,
  );
  expect(describeOutcome({ ...told, hookSpoke: true })).toMatch(/passed; its hook spoke at the start$/);
});

test('a client that failed takes one line too, with its own words cut to a length', () => {
  const line = describeOutcome({
    ...told,
    failed: 'orient',
    words: `No.\n${'x'.repeat(900)}`,
    fault: 'nothing is done',
  });
  expect(line).toMatch(/FAILED at orient: No\. x+/);
  expect(line).not.toContain('\n');
  expect(line.length).toBeLessThan(500);
});

test('the last words of a program come without colours', () => {
  expect(lastWords('one\n\u001B[33mtwo\u001B[0m\n')).toBe('one\ntwo');
});
