import { expect, test } from 'vitest';
import { displayNameOf, displayNamesOf } from './display-name.ts';

test.each([
  ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace'],
  ['', 'ada@example.com', 'ada'],
  ['  ', 'ada.l+baton@example.com', 'ada.l+baton'],
  ['', 'no-address', 'no-address'],
  ['', '@example.com', '@example.com'],
])('%j with %s is shown as %s', (name, email, shown) => {
  expect(displayNameOf({ name, email })).toBe(shown);
});

test('what was stored before a display name was set is still theirs', () => {
  expect(displayNamesOf({ name: 'Ada', email: 'ada.l@example.com' })).toEqual(['Ada', 'ada.l', 'ada.l@example.com']);
});
