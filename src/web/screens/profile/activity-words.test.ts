import { expect, test } from 'vitest';
import type { AccountActivity } from '#contract/account-activity.ts';
import type { Id } from '#contract/fields.ts';
import { activityWords, foldFailures } from './activity-words.ts';

let made = 0;
const entry = (fields: Partial<AccountActivity>): AccountActivity => ({
  id: `${(made += 1)}` as Id,
  at: '2026-03-03T10:00:00.000Z',
  action: 'sign_in.done',
  outcome: 'done',
  by: 'owner',
  address: '10.0.0.1',
  user_agent: null,
  method: null,
  second_factor: null,
  about: null,
  ...fields,
});
const failed = (address = '10.0.0.1') => entry({ action: 'sign_in.failed', outcome: 'failed', address });

test('failures in a row from one address are one line, and anything between begins another', () => {
  const lines = foldFailures([failed(), failed(), entry({}), failed(), failed('10.0.0.2'), entry({}), entry({})]);
  expect(lines.map(({ times }) => times)).toEqual([2, 1, 1, 1, 1, 1]);
  expect(lines.map(activityWords)).toEqual([
    'Wrong password, 2 times in a row',
    'Signed in',
    'Wrong password',
    'Wrong password',
    'Signed in',
    'Signed in',
  ]);
});

test('a line says how and what about, and an unknown action by its name', () => {
  const say = (fields: Partial<AccountActivity>) => activityWords({ ...entry(fields), times: 1 });
  expect(say({ method: 'google' })).toBe('Signed in with Google');
  expect(say({ method: 'password', second_factor: 'backup_code' })).toBe(
    'Signed in with the password and a backup code',
  );
  expect(say({ action: 'api_key.generated', about: 'CI' })).toBe('API key made: CI');
  expect(say({ action: 'from.later' })).toBe('from.later');
});
