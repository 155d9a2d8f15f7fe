import { randomBytes } from 'node:crypto';

type Status = 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';

export interface Sale {
  id: string;
  subscriptionId: string;
  time: Date;
  amount: string;
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
}

export interface Book {
  id: string;
  planId: string;
  customId: string | undefined;
  email: string | undefined;
  amount: string;
  status: Status;
  startTime: Date;
  nextBilling: Date | null;
  /** Months charged or attempted so far; the day of the first one is kept. */
  cycles: number;
  failed: number;
  sales: Sale[];
  createTime: Date;
  updateTime: Date;
  returnUrl: string;
}

/** An event, with the state of its resource at that moment. */
export interface Happening {
  type: string;
  resourceType: 'subscription' | 'sale' | 'refund';
  resource: object;
  subscriptionId: string;
}

export const newPayPalId = (prefix = '') => prefix + randomBytes(9).toString('hex').toUpperCase().slice(0, 17);

/** PayPal charges in the morning, whatever the hour of the first payment. */
const BILLING_HOUR = 10;
const RETRY_MS = 5 * 86_400_000;
const FAILURES_MAX = 3;

/** The subscriptions of one merchant: PayPal's own state. */
export class PayPalBooks {
  readonly all = new Map<string, Book>();
  readonly sales = new Map<string, Sale>();
  readonly #now: () => Date;
  readonly #tell: (happening: Happening) => void;

  constructor(now: () => Date, tell: (happening: Happening) => void) {
    this.#now = now;
    this.#tell = tell;
  }

  require(id: string): Book {
    const book = this.all.get(id);
    if (book === undefined) throw new Error(`the stand-in has no subscription ${id}`);
    return book;
  }

  create(fields: Pick<Book, 'planId' | 'customId' | 'email' | 'amount' | 'returnUrl'>): Book {
    const now = this.#now();
    const state = { status: 'APPROVAL_PENDING', nextBilling: null, cycles: 0, failed: 0, sales: [] } as const;
    const book: Book = {
      ...fields,
      ...state,
      sales: [],
      id: newPayPalId('I-').slice(0, 14),
      startTime: now,
      createTime: now,
      updateTime: now,
    };
    this.all.set(book.id, book);
    this.#tellOf(book, 'CREATED');
    return book;
  }

  approve(id: string, at: Date = this.#now()): void {
    const book = this.require(id);
    book.startTime = at;
    this.#move(book, 'ACTIVE', at);
    book.cycles = 1;
    book.nextBilling = billingDay(book.startTime, 1);
    this.#tellOf(book, 'ACTIVATED');
    this.#charge(book, at, 'COMPLETED');
  }

  renew(id: string, at: Date = this.#now()): void {
    const book = this.require(id);
    book.cycles += 1;
    book.failed = 0;
    book.nextBilling = billingDay(book.startTime, book.cycles);
    this.#charge(book, at, 'COMPLETED');
  }

  fail(id: string, at: Date = this.#now()): void {
    const book = this.require(id);
    book.failed += 1;
    book.nextBilling = new Date(at.getTime() + RETRY_MS);
    this.#charge(book, at, 'DECLINED');
    this.#tellOf(book, 'PAYMENT.FAILED');
    if (book.failed >= FAILURES_MAX) this.suspend(id, at);
  }

  suspend(id: string, at: Date = this.#now()): void {
    this.#move(this.require(id), 'SUSPENDED', at);
    this.#tellOf(this.require(id), 'SUSPENDED');
  }

  reactivate(id: string, at: Date = this.#now()): void {
    const book = this.require(id);
    this.#move(book, 'ACTIVE', at);
    book.failed = 0;
    book.nextBilling = billingDay(book.startTime, book.cycles);
    this.#tellOf(book, 'ACTIVATED');
  }

  cancel(id: string, at: Date = this.#now()): void {
    this.#end(id, 'CANCELLED', at);
  }

  expire(id: string, at: Date = this.#now()): void {
    this.#end(id, 'EXPIRED', at);
  }

