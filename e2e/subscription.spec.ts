import type { Page, Route } from '@playwright/test';
import type { LimitNotice } from '#contract/subscription.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { tabTo } from './support/keys.ts';
import { toastOf } from './support/parts.ts';
import { addProject, addTasks } from './support/plans.ts';
import { changePlan, dayOf, giveSubscription, inDays, tellPlanChanged } from './support/subscriptions.ts';
import { expect, test } from './support/test.ts';

test('a free account sees its plan, its usage and the offer', async ({ signedIn: page, person, server }) => {
  await addProject(server, person, 'The one');
  await page.goto('/projects');
  await page.getByRole('banner').getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL('/subscription');
  const plan = page.getByRole('region', { name: 'Current Plan' });
  await expect(plan.getByRole('heading', { name: 'Free' })).toBeVisible();
  await expect(plan).toContainText('Forever Free');
  const usage = page.getByRole('region', { name: 'Usage' }).getByRole('listitem');
  await expect(usage).toHaveText([
    /PRD Uploads0 \/ 1.*Resets monthly/,
    /Task Generations0 \/ 1/,
    /Active Projects1 \/ 1/,
    /MCP Tool Rate LimitStandard/,
    /Storage.*B \/ 50 MB/,
  ]);
  await expect(page.getByRole('meter', { name: 'MCP Tool Rate Limit' })).toHaveAttribute('aria-valuenow', '20');
  await expect(page.getByRole('meter', { name: 'Active Projects' })).toHaveAttribute('aria-valuenow', '1');
  await expect(
    page.getByText(
      'Get 5 projects, 5 PRD uploads, 10 task generations, and 5x faster MCP tools. Limited offer: $5/month (regular $10)',
    ),
  ).toBeVisible();
  await expect(page.getByText('Monthly limits reset on the 1st of each month.')).toBeVisible();
  await expect(page.getByText('Pro gets 5x higher hourly MCP limits')).toBeVisible();
  for (const name of ['View Plans', 'View Pro Benefits', 'Upgrade to Pro - $5/month']) {
    await page.goto('/subscription');
    await page.getByRole('link', { name }).click();
    await expect(page, name).toHaveURL('/pricing');
  }
});

test('a paid account sees its price and its billing, and no offer', async ({ page, addPerson, signIn }) => {
  await signIn(page, await addPerson({ tier: 'pro' }));
  await page.goto('/subscription');
  const plan = page.getByRole('region', { name: 'Current Plan' });
  await expect(plan.getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(plan).toContainText('$5/month');
  const billing = page.getByRole('region', { name: 'Billing Details' });
  await expect(billing).toContainText('No active billing period');
  await expect(billing).toContainText('N/A');
  await expect(billing, 'nobody pays for it').toContainText('An administrator gave you this plan.');
  await expect(page.getByRole('button', { name: /^Manage/ })).toHaveCount(0);
  await expect(page.getByText('5x Higher', { exact: true })).toBeVisible();
  await expect(page.getByRole('meter', { name: 'MCP Tool Rate Limit' })).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByRole('link', { name: /Upgrade/ })).toHaveCount(0);
  await expect(page.getByText('Limited offer')).toHaveCount(0);
});

test('a plan that cannot be read is said so', async ({ signedIn: page, faults }) => {
  faults.expect('500 GET /api/subscriptions/current');
  await page.route('**/api/subscriptions/current', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Failed to fetch subscription' } }),
  );
  await page.goto('/subscription');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch subscription');
  await page.unroute('**/api/subscriptions/current');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Forever Free')).toBeVisible();
});

