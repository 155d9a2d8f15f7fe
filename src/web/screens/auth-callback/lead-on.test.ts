import { beforeEach, expect, test } from 'vitest';
import { setCookie } from '#test/set-cookie.ts';
import { leadOn, leadOnFailure } from './lead-on.ts';

beforeEach(() => sessionStorage.clear());

test('a session leads home, or to where the visitor wanted to go', () => {
  expect(leadOn('signed-in')).toBe('/');
  sessionStorage.setItem('baton-return-to', '/profile?x=1');
  expect(leadOn('signed-in')).toBe('/profile?x=1');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'never to another site: %s',
  (address) => {
    sessionStorage.setItem('baton-return-to', address);
    expect(leadOn('signed-in')).toBe('/');
  },
);

test('without a session only a confirmed address brings one here', () => {
  setCookie('baton.told=confirmed; path=/');
  expect(leadOn('signed-out')).toBe('/login?confirmed=1');
  setCookie('baton.told=; max-age=0; path=/');
  expect(leadOn('signed-out'), 'whoever opens the page by hand has confirmed nothing').toBe('/login');
  expect(leadOn('unreachable')).toBe('/login?error=auth_callback_failed');
});

test('a dead confirmation link is told from other failures', () => {
  expect(leadOnFailure('TOKEN_EXPIRED')).toBe('/login?error=confirmation_failed');
  expect(leadOnFailure('access_denied')).toBe('/login?error=auth_callback_failed');
});
