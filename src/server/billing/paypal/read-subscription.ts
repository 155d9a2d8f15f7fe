import { z } from 'zod';
import type { ProviderPayment, ProviderSubscription } from '../payments/provider.ts';
import type { Api } from './call-api.ts';
import { readJson } from './read-json.ts';
import { isPayPalId } from './rules.ts';

const Moment = z.iso.datetime({ offset: true }).transform((told) => new Date(told));

const Subscription = z.object({
  id: z.string(),
  plan_id: z.string(),
  custom_id: z.string().optional(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  start_time: Moment.optional(),
  billing_info: z
    .object({ next_billing_time: Moment.optional(), failed_payments_count: z.int().nonnegative().optional() })
    .optional(),
});

const Transactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        time: Moment,
        amount_with_breakdown: z.object({
          gross_amount: z.object({ currency_code: z.string(), value: z.string().regex(/^-?\d*\.?\d+$/) }),
        }),
      }),
    )
    .optional(),
  total_pages: z.int().optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});
type Transactions = z.infer<typeof Transactions>;

const DAY_MS = 86_400_000;
/** Bounds pagination at more than a lifetime of months. */
const PAGES_MAX = 50;
/** Transaction states in which money was received, whether or not some or all of it was returned. */
const PAID = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED']);
const RETURNED = new Set(['REFUNDED', 'REVERSED']);

/** A subscription with all its payments. Undefined: unknown to PayPal. */
export async function readSubscription(
  api: Api,
  providerId: string,
  now: Date,
): Promise<ProviderSubscription | undefined> {
  if (!isPayPalId(providerId)) return undefined;
  const path = `/v1/billing/subscriptions/${providerId}`;
  const { response, bytes } = await api.call({ method: 'GET', path, expects: [404] });
  if (response.status === 404) return undefined;
  const told = readJson(bytes, Subscription);
  const startTime = told.start_time ?? null;
  const isBegun = startTime !== null && told.status !== 'APPROVAL_PENDING' && told.status !== 'APPROVED';
  return {
    providerId: told.id,
    planId: told.plan_id,
    customId: told.custom_id ?? null,
    status: told.status,
    startTime,
    nextBillingTime: told.billing_info?.next_billing_time ?? null,
    failedPayments: told.billing_info?.failed_payments_count ?? 0,
    payments: isBegun ? await readPayments(api, `${path}/transactions`, startTime, now) : [],
  };
}

async function readPayments(api: Api, path: string, since: Date, now: Date): Promise<ProviderPayment[]> {
  const first = new URLSearchParams({
    start_time: new Date(since.getTime() - DAY_MS).toISOString(),
    end_time: now.toISOString(),
  });
  const found = new Map<string, ProviderPayment>();
  const returns = new Map<string, Date>();
  let query: URLSearchParams | undefined = first;
  for (let page = 1; query !== undefined && page <= PAGES_MAX; page += 1) {
    const { bytes } = await api.call({ method: 'GET', path: `${path}?${query.toString()}` });
    const told = readJson(bytes, Transactions);
    for (const { id, status, time, amount_with_breakdown: amount } of told.transactions ?? []) {
      const amountUsd = Number(amount.gross_amount.value);
      if (!PAID.has(status)) continue;
      // Negative amounts are refunds, not payments.
      if (amountUsd < 0) returns.set(`${id} ${amountUsd}`, time);
      if (amountUsd <= 0) continue;
      const part = status === 'PARTIALLY_REFUNDED';
      found.set(id, { id, time, amountUsd, refunded: RETURNED.has(status), isPartlyRefunded: part });
    }
    query = nextPage(told, first, page);
  }
  const payments = [...found.values()].toSorted((a, b) => a.time.getTime() - b.time.getTime());
  return withReversals(payments, returns);
}

/**
 * A payment reversed by a bank may stay COMPLETED, beside a negative transaction of the same amount. That belongs to
 * the last payment of its amount before it; payments marked as refunded already have theirs.
 */
function withReversals(payments: ProviderPayment[], returns: ReadonlyMap<string, Date>): ProviderPayment[] {
  const settled = new Set<string>();
  const marked = new Set(payments.filter(({ refunded }) => refunded).map(({ id }) => id));
  const lines = [...returns].toSorted((a, b) => a[1].getTime() - b[1].getTime());
  for (const [key, time] of lines) {
    const amount = -Number(key.slice(key.lastIndexOf(' ') + 1));
    const fitting = payments.filter((one) => one.amountUsd === amount && one.time <= time && !settled.has(one.id));
    const whose = fitting.findLast(({ id }) => marked.has(id)) ?? fitting.at(-1);
    if (whose !== undefined) settled.add(whose.id);
  }
  return payments.map((one) => (settled.has(one.id) ? { ...one, refunded: true, isPartlyRefunded: false } : one));
}

/** Only the query of the next-page link is used: the host stays the configured one (SSRF). */
function nextPage(told: Transactions, first: URLSearchParams, page: number): URLSearchParams | undefined {
  const next = told.links?.find(({ rel }) => rel === 'next')?.href;
  if (next !== undefined && URL.canParse(next)) return new URL(next).searchParams;
  if (page >= (told.total_pages ?? 1)) return undefined;
  return new URLSearchParams({ ...Object.fromEntries(first), page: String(page + 1) });
}
