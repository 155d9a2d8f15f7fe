import { describe, expect, test } from 'vitest';
import { setCookie } from '#test/set-cookie.ts';
import { ApiError, networkError } from '#web/lib/net/api-error.ts';
import { explainSignInFailure } from './explain-failure.ts';
import { noticeOf } from './notices.ts';

describe('a refused sign-in', () => {
  test.each([
    [
      new ApiError('x', { status: 401, errorCode: 'INVALID_CREDENTIALS' }),
      'password',
      'Invalid email or password. Please check your credentials and try again.',
    ],
    [
      new ApiError('x', { status: 403, errorCode: 'EMAIL_NOT_VERIFIED' }),
      'email',
      'Please check your email and click the confirmation link before signing in.',
    ],
    [new ApiError('Too many failed attempts.', { status: 429 }), 'form', 'Too many failed attempts.'],
    [networkError(), 'form', 'An unexpected error occurred. Please try again.'],
    [new TypeError('x'), 'form', 'An unexpected error occurred. Please try again.'],
  ])('case %# is explained at its field', (error, field, text) => {
    expect(explainSignInFailure(error)).toEqual({ field, text });
  });
});

describe('who is sent to the sign-in page', () => {
  const notice = (query: string) => noticeOf(new URLSearchParams(query));
  test('is told why', () => {
    expect(notice('')).toBeUndefined();
    expect(notice('error=auth_callback_failed')).toMatchObject({
      tone: 'bad',
      text: 'Signing in could not be completed. Please try again.',
    });
    expect(notice('error=auth_callback_failed&reason=account_suspended')?.text).toContain('suspended');
    expect(notice('error=auth_callback_failed&reason=linked_to_another')?.text).toContain('another Google account');
    expect(notice('error=auth_callback_failed&reason=link_replaced')).toMatchObject({ tone: 'bad', resend: true });
    expect(notice('error=confirmation_failed')).toMatchObject({ tone: 'bad', resend: true });
  });

  test.each(['confirmed', 'reset'])('is told that it is done (%s) only when the server has said so', (told) => {
    setCookie(`other=x; path=/`);
    setCookie(`baton.told=${told}; path=/`);
    expect(notice(`${told}=1`)).toMatchObject({ tone: 'ok' });
    expect(notice('')).toBeUndefined();
    setCookie('baton.told=; max-age=0; path=/');
    expect(notice(`${told}=1`), 'a link that anybody wrote, or a page that was left open').toBeUndefined();
  });

  test('is not told what a stranger wrote into the address', () => {
    for (const error of ['<b>x</b>', 'constructor', '__proto__'])
      expect(notice(`error=${encodeURIComponent(error)}`)?.text).toBe(
        'Something went wrong while signing in. Please try again.',
      );
  });
});
