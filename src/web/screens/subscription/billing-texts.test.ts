import { expect, test } from 'vitest';
import { endedText, endingText, endsText } from './billing-texts.ts';

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
  expect(endedText({ kind: 'ended', status: 'refunded', at })).toMatch(/Mar 31, 2026\. .*refunded/);
  expect(endedText({ kind: 'ended', status: 'expired', at: null })).toBe('Your last subscription ended.');
  const refunded = { kind: 'ended', status: 'refunded', at } as const;
  expect(endedText(refunded, { renews: true, provider: 'paypal' })).toMatch(/still renews at PayPal: cancel it there/);
  expect(endedText(refunded, { renews: false, provider: 'paypal' })).not.toContain('renews');
});

test('a subscription that is ended here says why, how far it is and what happens to the money', () => {
  const ending = { provider: 'paypal', price_usd: 5, since: at } as const;
  expect(endingText({ ...ending, reason: 'double', done_at: null })).toMatch(
    /is being canceled at PayPal, and its payment of \$5 is being refunded\.$/,
  );
  expect(endingText({ ...ending, reason: 'double', done_at: at })).toMatch(/was canceled .* \$5 was refunded\.$/);
  expect(endingText({ ...ending, reason: 'refunded', done_at: null })).toMatch(
    /^Your last payment was refunded, .*being canceled at PayPal\. You can also cancel it there/,
  );
  expect(endingText({ ...ending, reason: 'replaced', done_at: at })).toBe(
    'A new subscription has begun, so the earlier subscription was canceled at PayPal.',
  );
});