test('a subscription tells how it stands and what comes next', async ({ page, addPerson, signIn, server }) => {
  const person = await addPerson();
  await signIn(page, person);
  const end = dayOf(inDays(20));
  const past = dayOf(inDays(-3));
  const billing = page.getByRole('region', { name: 'Billing Details' });
  const plan = page.getByRole('region', { name: 'Current Plan' });
  const manage = page.getByRole('button', { name: /^Manage in/ });

  await giveSubscription(server, person, { status: 'active', provider: 'paypal' });
  await page.goto('/subscription');
  await expect(billing).toContainText(`${dayOf(inDays(-10))} - ${end}`);
  await expect(billing).toContainText(`Next billing${end}`);
  await expect(manage).toHaveText('Manage in PayPal');
  await expectAccessible(page, 'a subscription that renews');

  const cases = [
    { held: { status: 'cancelled' }, where: billing, says: `Pro until ${end}, then Free.`, manages: true },
    { held: { status: 'past_due' }, where: billing, says: `A payment failed. Pro until ${end}.`, manages: true },
    { held: { status: 'suspended' }, where: billing, says: `Pro until ${end}, then Free.`, manages: true },
    {
      held: { status: 'refunded', endsIn: -3 },
      where: plan,
      says: `ended on ${past}. Its last payment`,
      manages: false,
    },
    {
      held: { status: 'refunded', endsIn: -3, renews: true },
      where: plan,
      says: 'It still renews at the sandbox: cancel it there',
      manages: true,
    },
    {
      held: { status: 'expired', endsIn: -3 },
      where: plan,
      says: `Your last subscription ended on ${past}.`,
      manages: false,
    },
    { held: { status: 'suspended', endsIn: -3 }, where: plan, says: 'pay the outstanding amount there', manages: true },
  ] as const;
  for (const { held, where, says, manages } of cases) {
    await giveSubscription(server, person, held);
    await tellPlanChanged(server, person, 'pro');
    await expect(where, held.status).toContainText(says);
    await expect(manage, held.status).toHaveCount(manages ? 1 : 0);
    if (manages) await expect(manage).toHaveText('Manage in the sandbox');
    await expectAccessible(page, `a subscription that is ${held.status}`, { widths: [390] });
  }
  await expect(page.getByText('No active billing period'), 'a free plan has no billing').toHaveCount(0);
});

test('the price that somebody agreed to is the one that is shown', async ({ page, addPerson, signIn, server }) => {
  const person = await addPerson();
  await signIn(page, person);
  await giveSubscription(server, person, { status: 'active', price: 10 });
  await page.goto('/subscription');
  await expect(page.getByRole('region', { name: 'Current Plan' })).toContainText('$10/month');
});

test('management opens the provider’s page, says so meanwhile, and says what went wrong', async ({
  page,
  addPerson,
  signIn,
  server,
  faults,
}) => {
  faults.expect('502 POST /api/subscriptions/portal', 'net::ERR_FAILED POST /api/subscriptions/portal');
  const person = await addPerson();
  await signIn(page, person);
  await giveSubscription(server, person, { status: 'active', provider: 'paypal' });
  let reply: (route: Route) => Promise<void> = (route) => route.abort();
  await page.route('**/api/subscriptions/portal', (route) => reply(route));
  await page.goto('/subscription');
  const button = page.getByRole('button', { name: 'Manage in PayPal' });

  reply = (route) =>
    route.fulfill({
      status: 502,
      json: { success: false, error: 'PayPal cannot be reached.', errorType: 'PAYMENT_PROVIDER_ERROR' },
    });
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('PayPal cannot be reached.');
  await expect(button, 'and may be tried again').not.toHaveAttribute('aria-busy', 'true');

  reply = (route) => route.fulfill({ json: { success: true, data: { url: '' } } });
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to create portal session');

  reply = (route) => route.abort();
  await button.click();
  await expect(page.getByRole('alert')).toContainText('Failed to open subscription management');

  reply = (route) => route.fulfill({ json: { success: true, data: { url: 'http://paypal.evil.example/' } } });
  await button.click();
  await expect(page.getByRole('alert'), 'an address that is not safe').toContainText('not a safe one');
  await expect(page).toHaveURL('/subscription');

  let asked: unknown;
  const answer = Promise.withResolvers<void>();
  reply = async (route) => {
    asked = route.request().postDataJSON();
    await answer.promise;
    await route.fulfill({ json: { success: true, data: { url: `${server.url}/terms` } } });
  };
  await button.click();
  await expect(page.getByRole('button', { name: 'Opening PayPal...' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('alert')).toHaveCount(0);
  answer.resolve();
  await expect(page).toHaveURL('/terms');
  expect(asked).toEqual({ returnUrl: `${server.url}/subscription` });
  await page.goBack();
  await expect(button, 'back again it is not busy any more').not.toHaveAttribute('aria-busy', 'true');
});

test('from the pricing page two steps lead to the checkout, by keyboard alone', async ({ signedIn: page, server }) => {
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/subscriptions/checkout', async (route) => {
    await answer.promise;
    await route.fulfill({ json: { success: true, data: { url: `${server.url}/terms` } } });
  });
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Upgrade to Pro' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/subscription?upgrade=1');
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Pro' });
  await expect(dialog).toContainText('$5/month');
  await expect(dialog).toContainText('Sandbox: no money moves.');
  const go = dialog.getByRole('button', { name: 'Continue to the sandbox checkout' });
  await expect(go).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(page, 'a closed dialog leaves no trace').toHaveURL('/subscription');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await expect(go).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Opening the sandbox…' })).toBeVisible();
  answer.resolve();
  await expect(page).toHaveURL('/terms');
});

