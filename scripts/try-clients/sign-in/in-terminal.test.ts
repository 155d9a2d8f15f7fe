import { expect, test } from 'vitest';
import { inTerminal } from './in-terminal.ts';

test('words reach the command as they are, whatever they hold', () => {
  expect(inTerminal(['/a b/claude', "it's"], 'linux')).toEqual([
    'script',
    '--quiet',
    '--return',
    '--command',
    `'/a b/claude' 'it'\\''s'`,
    '/dev/null',
  ]);
  expect(inTerminal(['claude', 'mcp'], 'darwin')).toEqual(['script', '-q', '/dev/null', 'claude', 'mcp']);
});
