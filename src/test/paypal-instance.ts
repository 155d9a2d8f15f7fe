import type { Id } from '#contract/fields.ts';
import { buildApp } from '#server/app.ts';
import { createPayPal } from '#server/billing/index.ts';
import { openPortal } from '#server/billing/payments/open-portal.ts';
import { refreshPayments } from '#server/billing/payments/refresh-payments.ts';
import { startCheckout } from '#server/billing/payments/start-checkout.ts';
import { getCurrentSubscription, settlePlaces } from '#server/projects/index.ts';
import { type TestUser, addUser } from './builders.ts';
import { type TestServer, TEST_SECRET, openTestServices } from './harness.ts';
import { type PayPalMessage, PayPalServer } from './paypal-server.ts';
import type { SignedMessage } from './paypal-signer.ts';

/** A server with the fake PayPal, both on the same clock. */
export interface PayPalInstance extends TestServer {
  paypal: PayPalServer;
  /** Posts a webhook like PayPal. */
  deliver(message: SignedMessage): Promise<{ status: number; body: string }>;
  /** Delivers new webhooks in order. */
  deliverNew(): Promise<void>;
  /** Starts a checkout. Not over HTTP, because access tokens do not follow a moved clock. */
  checkout(user: TestUser, input?: { returnUrl?: string }): Promise<{ subscriptionId: string; url: string }>;
  /** The URL of the portal page. */
  portal(user: TestUser): Promise<string>;
  /** Polls PayPal for a person's subscriptions, as their open page does. */
  refresh(user: TestUser): Promise<void>;
}

export async function startPayPalInstance(
  options: { databaseUrl?: string; paypal?: PayPalServer } = {},
): Promise<PayPalInstance> {
  const paypal = options.paypal ?? (await PayPalServer.start());
  const services = await openTestServices({
    env: paypal.env,
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
  });
  if (options.paypal === undefined) paypal.now = services.now;
  const payments = createPayPal(paypal.config, {
    now: services.now,
    roots: [paypal.signer.root.pem],
    sleep: async () => undefined,
  });
  const app = await buildApp(services, { secret: TEST_SECRET, checkAnswers: true, payments });
  await app.http.ready();
  let delivered = 0;

  const instance: PayPalInstance = {
    ...services,
    app,
    http: app.http,
    paypal,
    deliver: async ({ headers, body }) => {
      const answer = await app.http.inject({ method: 'POST', url: '/api/webhooks/paypal', headers, payload: body });
      return { status: answer.statusCode, body: answer.body };
    },
    deliverNew: async () => {
      for (; delivered < paypal.messages.length; delivered += 1) {
        const { status, body } = await instance.deliver(paypal.messages[delivered] as PayPalMessage);
        if (status !== 200) throw new Error(`a message was answered ${status}: ${body}`);
      }
    },
    checkout: async (user, input = {}) => {
      const { url } = await startCheckout({ ...user.ctx, payments, settleProjects: settlePlaces }, input);
      return { url, subscriptionId: new URL(url).searchParams.get('ba_token') ?? '' };
    },
    portal: async (user) => {
      const ctx = { ...user.ctx, payments, settleProjects: settlePlaces };
      return (await openPortal(ctx, { returnUrl: `${services.config.url}/subscription` })).url;
    },
    refresh: (user) => refreshPayments({ ...user.ctx, payments, settleProjects: settlePlaces }),
    dispose: async () => {
      await app.close();
      await services.dispose();
      if (options.paypal === undefined) await paypal.close();
    },
  };
  return instance;
}

export const readCurrent = (user: TestUser) => getCurrentSubscription(user.ctx);

/** The rows about a person's plan. */
export async function readPlan(server: TestServer, userId: Id) {
  const { rows } = await server.database.pool.query<{
    tier_id: string;
    access_until: Date | null;
    status: string | null;
    period_start: Date | null;
    period_end: Date | null;
    renews: boolean | null;
    price_usd: string | null;
  }>(
    `select s.tier_id, s.access_until, p.status, p.period_start, p.period_end, p.renews, p.price_usd
     from user_subscriptions s left join payment_subscriptions p on p.id = s.payment_id where s.user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** How many subscription events a person's feed has. */
export async function countUpdates(server: TestServer, userId: Id): Promise<number> {
  const { rows } = await server.database.pool.query<{ count: number }>(
    `select count(*)::int as count from events where scope = 'user:' || $1 and type = 'subscription.updated'`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** A person with an approved and paid subscription that the server knows. */
export async function addSubscriber(server: PayPalInstance): Promise<{ user: TestUser; subscriptionId: string }> {
  const user = await addUser(server);
  const { subscriptionId } = await server.checkout(user);
  server.paypal.books.approve(subscriptionId);
  await server.deliverNew();
  return { user, subscriptionId };
}