test('a checkout that is refused says why, and a guest comes back to it', async ({ page, person, server, faults }) => {
  faults.expect('401 GET /api/auth/token', '409 POST /api/subscriptions/checkout');
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/subscription?upgrade=1');
  // Approved in another tab meanwhile, unknown to this one.
  await server.sql(
    `insert into payment_subscriptions (id, user_id, provider, provider_id, plan_id, price_usd, status, renews)
     values (gen_random_uuid(), $1, 'sandbox', 'I-elsewhere', 'a plan', 5, 'active', true)`,
    [person.id],
  );
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Pro' });
  await dialog.getByRole('button', { name: /^Continue/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('You are subscribed to Pro already.');
});

test('when the early places are gone, no page offers the early price', async ({ signedIn: page }) => {
  const offer = { price_usd: 10, regular_price_usd: 10, provider: 'paypal' as const };
  await changePlan(page, () => ({ offer }));
  await page.route('**/api/instance', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, offer } } });
  });
  await page.goto('/pricing');
  await expect(page.getByRole('region', { name: 'Pro' })).toContainText('$10/month');
  await expect(page.getByText('Save 50%')).toHaveCount(0);
  await page.goto('/subscription');
  await expect(page.getByRole('link', { name: 'Upgrade to Pro - $10/month' })).toBeVisible();
  await expect(page.getByText('Limited offer')).toHaveCount(0);
  await expect(page.getByText('You are billed through PayPal')).toBeVisible();
});

/** The page asks for the payment every 2.5 seconds; its clock must be installed. */
async function nextCheck(page: Page): Promise<void> {
  const checked = page.waitForResponse('**/api/subscriptions/refresh');
  await page.clock.fastForward(2_500);
  await checked;
}

