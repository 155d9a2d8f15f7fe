import { expect, test } from 'vitest';
import { cutListName, toggled } from './list-names.ts';

test('a name of more than fifteen characters is cut, and a character is never cut in two', () => {
  expect(cutListName('Exactly fifteen')).toBe('Exactly fifteen');
  expect(cutListName('Exactly sixteen!')).toBe('Exactly sixteen…');
  expect(cutListName('👩‍👩‍👧'.repeat(15))).toBe('👩‍👩‍👧'.repeat(15));
  expect(cutListName('👩‍👩‍👧'.repeat(16))).toBe(`${'👩‍👩‍👧'.repeat(15)}…`);
});

test('a value is added, and taken out again', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});
