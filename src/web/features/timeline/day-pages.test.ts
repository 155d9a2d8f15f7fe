import { expect, test } from 'vitest';
import { sampleEntry } from '#test/web/sample-timeline.ts';
import { appendPage, type DayPages, spliceFirstPage } from './day-pages.ts';

const entry = (minute: number, id = `m${minute}`) =>
  sampleEntry({ id, at: `2026-03-17T09:${String(minute).padStart(2, '0')}:00.000Z` });
const pages = (minutes: readonly number[], nextCursor: string | null): DayPages => ({
  items: minutes.map((minute) => entry(minute)),
  held: [],
  nextCursor,
});
const ids = ({ items }: DayPages) => items.map(({ id }) => id);

test('a new first page keeps the older pages that follow it', () => {
  const known = pages([9, 8, 7, 6, 5, 4], 'after 4');
  const spliced = spliceFirstPage(known, pages([11, 10, 9], 'after 9'));
  expect(ids(spliced)).toEqual(['m11', 'm10', 'm9', 'm8', 'm7', 'm6', 'm5', 'm4']);
  expect(spliced.nextCursor).toBe('after 4');
});

test('after a gap only the new page is kept, so that nothing in between is missing', () => {
  const spliced = spliceFirstPage(pages([3, 2, 1], null), pages([11, 10, 9], 'after 9'));
  expect([ids(spliced), spliced.nextCursor]).toEqual([['m11', 'm10', 'm9'], 'after 9']);
});

test('an entry that moved up is there once', () => {
  const known = pages([9, 8, 7, 6], null);
  const moved = { ...pages([9], 'after 9'), items: [entry(12, 'm6'), entry(9), entry(8)] };
  expect(ids(spliceFirstPage(known, moved))).toEqual(['m6', 'm9', 'm8', 'm7']);
});

test('a page without another after it is everything', () => {
  expect(ids(spliceFirstPage(pages([9, 8, 7], 'after 7'), pages([9], null)))).toEqual(['m9']);
});

test('an older page is appended once, and only to the pages it was asked for', () => {
  const known = pages([9, 8], 'after 8');
  expect(ids(appendPage(known, 'after 8', pages([8, 7], null)))).toEqual(['m9', 'm8', 'm7']);
  expect(appendPage(known, 'after 5', pages([4], null))).toBe(known);
});
