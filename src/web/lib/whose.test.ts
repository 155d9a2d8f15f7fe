import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { whoseAmong } from './whose.ts';

const person = (user_id: string, name: string) => ({
  user_id: user_id as Id,
  name,
  email: null,
  role: 'editor' as const,
  joined_at: '2026-01-01T00:00:00.000Z',
});
const agent = (id: string | null) => ({ kind: 'agent' as const, id: id as Id | null, name: 'claude-code' });

test('an agent has its person’s name where there are several people, also of those who have left', () => {
  const whose = whoseAmong({ people: [person('1', 'Mira')], former: [{ user_id: '2' as Id, name: 'Tom' }] });
  expect(whose(agent('1'))).toBe('claude-code · Mira');
  expect(whose(agent('2'))).toBe('claude-code · Tom');
  expect(whose(agent('3'))).toBe('claude-code');
  expect(whose(agent(null))).toBe('claude-code');
  expect(whose({ kind: 'user', id: '1' as Id, name: 'Mira' })).toBe('Mira');
});

test('where somebody is alone, or nothing is known yet, an agent has its own name only', () => {
  expect(whoseAmong({ people: [person('1', 'Mira')], former: [] })(agent('1'))).toBe('claude-code');
  expect(whoseAmong(undefined)(agent('1'))).toBe('claude-code');
});
