import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProviderPayment, ProviderSubscription } from './provider.ts';
import { type Held, addMonths, chooseCarrier, findDoubles, judgeSubscription, nextLook } from './rules.ts';

const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00Z` : text);
const paid = (time: string, refunded = false): ProviderPayment => ({
  id: time,
  time: at(time),
  amountUsd: 5,
  refunded,
  isPartlyRefunded: false,
});
const shown = (date: Date | null) => date?.toISOString().replace('T00:00:00.000Z', '') ?? null;

describe('addMonths', () => {
  test.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 1, '2028-03-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2026-03-30T23:59:59.999Z', 11, '2027-02-28T23:59:59.999Z'],
    ['2026-05-31T00:00:00Z', 0, '2026-05-31'],
    ['2099-12-31', 2, '2100-02-28'],
    // Computed in UTC, so daylight saving changes have no effect.
    ['2026-02-28T02:30:00Z', 1, '2026-03-28T02:30:00.000Z'],
    ['2026-03-08T02:30:00Z', 12, '2027-03-08T02:30:00.000Z'],
  ])('%s and %i months are %s', (from, months, until) => {
    expect(shown(addMonths(at(from), months))).toBe(until);
  });
});

describe('judgeSubscription', () => {
  const answer = (fields: Partial<ProviderSubscription>): ProviderSubscription => ({
    providerId: 'I-1',
    planId: 'P-1',
    customId: 'c',
    status: 'ACTIVE',
    startTime: at('2026-01-31'),
    nextBillingTime: null,
    failedPayments: 0,
    payments: [paid('2026-01-31')],
    ...fields,
  });
  const judge = (fields: Partial<ProviderSubscription>) => {
    const { status, periodStart, periodEnd, accessUntil, renews } = judgeSubscription(answer(fields));
    return [status, shown(periodStart), shown(periodEnd), shown(accessUntil), renews];
  };

  const NOT_YET = [null, null, null, null, false];
  test.each<[string, Partial<ProviderSubscription>, unknown[]]>([
    ['waits for approval', { status: 'APPROVAL_PENDING' }, NOT_YET],
    ['is approved, not begun', { status: 'APPROVED' }, NOT_YET],
    ['has no beginning', { startTime: null }, NOT_YET],
    [
      'is paid, with two days for the next charge',
      { nextBillingTime: at('2026-02-28T10:00:00Z') },
      ['active', '2026-01-31', '2026-02-28T10:00:00.000Z', '2026-03-02T10:00:00.000Z', true],
    ],
    [
      'is renewed on the last day of February and then on the 31st again',
      { nextBillingTime: at('2026-04-30T10:00:00Z'), payments: [paid('2026-01-31'), paid('2026-03-31T10:04:00Z')] },
      ['active', '2026-03-31', '2026-04-30T10:00:00.000Z', '2026-05-02T10:00:00.000Z', true],
    ],
    [
      'failed to be charged: grace until the next try',
      { nextBillingTime: at('2026-03-05'), failedPayments: 1 },
      ['past_due', '2026-01-31', '2026-03-05', '2026-03-05', true],
    ],
    [
      'fails month after month: one month on trust, however long it is tried',
      { nextBillingTime: at('2026-06-30'), failedPayments: 4 },
      ['past_due', '2026-01-31', '2026-03-28', '2026-03-28', true],
    ],
    [
      'failed to be charged for the first time: nothing was ever paid',
      { nextBillingTime: at('2026-02-28'), failedPayments: 1, payments: [] },
      ['past_due', null, null, '2026-01-31', true],
    ],
    [
      'cancelled: to the end of what was paid',
      { status: 'CANCELLED' },
      ['cancelled', '2026-01-31', '2026-02-28', '2026-02-28', false],
    ],
    [
      'cancelled after a renewal that came in the morning of the day',
      {
        status: 'CANCELLED',
        startTime: at('2026-01-15T22:43:00Z'),
        payments: [paid('2026-01-15T22:44:00Z'), paid('2026-02-15T10:05:00Z')],
      },
      ['cancelled', '2026-02-15T22:43:00.000Z', '2026-03-15T22:43:00.000Z', '2026-03-15T22:43:00.000Z', false],
    ],
    [
      'cancelled after a renewal that came late',
      { status: 'CANCELLED', payments: [paid('2026-01-31'), paid('2026-03-10')] },
      ['cancelled', '2026-02-28', '2026-03-31', '2026-03-31', false],
    ],
    ['suspended', { status: 'SUSPENDED' }, ['suspended', '2026-01-31', '2026-02-28', '2026-02-28', false]],
    ['expired', { status: 'EXPIRED' }, ['expired', '2026-01-31', '2026-02-28', '2026-02-28', false]],
    ['cancelled, never paid', { status: 'CANCELLED', payments: [] }, ['cancelled', null, null, '2026-01-31', false]],
    [
      'refunded at once',
      { payments: [paid('2026-01-31', true)], nextBillingTime: at('2026-02-28') },
      ['refunded', null, null, '2026-01-31', true],
    ],
    [
      'refunded a month later: the month before was still bought',
      { status: 'CANCELLED', payments: [paid('2026-01-31'), paid('2026-02-28T10:00:00Z', true)] },
      ['refunded', '2026-01-31', '2026-02-28', '2026-02-28', false],
    ],
    [
      'refunded, then charged again',
      { payments: [paid('2026-01-31', true), paid('2026-02-28')], nextBillingTime: at('2026-03-31') },
      ['active', '2026-02-28', '2026-03-31', '2026-04-02', true],
    ],
    [
      'told in another order',
      { status: 'CANCELLED', payments: [paid('2026-02-28'), paid('2026-01-31')] },
      ['cancelled', '2026-02-28', '2026-03-31', '2026-03-31', false],
    ],
    [
      'begun on a leap day',
      { status: 'CANCELLED', startTime: at('2028-02-29'), payments: [paid('2028-02-29'), paid('2029-02-28')] },
      ['cancelled', '2029-02-28', '2029-03-29', '2029-03-29', false],
    ],
  ])('one that %s', (_name, fields, standing) => {
    expect(judge(fields)).toEqual(standing);
  });
});

describe('nextLook', () => {
  const now = at('2026-02-10T12:00:00Z');
  const standing = judgeSubscription({
    providerId: 'I-1',
    planId: 'P-1',
    customId: 'c',
    status: 'ACTIVE',
    startTime: at('2026-01-31'),
    nextBillingTime: at('2026-02-28'),
    failedPayments: 0,
    payments: [paid('2026-01-31')],
  });
  const look = (fields: Partial<typeof standing>, createdAt = at('2026-01-31')) =>
    nextLook({ ...standing, ...fields }, createdAt, now)?.toISOString() ?? null;

  test('after the period, and every hour while the charge is late', () => {
    expect(look({})).toBe('2026-02-28T00:05:00.000Z');
    expect(look({ periodEnd: at('2026-02-10T11:55:00Z') })).toBe('2026-02-10T13:00:00.000Z');
    expect(look({ status: 'past_due' })).toBe('2026-02-28T00:05:00.000Z');
  });
  test('every ten minutes while it may be approved, and then no more', () => {
    expect(look({ status: null, renews: false }, at('2026-02-10T11:00:00Z'))).toBe('2026-02-10T12:10:00.000Z');
    expect(look({ status: null, renews: false }, at('2026-02-10T06:00:00Z'))).toBeNull();
  });
  test('never for what is over; daily for what was refunded and goes on, and for what may go on', () => {
    expect(look({ status: 'cancelled', renews: false })).toBeNull();
    expect(look({ status: 'suspended', renews: false })).toBe('2026-02-11T12:00:00.000Z');
    expect(look({ status: 'refunded', periodStart: null, periodEnd: null })).toBe('2026-02-11T12:00:00.000Z');
  });
});

const held = (id: string, until: string | null, created: string, renews = true): Held => ({
  id,
  accessUntil: until === null ? null : at(until),
  createdAt: at(created),
  activatedAt: null,
  firstPaidAt: null,
  renews,
});

test.each<[string, Held[], string | undefined]>([
  ['nothing', [], undefined],
  ['nothing that was ever paid', [held('a', null, '2026-01-01')], undefined],
  ['what lasts longest', [held('a', '2026-03-01', '2026-01-01'), held('b', '2026-04-01', '2026-02-01', false)], 'b'],
  ['of equals the first', [held('b', '2026-03-01', '2026-02-01'), held('a', '2026-03-01', '2026-01-01')], 'a'],
  ['what is over, when all is', [held('a', '2025-03-01', '2025-01-01', false), held('b', null, '2026-01-01')], 'a'],
])('chooseCarrier: %s carries the plan', (_name, all, carrier) => {
  expect(chooseCarrier(all)?.id).toBe(carrier);
});

test.each<[string, Held[], string[]]>([
  ['one', [held('a', '2026-03-01', '2026-01-01')], []],
  [
    'one that renews beside one that does not',
    [held('a', null, '2026-01-01', false), held('b', null, '2026-02-01')],
    [],
  ],
  ['two, the newer first', [held('b', null, '2026-02-01'), held('a', null, '2026-01-01')], ['b']],
  [
    'an older checkout that was paid later',
    [
      { ...held('a', null, '2026-01-01'), firstPaidAt: at('2026-01-03') },
      { ...held('b', null, '2026-01-02'), firstPaidAt: at('2026-01-02') },
    ],
    ['a'],
  ],
  ['two of one moment', [held('b', null, '2026-01-01'), held('a', null, '2026-01-01')], ['b']],
])('findDoubles: %s', (_name, all, doubles) => {
  expect(findDoubles(all).map(({ id }) => id)).toEqual(doubles);
});

const PROBE = `
  const { addMonths, judgeSubscription } = await import('./src/server/billing/payments/rules.ts');
  const { periodsOf } = await import('./src/server/billing/rules.ts');
  const days = ['2026-01-31T23:30:00Z', '2028-02-29T00:30:00Z', '2026-03-08T10:00:00Z', '2026-09-27T13:59:59Z'].map((d) => new Date(d));
  const judged = days.map((d) => judgeSubscription({ providerId: 'I', planId: 'P', customId: 'c', status: 'CANCELLED', startTime: d,
    nextBillingTime: null, failedPayments: 0, payments: [{ time: addMonths(d, 7), amountUsd: 5, refunded: false }] }));
  console.log(JSON.stringify([judged, days.map((d) => Array.from({ length: 14 }, (_, n) => addMonths(d, n))), days.map(periodsOf)]));`;

test('the time zone of the server changes nothing', () => {
  const answers = ['UTC', 'Pacific/Auckland', 'America/New_York'].map((TZ) => {
    const cwd = join(import.meta.dirname, '../../../..');
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROBE], {
      cwd,
      encoding: 'utf8',
      env: { TZ, PATH: process.env['PATH'] ?? '' },
    });
    expect(stderr).toBe('');
    return stdout;
  });
  expect(answers[0]).toContain('2026-02-28T23:30:00.000Z');
  expect(new Set(answers).size).toBe(1);
});
