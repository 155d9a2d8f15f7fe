import { expect, test } from 'vitest';
import { ApiError, networkError } from '#web/lib/net/api-error.ts';
import { explainPage, isSafePage } from './hosted-page.ts';

const HOME = 'http://localhost:3000';

test.each([
  ['https://www.paypal.com/webapps/billing', true],
  ['http://localhost:3000/sandbox/checkout/x', true],
  ['/sandbox/checkout/x', true],
  ['http://www.paypal.com/webapps/billing', false],
  ['http://localhost:3001/sandbox/checkout/x', false],
  ['http://localhost.evil.example:3000/', false],
  ['//evil.example/x', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['http://', false],
])('%s may be opened: %s', (url, safe) => {
  expect(isSafePage(url, HOME)).toBe(safe);
});

test('the server’s sentence goes first', () => {
  const texts = { refused: 'Failed to create portal session', failed: 'Failed to open subscription management' };
  expect(explainPage(new ApiError('PayPal is away.', { status: 502 }), texts)).toBe('PayPal is away.');
  expect(explainPage(new ApiError('', { status: 500 }), texts)).toBe(texts.refused);
  expect(explainPage(networkError(), texts)).toBe(
    'Failed to open subscription management. Please check your internet connection and try again.',
  );
  expect(explainPage('odd', texts)).toBe(texts.failed);
});