  /** Refunds the last payment, or half of it. */
  refund(id: string, part: 'all' | 'half' = 'all'): void {
    const book = this.require(id);
    const sale = book.sales.findLast(({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED');
    if (sale === undefined) throw new Error('nothing was paid');
    sale.status = part === 'all' ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    this.#tellOfRefund(sale, part === 'all' ? sale.amount : (Number(sale.amount) / 2).toFixed(2));
  }

  /** Refunds one payment. False: already refunded. */
  refundSale(sale: Sale): boolean {
    if (sale.status !== 'COMPLETED' && sale.status !== 'PARTIALLY_REFUNDED') return false;
    sale.status = 'REFUNDED';
    this.#tellOfRefund(sale, sale.amount);
    return true;
  }

  /** A bank reverses the last payment: the sale stays as it was, beside a negative transaction. */
  reverse(id: string): void {
    const book = this.require(id);
    const sale = book.sales.findLast(({ status }) => status === 'COMPLETED');
    if (sale === undefined) throw new Error('nothing was paid');
    const line: Sale = { ...sale, id: newPayPalId(), time: this.#now(), amount: `-${sale.amount}` };
    book.sales.push(line);
    this.sales.set(line.id, line);
    this.#tell({
      type: 'PAYMENT.SALE.REVERSED',
      resourceType: 'sale',
      subscriptionId: id,
      resource: {
        id: line.id,
        state: 'completed',
        amount: { total: line.amount, currency: 'USD' },
        create_time: wireTime(line.time),
      },
    });
  }

  #tellOfRefund(sale: Sale, total: string): void {
    this.#tell({
      type: 'PAYMENT.SALE.REFUNDED',
      resourceType: 'refund',
      subscriptionId: sale.subscriptionId,
      resource: {
        id: newPayPalId(),
        sale_id: sale.id,
        state: 'completed',
        amount: { total, currency: 'USD' },
        create_time: wireTime(this.#now()),
      },
    });
  }

  #end(id: string, status: 'CANCELLED' | 'EXPIRED', at: Date): void {
    const book = this.require(id);
    this.#move(book, status, at);
    book.nextBilling = null;
    this.#tellOf(book, status);
  }

  #move(book: Book, status: Status, at: Date): void {
    book.status = status;
    book.updateTime = at;
  }

  #charge(book: Book, time: Date, status: 'COMPLETED' | 'DECLINED'): void {
    const sale: Sale = { id: newPayPalId(), subscriptionId: book.id, time, amount: book.amount, status };
    book.sales.push(sale);
    this.sales.set(sale.id, sale);
    book.updateTime = time;
    if (status !== 'COMPLETED') return;
    this.#tell({
      type: 'PAYMENT.SALE.COMPLETED',
      resourceType: 'sale',
      subscriptionId: book.id,
      resource: showSale(sale),
    });
  }

  #tellOf(book: Book, what: string): void {
    this.#tell({
      type: `BILLING.SUBSCRIPTION.${what}`,
      resourceType: 'subscription',
      subscriptionId: book.id,
      resource: showBook(book),
    });
  }
}

export const wireTime = (at: Date) => at.toISOString().replace(/\.\d+/, '');

/** The response of `GET /v1/billing/subscriptions/{id}`. */
export function showBook(book: Book): object {
  const last = book.sales.findLast(({ status }) => status !== 'DECLINED');
  const isBegun = book.status !== 'APPROVAL_PENDING';
  return {
    id: book.id,
    plan_id: book.planId,
    status: book.status,
    status_update_time: wireTime(book.updateTime),
    start_time: wireTime(book.startTime),
    quantity: '1',
    ...(book.customId === undefined ? {} : { custom_id: book.customId }),
    subscriber: { email_address: book.email ?? 'somebody@example.com' },
    ...(isBegun && {
      billing_info: {
        outstanding_balance: { currency_code: 'USD', value: book.failed > 0 ? book.amount : '0.0' },
        cycle_executions: [
          { tenure_type: 'REGULAR', sequence: 1, cycles_completed: book.cycles, cycles_remaining: 0, total_cycles: 0 },
        ],
        ...(last && {
          last_payment: { amount: { currency_code: 'USD', value: last.amount }, time: wireTime(last.time) },
        }),
        ...(book.nextBilling !== null && { next_billing_time: wireTime(book.nextBilling) }),
        failed_payments_count: book.failed,
      },
    }),
    create_time: wireTime(book.createTime),
    update_time: wireTime(book.updateTime),
  };
}

export function showTransaction(sale: Sale): object {
  const value = sale.amount;
  return {
    id: sale.id,
    status: sale.status,
    payer_email: 'somebody@example.com',
    amount_with_breakdown: { gross_amount: { currency_code: 'USD', value } },
    time: wireTime(sale.time),
  };
}

export function showSale(sale: Sale): object {
  return {
    id: sale.id,
    state: sale.status.toLowerCase(),
    amount: { total: sale.amount, currency: 'USD' },
    billing_agreement_id: sale.subscriptionId,
    create_time: wireTime(sale.time),
    update_time: wireTime(sale.time),
  };
}

/**
 * The day so many months after the first, clamped to the end of the month. Implemented independently of the code under
 * test.
 */
function billingDay(start: Date, months: number): Date {
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay), BILLING_HOUR));
}
