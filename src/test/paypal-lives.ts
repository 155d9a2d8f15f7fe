import type { ProviderSubscription } from '#server/billing/payments/provider.ts';
import type { Book, PayPalBooks } from './paypal-books.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LONGEST_AGO_DAYS = 400;

type Change = (books: PayPalBooks, book: Book, random: () => number, now: Date) => void;

const whenDue = ({ nextBilling }: Book, now: Date) =>
  new Date(Math.min((nextBilling ?? now).getTime() + 3 * MINUTE_MS, now.getTime()));

const approve: Change = (books, book, random, now) =>
  books.approve(book.id, new Date(now.getTime() - Math.floor(random() * LONGEST_AGO_DAYS * DAY_MS) - MINUTE_MS));
const renew: Change = (books, book, _random, now) => books.renew(book.id, whenDue(book, now));
const fail: Change = (books, book, _random, now) => books.fail(book.id, whenDue(book, now));
const suspend: Change = (books, book) => books.suspend(book.id);
const reactivate: Change = (books, book) => books.reactivate(book.id);
const cancel: Change = (books, book) => books.cancel(book.id);
const expire: Change = (books, book) => books.expire(book.id);
const refund: Change = (books, book) => books.refund(book.id);
const refundHalf: Change = (books, book) => books.refund(book.id, 'half');

/** Possible next events of a subscription, repeated by likelihood. */
function choicesFor(book: Book, now: Date): Change[] {
  const isPaid = book.sales.some(({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED');
  const back = isPaid ? [refund, refundHalf] : [];
  switch (book.status) {
    case 'APPROVAL_PENDING':
    case 'APPROVED':
      return [approve];
    case 'ACTIVE':
      return book.nextBilling !== null && book.nextBilling <= now
        ? [renew, renew, renew, renew, renew, renew, fail, fail, suspend, cancel, ...back]
        : [suspend, cancel, expire, ...back];
    case 'SUSPENDED':
      return [reactivate, reactivate, cancel, ...back];
    case 'CANCELLED':
    case 'EXPIRED':
      return back;
  }
}

/** Makes one event happen. False: the subscription is final. */
export function liveOn(books: PayPalBooks, id: string, random: () => number, now: Date): boolean {
  const book = books.require(id);
  const choices = choicesFor(book, now);
  const change = choices[Math.floor(random() * choices.length)];
  change?.(books, book, random, now);
  return change !== undefined;
}

/** The state without the wire: times are truncated to seconds. */
export function toldBy(book: Book): ProviderSubscription {
  const told = (date: Date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000);
  return {
    providerId: book.id,
    planId: book.planId,
    customId: book.customId ?? null,
    status: book.status,
    startTime: told(book.startTime),
    nextBillingTime: book.nextBilling && told(book.nextBilling),
    failedPayments: book.failed,
    payments: book.sales
      .filter(({ status }) => status !== 'DECLINED' && status !== 'PENDING')
      .map(({ id, time, amount, status }) => ({
        id,
        time: told(time),
        amountUsd: Number(amount),
        refunded: status === 'REFUNDED',
        isPartlyRefunded: status === 'PARTIALLY_REFUNDED',
      })),
  };
}
