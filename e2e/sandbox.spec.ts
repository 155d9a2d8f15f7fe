import type { Page } from '@playwright/test';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import type { Instance } from './support/instance.ts';
import { apiOf } from './support/person-api.ts';
import { expect, test } from './support/test.ts';

async function openCheckout(page: Page, server: Instance): Promise<void> {
  const { url } = await (await apiOf(page, server)).send<{ url: string }>('POST', '/api/subscriptions/checkout', {});
  await page.goto(url);
}

async function openPortal(page: Page, server: Instance): Promise<void> {
  const body = { returnUrl: `${server.url}/subscription` };
  const { url } = await (await apiOf(page, server)).send<{ url: string }>('POST', '/api/subscriptions/portal', body);
  await page.goto(url);
}

const current = async (page: Page, server: Instance) =>
  (await apiOf(page, server)).send<CurrentSubscription>('GET', '/api/subscriptions/current');

/** Approves, and waits for the redirect back; what that page shows is tested elsewhere. */
async function approve(page: Page, press: () => Promise<void>): Promise<void> {
  const back = page.waitForResponse((answer) =>
    /\/subscription\/success\?subscription_id=SB-[0-9A-F]{16}$/.test(answer.url()),
  );
  await press();
  expect((await back).status()).toBe(200);
  await page.waitForLoadState();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a person subscribes, tries what can happen, cancels and goes back, by keyboard', async ({
  signedIn: page,
  person,
  server,
}) => {
  await openCheckout(page, server);
  await expect(page).toHaveTitle('Subscribe to Pro · Baton sandbox');
  await expect(page.getByRole('note')).toContainText('Sandbox: no money moves');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribe to Pro');
  await expect(page.getByRole('main')).toContainText('$5 per month');
  await expect(page.getByRole('main')).toContainText(person.email);
  await button(page, 'Cancel and return').press('Enter');
  await expect(page).toHaveURL('/subscription');
  expect((await current(page, server)).tier.tier_name).toBe('free');

  await openCheckout(page, server);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Approve and subscribe')).toBeFocused();
  await approve(page, () => page.keyboard.press('Enter'));
  expect((await current(page, server)).tier.tier_name).toBe('pro');

  await openPortal(page, server);
  const plan = page.getByRole('region', { name: 'Baton Pro' });
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('row');
  await expect(plan).toContainText('Active');
  await expect(payments).toHaveCount(2);
  await button(page, 'Renew now').click();
  await expect(payments).toHaveCount(3);
  await button(page, 'Let the next charge fail').click();
  await expect(plan).toContainText('It will be declined.');
  await button(page, 'Charge now').click();
  await expect(plan).toContainText('Payment failed');
  expect((await current(page, server)).subscription?.status).toBe('past_due');
  await button(page, 'Charge now').click();
  await expect(plan).toContainText('Active');
  await button(page, 'Suspend').click();
  await expect(plan).toContainText('Suspended');
  await button(page, 'Reactivate').click();
  await expect(plan).toContainText('Active');

  await button(page, 'Cancel subscription').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel the subscription?');
  await page.getByRole('link', { name: 'Keep the subscription' }).click();
  await expect(plan).toContainText('Active');
  await button(page, 'Cancel subscription').click();
  await button(page, 'Yes, cancel it').click();
  await expect(plan).toContainText('Canceled');
  await expect(button(page, 'Cancel subscription')).toHaveCount(0);
  await button(page, 'Refund the last payment').click();
  await expect(payments.nth(1)).toContainText('Refunded');
  await page.getByRole('link', { name: 'Back to Baton' }).click();
  await expect(page).toHaveURL('/subscription');
});

test('a refund of the last payment cancels the subscription as well', async ({ signedIn: page, server }) => {
  await openCheckout(page, server);
  await approve(page, () => button(page, 'Approve and subscribe').click());
  await openPortal(page, server);
  await button(page, 'Refund the last payment').click();
  await expect(page.getByRole('region', { name: 'Baton Pro' })).toContainText('Canceled');
  expect((await current(page, server)).tier.tier_name).toBe('free');
});

test('a double click approves once', async ({ signedIn: page, person, server }) => {
  await openCheckout(page, server);
  await approve(page, () => button(page, 'Approve and subscribe').dblclick());
  const rows = await server.sql<{ status: string; payments: unknown[] }>(
    'select status, payments from sandbox_subscriptions where subscriber = $1',
    [person.email],
  );
  expect(rows.map(({ status, payments }) => [status, payments.length])).toEqual([['ACTIVE', 1]]);
});

test('a page whose subscription has changed meanwhile says so and does nothing', async ({
  signedIn: page,
  elsewhere,
  server,
  faults,
}) => {
  faults.expect('409 POST /sandbox/portal/*');
  await openCheckout(page, server);
  await approve(page, () => button(page, 'Approve and subscribe').click());
  await openPortal(page, server);
  await openPortal(elsewhere, server);
  await button(elsewhere, 'Suspend').click();
  await expect(button(elsewhere, 'Reactivate')).toBeVisible();
  await button(page, 'Refund the last payment').click();
  await expect(page.getByRole('status')).toContainText('nothing was done');
  await expect(page.getByRole('region', { name: 'Baton Pro' })).toContainText('Suspended');
  await expect(page.getByText('Refunded')).toHaveCount(0);
  await expectAccessible(page, 'a page out of date');
});

test('the pages are accessible in both themes and on both widths', async ({ signedIn: page, server, faults }) => {
  faults.expect('404 GET /sandbox/checkout/*');
  const expectSound = async (what: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page, what);
    await expectNoSideways(page, 320, what);
  };
  await page.goto('/sandbox/checkout/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing here');
  await expectSound('an unknown address');
  await openCheckout(page, server);
  await expectSound('the checkout');
  await approve(page, () => button(page, 'Approve and subscribe').click());
  await openPortal(page, server);
  await button(page, 'Let the next charge fail').click();
  await button(page, 'Charge now').click();
  await expect(page.getByText('Payment failed')).toBeVisible();
  await expectSound('the portal');
  await button(page, 'Cancel subscription').click();
  await expectSound('the question before the end');
});
