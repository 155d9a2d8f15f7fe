import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths } from '../payments/rules.ts';
import * as rules from './rules.ts';

const CREATED = new Date('2023-12-31T23:59:59.999Z');

const pending: rules.SandboxRow = {
  id: 'SB-1',
  pageToken: 'x',
  planId: 'plan',
  customId: 'custom',
  subscriber: 'somebody@example.com',
  priceUsd: 5,
  status: 'APPROVAL_PENDING',
  startTime: null,
  nextBillingTime: null,
  failedPayments: 0,
  payments: [],
  declines: false,
  returnUrl: '',
  cancelUrl: '',
  createdAt: CREATED,
  updatedAt: CREATED,
};

const ACTS = {
  approve: rules.approve,
  chargeNow: rules.chargeNow,
  chargeDue: rules.chargeDue,
  switchDeclines: rules.switchDeclines,
  suspend: rules.suspend,
  reactivate: rules.reactivate,
  refundLast: rules.refundLast,
  cancel: rules.cancel,
} satisfies Record<string, rules.Act>;

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...Object.values(ACTS)),
    hours: fc.oneof(fc.integer({ min: 0, max: 48 }), fc.integer({ min: 0, max: 24 * 100 })),
  }),
  { maxLength: 40 },
);

test('whatever happens in whichever order, no month is paid twice and nothing is charged that is not due', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      let now = CREATED;
      let row = rules.approve(pending, now)?.row ?? pending;
      for (const { act, hours } of taken) {
        now = new Date(now.getTime() + hours * 3_600_000);
        const before = row;
        const done = act(row, now);
        if (done === undefined) continue;
        row = done.row;
        const start = row.startTime ?? CREATED;
        const months = row.payments
          .filter(({ status }) => status === 'COMPLETED')
          .map(({ time }) => rules.monthOf(start, new Date(time)).start.getTime());
        expect(new Set(months).size, 'months paid once').toBe(months.length);
        expect(row.payments.length - before.payments.length, 'each payment is told').toBe(
          done.events.filter((event) => event === 'PAYMENT.SALE.COMPLETED').length,
        );
        expect(row.nextBillingTime !== null, 'only what runs is charged').toBe(row.status === 'ACTIVE');
        const paid = rules.paidUntil(row);
        if (row.nextBillingTime !== null && paid !== null) expect(row.nextBillingTime >= paid).toBe(true);
        expect(row.failedPayments).toBeLessThanOrEqual(3);
        if (before.status === 'CANCELLED') expect(row.status).toBe('CANCELLED');
      }
    }),
    { numRuns: 500 },
  );
});

test('what is due is charged up to now, month by month from the first day', () => {
  const row = rules.approve(pending, CREATED)?.row ?? pending;
  const done = rules.chargeDue(row, new Date('2024-05-01T00:00:00Z'));
  expect(done?.row.payments.map(({ time }) => time)).toEqual([
    '2023-12-31T23:59:59.999Z',
    '2024-01-31T23:59:59.999Z',
    '2024-02-29T23:59:59.999Z',
    '2024-03-31T23:59:59.999Z',
    '2024-04-30T23:59:59.999Z',
  ]);
  expect(done?.row.nextBillingTime).toEqual(new Date('2024-05-31T23:59:59.999Z'));
  expect(rules.chargeDue(done?.row ?? row, new Date('2024-05-31T23:59:59.998Z'))).toBeUndefined();
});

test('a server that was off for ten years catches up in steps', () => {
  let row = rules.approve(pending, CREATED)?.row ?? pending;
  const now = addMonths(CREATED, 120);
  for (let round = 0; round < 3; round += 1) row = rules.chargeDue(row, now)?.row ?? row;
  expect(row.payments).toHaveLength(121);
  expect(rules.chargeDue(row, now)).toBeUndefined();
});

test('a checkout is approved while its price is kept, and not after', () => {
  const minutes = (count: number) => new Date(CREATED.getTime() + count * 60_000);
  expect(rules.approve(pending, minutes(175))?.row.status).toBe('ACTIVE');
  expect(rules.approve(pending, minutes(176))).toBeUndefined();
});