test('the address of the confirmation upgrades nobody', async ({ signedIn: page, person, server }) => {
  await page.clock.install();
  await page.goto('/subscription/success');
  await expect(page.getByRole('heading', { name: 'No payment has arrived yet' })).toBeVisible();
  for (let check = 2; check <= 6; check += 1) await nextCheck(page);
  await expect(page.getByText('Subscription Successful!')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Check Again' }), 'it has stopped asking').toBeVisible();
  await expect(page, 'and leads nowhere by itself').toHaveURL('/subscription/success');
  expect(await server.sql('select 1 from user_subscriptions where user_id = $1', [person.id])).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Go to Projects' }).click();
  await expect(page).toHaveURL('/projects');
});

test('a confirmed subscription is thanked for and moves on after five seconds', async ({
  page,
  addPerson,
  signIn,
  server,
}) => {
  const person = await addPerson();
  await signIn(page, person);
  let late = true;
  await page.route('**/api/subscriptions/refresh', async (route) => {
    // The provider is slow: the first poll finds nothing yet.
    if (!late) await giveSubscription(server, person, { status: 'active' });
    late = false;
    const token = route.request().headers()['authorization'] ?? '';
    const current = await fetch(`${server.url}/api/subscriptions/current`, { headers: { authorization: token } });
    await route.fulfill({ status: 200, contentType: 'application/json', body: await current.text() });
  });
  await page.clock.install();
  await page.goto('/subscription/success?subscription_id=I-1');
  await expect(page.getByRole('heading', { name: 'No payment has arrived yet' })).toBeVisible();
  await nextCheck(page);
  await expect(page.getByRole('heading', { name: 'Subscription Successful!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Subscription' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Go to Projects' })).toBeVisible();
  await expect(page.getByText(/Redirecting to your subscription in [1-5] seconds?\.\.\./)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(page).toHaveURL('/subscription');
  await expect(page.getByRole('region', { name: 'Current Plan' })).toContainText('$5/month');
});

test('a change of plan reaches every open tab', async ({ signedIn: here, elsewhere: there, person, server }) => {
  for (const page of [here, there]) {
    const streaming = page.waitForResponse('**/api/me/events');
    await page.goto('/projects');
    await streaming;
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toBeVisible();
  }
  await there.goto('/subscription');
  await expect(there.getByText('Forever Free')).toBeVisible();
  await giveSubscription(server, person, { status: 'active' });
  await tellPlanChanged(server, person, 'pro');
  for (const page of [here, there])
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
  await expect(there.getByText('0 / 10')).toBeVisible();
});

const uploads: LimitNotice = {
  limit: 'prd_uploads',
  period: 'month',
  used: 4,
  allowed: 5,
  percent: 80,
  resets_at: '2027-04-01T00:00:00.000Z',
};

test('a limit that comes near is told above every screen until it is dismissed', async ({
  signedIn: page,
  person,
  server,
}) => {
  const id = await addProject(server, person, 'Harbor API');
  await addTasks(server, id, [['Lay the keel', 'open']]);
  let notices: LimitNotice[] = [
    uploads,
    { ...uploads, limit: 'task_generations', used: 10, allowed: 10, percent: 100 },
  ];
  await changePlan(page, () => ({ notices }));
  const bar = page.locator('[data-part=plan-banner]');
  const dismiss = page.getByRole('button', { name: 'Dismiss this notice' });

  await page.goto('/projects');
  await expect(bar).toHaveText(
    /^You have used 10 of 10 task generations this month\. Resets on Apr 1\. Upgrade and 1 more notice$/,
  );
  await expectAccessible(page, 'a notice above the projects');
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar.getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL('/subscription');
  await expect(page.getByRole('region', { name: 'Current Plan' })).toBeVisible();
  await expect(bar, 'the meters tell there').toHaveCount(0);

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/projects/${id}/tasks`);
    await expect(bar).toBeVisible();
    await expect(
      page.getByText('Connected to real-time updates'),
      'nothing is pushed out of the window',
    ).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(
      0,
    );
  }
  await dismiss.click();
  await expect(bar).toContainText('You have used 4 of 5 PRD uploads this month.');
  await expect(dismiss, 'the next one is dismissed by the same key').toBeFocused();
  await dismiss.click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('main'), 'the focus is not lost').toBeFocused();
  await page.reload();
  await expect(page.getByText('Lay the keel').first()).toBeVisible();
  await expect(bar).toHaveCount(0);

  notices = [{ ...uploads, used: 5, percent: 100 }];
  await page.reload();
  await expect(bar, 'at 100 percent it comes back').toContainText('You have used 5 of 5 PRD uploads this month.');
});

test('projects beyond the plan are read, chosen from, and archived', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('429 POST /api/subscriptions/keep-projects');
  const id = await addProject(server, person, 'Harbor API');
  await addTasks(server, id, [['Lay the keel', 'open']]);
  const kept = await addProject(server, person, 'Lighthouse');
  await addProject(server, person, 'Dockyard');
  await server.sql('update projects set read_only_at = now() where user_id = $1 and id <> $2', [person.id, kept]);

  const call = '**/api/subscriptions/keep-projects';
  let sent: unknown;
  await page.route(call, (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ status: 429, json: { success: false, error: 'No.', errorType: 'USAGE_LIMIT_EXCEEDED' } });
  });
  await page.goto(`/projects/${id}/tasks`);
  await expect(page.getByText('it can be read and exported, but nothing in it can be changed')).toBeVisible();
  const addNote = page.getByRole('button', { name: 'Add a note…' });
  await expect(addNote).toBeDisabled();
  await expect(addNote, 'and says why').toHaveAccessibleDescription(/nothing in it can be changed/);
  await expect(page.getByRole('button', { name: 'Add task' })).toBeDisabled();
  await page.getByRole('treeitem', { name: /Lay the keel/ }).click();
  for (const name of ['Edit description', 'Break down…', 'Delete task', 'Add to "Blocks"'])
    await expect(page.getByRole('button', { name }), name).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Done' })).toBeDisabled();
  await page.getByRole('treeitem', { name: /Lay the keel/ }).focus();
  await page.keyboard.press('Delete');
  await expect(toastOf(page, 'Read-Only Project')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /Lay the keel/ })).toBeVisible();
  await expectAccessible(page, 'the tasks of a project that can only be read');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/projects/${id}/prd`);
  const generate = page.getByRole('button', { name: /^Update plan/ });
  await expect(generate).toBeDisabled();
  await expect(generate).toHaveAccessibleDescription(/nothing in it can be changed/);

  await page.goto('/projects');
  await expect(page.getByRole('article', { name: 'Dockyard' })).toContainText('read-only');
  await expect(page.getByRole('article', { name: 'Lighthouse' })).toContainText('active');
  const bar = page.locator('[data-part=plan-banner]');
  await expect(bar).toContainText('Your plan allows 1 active project and you have 3. Two are read-only.');
  await bar.getByRole('link', { name: 'Choose projects' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose projects' });
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await expect(dialog.getByRole('radio', { name: /Lighthouse/ })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: /Lighthouse/ })).toBeChecked();
  await expectAccessible(page, 'the choice of projects');
  await dialog.getByRole('radio', { name: /Harbor API/ }).check();
  await expect(dialog).toContainText('1 of 1 chosen. 2 are archived.');

  const confirm = dialog.getByRole('button', { name: 'Keep and archive the others' });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText("You've reached your usage limit.");
  expect(sent).toEqual({ projectIds: [id] });

  await page.unroute(call);
  await confirm.click();
  await expect(toastOf(page, 'Projects Archived')).toContainText('2 projects are in the archive now.');
  await expect(dialog).toBeHidden();
  await expect(page, 'the choice is over').toHaveURL('/projects');
  await expect(page.getByRole('article', { name: 'Harbor API' })).toContainText('active');
  await expect(page.getByRole('article', { name: 'Lighthouse' })).toContainText('archived');
});

test('an archived project is read, and taken out of the archive where it is open', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('429 PUT /api/projects/*');
  const id = await addProject(server, person, 'Ledger', { status: 'archived' });
  await page.goto(`/projects/${id}/tasks`);
  await expect(page.getByText('This project is archived')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add task' }).first()).toBeDisabled();
  const other = await addProject(server, person, 'In its place');
  const unarchive = page.getByRole('button', { name: 'Unarchive Project' });
  await unarchive.click();
  await expect(toastOf(page, 'Usage Limit Exceeded')).toContainText("You've reached your usage limit.");
  await server.sql('delete from projects where id = $1', [other]);
  await unarchive.click();
  await expect(unarchive).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add task' }).first()).toBeEnabled();
});

test('the account page tells what is billed', async ({ page, addPerson, signIn, server, faults }) => {
  faults.expect('500 GET /api/subscriptions/current');
  const person = await addPerson();
  await signIn(page, person);
  const billing = page.getByRole('region', { name: 'Billing' });
  await page.goto('/profile');
  await expect(billing).toContainText('Forever Free');
  await expect(billing.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible();

  await giveSubscription(server, person, { status: 'active' });
  await page.reload();
  await expect(billing).toContainText(`$5/monthRenews${dayOf(inDays(20))}`);
  await expect(billing.getByRole('button', { name: 'Manage in the sandbox' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const spills = await billing.evaluate((card) =>
    [...card.querySelectorAll('button, a[data-part=button]')].some(
      (button) => button.getBoundingClientRect().right > card.getBoundingClientRect().right,
    ),
  );
  expect(spills, 'its buttons stay inside the card on a phone').toBe(false);
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete My Account' });
  await expect(deletion).toContainText('This also cancels your subscription: nothing more is charged');

  await giveSubscription(server, person, { status: 'past_due' });
  await page.reload();
  await expect(billing).toContainText('RenewsA payment failed. Pro until');

  await giveSubscription(server, person, { status: 'cancelled' });
  await page.reload();
  await expect(billing).toContainText(`Ends${dayOf(inDays(20))}, then Free`);
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(deletion).toContainText('This cannot be undone.');
  await expect(deletion, 'nothing is left to cancel').not.toContainText('Your subscription');

  await page.route('**/api/subscriptions/current', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Failed to fetch subscription' } }),
  );
  await page.reload();
  await expect(billing.getByRole('alert')).toContainText('Failed to fetch subscription');
  await expect(billing, 'a plan that cannot be read is taken for the free one').toContainText('PlanFree');
});

test('what is still charged can be managed, whatever became of the plan', async ({
  page,
  addPerson,
  signIn,
  server,
}) => {
  const person = await addPerson();
  await signIn(page, person);
  await giveSubscription(server, person, { status: 'refunded', provider: 'paypal', endsIn: -1, renews: true });
  await server.sql(
    `insert into payment_endings (payment_id, reason) select id, 'refunded' from payment_subscriptions where user_id = $1`,
    [person.id],
  );
  for (const path of ['/subscription', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Manage in PayPal' }), path).toBeVisible();
  }
  await page.goto('/subscription');
  await expect(page.getByText('Your last payment was refunded, so the subscription is being canceled')).toBeVisible();
  await expectAccessible(page, 'a refunded subscription that renews');
  await server.sql(
    `update user_subscriptions set tier_id = 'pro', granted = true, access_until = null where user_id = $1`,
    [person.id],
  );
  await page.reload();
  await expect(page.getByRole('region', { name: 'Billing Details' })).toContainText(
    'Your own subscription is still billed through PayPal',
  );
  await expect(page.getByRole('button', { name: 'Manage in PayPal' })).toBeVisible();
});

test('where payment is not set up, the pages say so and lead nobody to a checkout', async ({ signedIn: page }) => {
  for (const address of ['**/api/subscriptions/current', '**/api/instance'])
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...rest, data: { ...data, offer: null } } });
    });
  await page.goto('/subscription?upgrade=1');
  await expect(page.getByText('Payment is not set up on this instance, so Pro cannot be bought here.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Upgrade/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Subscribe/ })).toHaveCount(0);
  await expectAccessible(page, 'the plan where nothing is sold');
  await page.goto('/pricing');
  await expect(page.getByRole('region', { name: 'Pro' })).toContainText('Payment is not set up on this instance');
  await expect(page.getByRole('link', { name: /Upgrade to Pro|Start Free Trial/ })).toHaveCount(0);
  await expectAccessible(page, 'the prices where nothing is sold');
});
