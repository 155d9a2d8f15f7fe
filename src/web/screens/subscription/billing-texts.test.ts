import { expect, test } from 'vitest';
import { endedText, endsText } from './billing-texts.ts';

const at = '2026-03-31T23:30:00.000Z';

test('a plan that lasts says until when, and what to do', () => {
  expect(endsText({ kind: 'ends', status: 'cancelled', at })).toBe('Pro until Mar 31, 2026, then Free.');
  expect(endsText({ kind: 'ends', status: 'past_due', at })).toMatch(
    /^A payment failed\. Pro until Mar 31, 2026\. Check the payment method/,
  );
  expect(endsText({ kind: 'ends', status: 'suspended', at })).toMatch(
    /^Pro until Mar 31, 2026, then Free\. .*suspended/,
  );
});

test('a plan that is over says since when, and why', () => {
  expect(endedText({ kind: 'ended', status: 'cancelled', at })).toBe('Your last subscription ended on Mar 31, 2026.');
  expect(endedText({ kind: 'ended', status: 'refunded', at })).toMatch(/Mar 31, 2026\. .*returned/);
  expect(endedText({ kind: 'ended', status: 'expired', at: null })).toBe('Your last subscription ended.');
});
