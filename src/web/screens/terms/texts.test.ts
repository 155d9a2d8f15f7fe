import { expect, test } from 'vitest';
import { termsFor } from './texts.ts';

const PLANS = /\b(free|pro|pricing|subscri\w+|billed)\b|\$\d/i;
const wordsOf = (hasPlans: boolean) => JSON.stringify(termsFor(hasPlans));

test('a service names its plans and prices', () => {
  expect(wordsOf(true)).toMatch(PLANS);
  expect(wordsOf(true)).toContain('Limits of your plan are enforced.');
});

test('a team reads of neither, and of every other term', () => {
  expect(wordsOf(false)).not.toMatch(PLANS);
  expect(wordsOf(false)).toContain('Limits that an administrator sets for your account are enforced.');
  const headings = (hasPlans: boolean) => termsFor(hasPlans).sections.map(({ heading }) => heading);
  expect(headings(false)).toEqual(headings(true).filter((heading) => heading !== 'Free and Pro'));
});
