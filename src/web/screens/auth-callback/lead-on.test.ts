import { beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetInvitation, rememberInvitation } from '#web/lib/session/session-trace.ts';
import { setCookie } from '#test/set-cookie.ts';
import { leadOn, leadOnFailure } from './lead-on.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.useRealTimers();
});

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

describe('an invitation that was looked at before the sign-up', () => {
  const INVITATION = `/join/${'a-_9'.repeat(10)}bcd`;

  test('is where the link of the confirmation mail leads, which opens in another tab', () => {
    rememberInvitation(INVITATION);
    sessionStorage.clear();
    expect(leadOn('signed-in')).toBe(INVITATION);
    forgetInvitation();
    expect(leadOn('signed-in')).toBe('/');
  });

  test('yields to where this tab wanted to go', () => {
    rememberInvitation(INVITATION);
    sessionStorage.setItem('baton-return-to', '/profile');
    expect(leadOn('signed-in')).toBe('/profile');
  });

  test('is kept for as long as such a mail is valid', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    rememberInvitation(INVITATION);
    sessionStorage.clear();
    vi.setSystemTime(Date.now() + 23 * 3_600_000);
    expect(leadOn('signed-in')).toBe(INVITATION);
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    expect(leadOn('signed-in')).toBe('/');
  });

  test.each([
    '//evil.example/join',
    'https://evil.example',
    `/profile?x=${INVITATION}`,
    `${INVITATION}/..`,
    '/join/cut',
  ])('is nothing else: %s', (address) => {
    rememberInvitation(address);
    expect(leadOn('signed-in')).toBe('/');
    localStorage.setItem('baton-invitation', JSON.stringify({ address, at: Date.now() }));
    expect(leadOn('signed-in')).toBe('/');
  });
});
