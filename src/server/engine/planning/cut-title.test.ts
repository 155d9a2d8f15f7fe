import { describe, expect, it } from 'vitest';
import { cutTitle, headingTitle } from './cut-title.ts';

describe('a title from a sentence', () => {
  it.each([
    ['As a clerk, I can lend books at the desk', 'lend books at the desk'],
    ['As a member, I want to renew a loan so that I keep the book', 'renew a loan'],
    ['[P0] Lend books', 'Lend books'],
    ['Lend books (v1.1)', 'Lend books'],
    ['3. Lend books.', 'Lend books'],
    ['Als Mitglied möchte ich ein Buch leihen', 'ein Buch leihen'],
  ])('cuts off what stands around it: %s', (text, title) => {
    expect(cutTitle(text)).toBe(title);
  });

  it.each(['The desk must not lend', 'Members cannot delete', 'Books are never lost'])(
    'changes no word: %s',
    (text) => {
      expect(cutTitle(text)).toBe(text);
    },
  );

  it('takes the first clause of a long text, and cuts at a word', () => {
    const long = `The desk lends books to members; ${'and more words '.repeat(10)}`;
    expect(cutTitle(long)).toBe('The desk lends books to members');
    const endless = cutTitle('wordy '.repeat(60));
    expect(endless.length).toBeLessThanOrEqual(90);
    expect(endless.endsWith('wordy')).toBe(true);
  });
});

describe('a title from a heading', () => {
  it.each([
    ['Loans tab', 'Loans tab'],
    ['Loans tab (P1)', 'Loans tab'],
    ['Loans tab ✅ Complete', 'Loans tab'],
    ['Loans: tab', 'Loans: tab'],
    ['Loans tab (done)', 'Loans tab'],
    ['Loans tab – in progress', 'Loans tab'],
    ['Definition of Done', 'Definition of Done'],
    ['Jobs-to-be-done', 'Jobs-to-be-done'],
    ['Acceptance (MVP done)', 'Acceptance (MVP done)'],
  ])('is the heading without its tags: %s', (heading, title) => {
    expect(headingTitle(heading)).toBe(title);
  });
});
