import { expect, test } from 'vitest';
import { createMcpSessions } from './mcp-sessions.ts';

const sessions = createMcpSessions('a secret of this instance, long enough');

test('a session comes back with its client, and each handshake has one of its own', () => {
  const [one, two] = [sessions.make('claude-code'), sessions.make('claude-code')];
  expect(one).not.toBe(two);
  expect(sessions.read(one)?.client).toBe('claude-code');
  expect(sessions.read(one)?.id).not.toBe(sessions.read(two)?.id);
  expect(sessions.read(one)).toEqual(sessions.read(one));
  expect(sessions.read(sessions.make('Codex ✨ .b2.'))?.client).toBe('Codex ✨ .b2.');
});

test('every server of an instance reads it, and none with another secret', () => {
  const made = sessions.make('codex');
  expect(createMcpSessions('a secret of this instance, long enough').read(made)?.client).toBe('codex');
  expect(createMcpSessions('a secret of another instance, as long').read(made)).toBeUndefined();
});

test('what was changed, cut, mixed or made up is none of ours', () => {
  const made = sessions.make('codex');
  const parts = made.split('.');
  const [prefix = '', client = '', id = '', signature = ''] = parts;
  const other = sessions.make('codex').split('.')[2] ?? '';
  const forged = [
    '',
    'b1.Y29kZXg',
    'somebody-else',
    parts.slice(0, 3).join('.'),
    [prefix, client, id, ''].join('.'),
    [prefix, client, other, signature].join('.'),
    [prefix, Buffer.from('claude').toString('base64url'), id, signature].join('.'),
    ['b1', client, id, signature].join('.'),
    [prefix, client, id, signature.slice(1)].join('.'),
    [prefix, client, id, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.'),
    `${made}.x`,
    'b2.'.repeat(1_000),
  ];
  for (const each of forged) expect([each, sessions.read(each)]).toEqual([each, undefined]);
  expect(sessions.read([made, made])).toBeUndefined();
  expect(sessions.read(undefined)).toBeUndefined();
});
