import { expect, test } from 'vitest';
import { createEchoes } from './own-echoes.ts';

test('what was handed up comes back as an echo, each once', () => {
  const echoes = createEchoes<string>();
  echoes.expect('a');
  echoes.expect('ab');
  echoes.expect('abc');
  expect(echoes.isEcho('a'), 'late, while two more are on their way').toBe(true);
  expect(echoes.isEcho('abc'), 'one in between was never drawn').toBe(true);
  expect(echoes.isEcho('ab'), 'it comes no more').toBe(false);
});

test('what somebody else changed is none, and ends the waiting', () => {
  const echoes = createEchoes<string>();
  expect(echoes.isEcho('theirs')).toBe(false);
  echoes.expect('mine');
  expect(echoes.isEcho('theirs')).toBe(false);
  expect(echoes.isEcho('mine'), 'theirs came after it').toBe(false);
});

test('there and back again ends with the last', () => {
  const echoes = createEchoes<string>();
  echoes.expect('on');
  echoes.expect('off');
  echoes.expect('on');
  expect(echoes.isEcho('on')).toBe(true);
  expect(echoes.isEcho('off')).toBe(false);
});
