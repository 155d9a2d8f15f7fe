import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Services } from '#server/platform/context.ts';
import { sandboxSubscriptions } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { MountRaw } from '#server/platform/http/raw.ts';
import type { Order, PaymentProvider } from '../payments/provider.ts';
import { type Happen, changeBooks, chargeAllDue } from './change-books.ts';
import { type Post, deliverMessages } from './deliver-messages.ts';
import { presentSubscription } from './present.ts';
import { findSubscription } from './queries.ts';
import { addSandboxPages } from './routes.ts';
import { cancel, refundOne, subscriptionOf } from './rules.ts';
import { deriveKey, readMessage } from './sign-message.ts';

const PLAN = 'sandbox-pro-monthly';
const NOT_SET_UP =
  'Payment is not set up: Pro cannot be bought. Set up PayPal, or switch the sandbox on with BATON_SANDBOX_PAYMENTS=on.';

export interface Sandbox {
  provider: PaymentProvider;
  /** Mounts the hosted pages; from then on webhooks are sent through `post`. */
  open(mountRaw: MountRaw, post: Post): void;
  /** Periodic job: due charges, webhooks to retry. Safe to run on several servers concurrently. */
  tend(): Promise<void>;
}

/**
 * A simulated payment provider inside the server, for instances without one: with state, pages and signed webhooks of
 * its own. The rest of Baton treats it like any other provider, and no money moves.
 */
export function createSandbox(services: Services, secret: string): Sandbox {
  const { db, now } = services;
  const key = deriveKey(secret);
  let post: Post | undefined;
  const deliver = async (ids?: readonly string[]) => {
    if (post !== undefined && ids?.length !== 0) await deliverMessages({ services, key, post }, ids);
  };
  const happen: Happen = async (named, act) => {
    const changed = await changeBooks(services, named, act);
    // The state is committed: a webhook that cannot be sent now is retried later.
    await deliver(changed.messages).catch((error: unknown) =>
      services.log.warn({ err: error }, 'messages of the sandbox are delivered later'),
    );
    return changed;
  };
  return {
    provider: {
      name: 'sandbox',
      planId: PLAN,
      createSubscription: async (order) => {
        const { id, pageToken } = await addSubscription(services, order);
        return { providerId: id, approvalUrl: pageBeside(order.returnUrl, `/sandbox/checkout/${pageToken}`) };
      },
      readSubscription: async (id) => {
        const row = await findSubscription(db, { id });
        return row && presentSubscription(row);
      },
      cancelSubscription: async (id) => void (await happen({ id }, cancel)),
      refundPayment: async (id) => void (await happen({ id: subscriptionOf(id) }, refundOne(id))),
      portalUrl: async (id, returnUrl) => {
        const [row] = await db
          .update(sandboxSubscriptions)
          .set({ returnUrl })
          .where(eq(sandboxSubscriptions.id, id))
          .returning({ token: sandboxSubscriptions.pageToken });
        if (row === undefined) throw unknownSubscription();
        return pageBeside(returnUrl, `/sandbox/portal/${row.token}`);
      },
      readWebhook: async (message) => readMessage(key, message, now()),
      probe: async () =>
        services.config.sandboxSells
          ? { ok: true, detail: 'Sandbox: no money moves.' }
          : { ok: false, detail: NOT_SET_UP },
    },
    open: (mountRaw, through) => {
      post = through;
      addSandboxPages(mountRaw, services, happen);
    },
    tend: async () => {
      // Where it does not sell it does not renew either: existing subscriptions end with their month.
      if (services.config.sandboxSells) await chargeAllDue(services);
      await deliver();
    },
  };
}

/** Under the host name the person came by and returns to; the caller has validated it. */
const pageBeside = (returnUrl: string, path: string) => new URL(path, returnUrl).href;

/** Not approved yet, so no webhook is sent. */
async function addSubscription(
  { db, now }: Services,
  order: Order,
): Promise<Pick<typeof sandboxSubscriptions.$inferInsert, 'id' | 'pageToken'>> {
  const id = `SB-${randomBytes(8).toString('hex').toUpperCase()}`;
  const pageToken = randomBytes(32).toString('base64url');
  await db.insert(sandboxSubscriptions).values({
    id,
    pageToken,
    planId: PLAN,
    customId: order.paymentId,
    subscriber: order.email,
    priceUsd: order.priceUsd,
    status: 'APPROVAL_PENDING',
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
    createdAt: now(),
    updatedAt: now(),
  });
  return { id, pageToken };
}

const unknownSubscription = () =>
  new AppError('PAYMENT_PROVIDER_ERROR', 'The sandbox does not know this subscription.');
