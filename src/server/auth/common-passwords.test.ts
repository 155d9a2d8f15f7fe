import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  ['123456', 'on the list'],
  ['password', 'on the list'],
  ['iloveyou', 'on the list'],
  ['PassWord', 'in another case'],
  ['ｐａｓｓｗｏｒｄ', 'in wide letters, which are the same password here'],
  ['Password1!', 'with a digit and a mark'],
  ['Sunshine2024', 'with a year'],
  ['football12345?', 'with digits in order'],
])('%s is common: %s', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  ['correct horse battery staple', 'words that do not belong together'],
  ['sunshine 7391', 'an ending nobody guesses'],
  ['monkey83920174', 'a word with many digits'],
  ['V7#qKp', 'short, but nobody’s'],
  ['my password is long', 'a sentence with the word in it'],
  ['passwort-für-baton', 'another language'],
  ['1!', 'only an ending'],
])('%s is not: %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
