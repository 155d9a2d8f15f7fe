import { connectAgent, makeKey } from './support/agent.ts';
import { CONSOLE_PATHS, confirmAct, controlOf } from './support/console.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import type { Instance } from './support/instance.ts';
import { toastOf } from './support/parts.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

const SUSPENDED = 'This account is suspended. Please contact support.';

/** The status of one MCP call with this key. */
async function statusOfCall({ url }: Instance, apiKey: string, projectId: string): Promise<number> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'x-project-id': projectId,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'orient', arguments: {} },
    }),
  });
  await answer.body?.cancel();
  return answer.status;
}

test('an account is found, suspended, activated, and loses its key', async ({
  page,
  addPerson,
  openBrowser,
  server,
  signIn,
  faults,
}) => {
  faults.expect('401 GET /api/auth/token', '403 *');
  const admin = await addPerson({ name: 'Grace Hopper', isAdmin: true });
  const person = await addPerson({ address: 'harbormaster' });
  const theirs = await openBrowser();
  await signIn(theirs, person);
  const apiKey = await makeKey(await apiOf(theirs, server));
  const projectId = await addProject(server, person, 'Harbor API');
  const agent = await connectAgent(server, { apiKey, projectId });
  await agent.call('orient');
  const streaming = theirs.waitForResponse('**/api/me/events');
  await theirs.goto('/profile');
  await streaming;

  await signIn(page, admin);
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: 'Search by email' }).fill('HARBORMASTER');
  await expect(page.getByText('1 user found')).toBeVisible();
  await page.getByRole('cell', { name: person.email, exact: true }).click();
  await expect(page).toHaveURL(`/admin/users/${person.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.email);

  await test.step('suspended, in every open page and for the agent', async () => {
    await confirmAct(page, 'Suspend', `Suspend ${person.email}?`);
    await expect(toastOf(page, 'User Suspended')).toBeVisible();
    await expect(controlOf(page, 'Activate')).toBeVisible();
    await expect(theirs).toHaveURL('/login');
    await expect(theirs.getByText(SUSPENDED)).toBeVisible();
    expect(await statusOfCall(server, apiKey, projectId)).toBe(403);
    await expect(agent.call('orient')).rejects.toThrow();
  });

  await test.step('active again', async () => {
    await confirmAct(page, 'Activate', `Activate ${person.email}?`);
    await expect(controlOf(page, 'Suspend')).toBeVisible();
    expect(await statusOfCall(server, apiKey, projectId)).toBe(200);
    await signIn(theirs, person);
    const again = theirs.waitForResponse('**/api/me/events');
    await theirs.goto('/api-keys');
    await again;
    await expect(theirs.getByText('No API Key Found')).toHaveCount(0);
  });

  await test.step('without the key', async () => {
    await confirmAct(page, 'Reset API Key', `Reset the API key of ${person.email}?`);
    await expect(toastOf(page, 'API Key Reset')).toBeVisible();
    await expect(page.getByText('This account has no API key.')).toBeVisible();
    await expect(controlOf(page, 'Reset API Key')).toBeDisabled();
    expect(await statusOfCall(server, apiKey, projectId)).toBe(401);
    await expect(theirs.getByText('No API Key Found'), 'their page hears of it').toBeVisible();
  });
  await agent.close();

  await page.getByRole('link', { name: 'Back to Users' }).first().click();
  await expect(page, 'the list as it was left').toHaveURL(/\/admin\/users\?search=HARBORMASTER$/i);
});

test('a limit of one account and its plan are changed and taken back', async ({
  page,
  addPerson,
  person,
  server,
  signIn,
}) => {
  const admin = await addPerson({ name: 'Grace Hopper', isAdmin: true });
  await signIn(page, admin);
  const inForce = () => server.sql('select tier_id, granted from user_subscriptions where user_id = $1', [person.id]);
  await page.goto(`/admin/users/${person.id}`);
  const projects = page.getByLabel('Max projects');
  await expect(projects).toHaveAttribute('placeholder', '1');
  await projects.fill('1.5');
  await expect(page.getByText('A whole number from 0 to 100,000.')).toBeVisible();
  await expect(controlOf(page, 'Save')).toBeDisabled();
  await projects.fill('7');
  await controlOf(page, 'Save').click();
  const dialog = page.getByRole('dialog', { name: `Change the limits of ${person.email}?` });
  await expect(dialog.getByText('Max projects: 1 → 7')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page, 'Limits Saved')).toBeVisible();
  await page.reload();
  await expect(projects).toHaveValue('7');

  await confirmAct(page, 'Clear overrides', `Clear the overrides of ${person.email}?`);
  await expect(toastOf(page, 'Overrides Cleared')).toBeVisible();
  await expect(projects).toHaveValue('');
  await expect(controlOf(page, 'Clear overrides')).toHaveCount(0);

  await controlOf(page, 'Pro').click();
  await confirmAct(page, 'Change Plan', `Change the plan of ${person.email} to Pro?`);
  await expect(toastOf(page, 'Plan Changed')).toBeVisible();
  await expect(page.getByText('Pro, given')).toBeVisible();
  await expect(projects).toHaveAttribute('placeholder', '5');
  expect(await inForce()).toMatchObject([{ tier_id: 'pro', granted: true }]);

  await test.step('until a day, and taken back', async () => {
    await page.getByLabel('Ends').fill('2099-03-01');
    await controlOf(page, 'Change Plan').click();
    const plan = page.getByRole('dialog', { name: `Change the plan of ${person.email} to Pro?` });
    await expect(plan.getByText('until the end of Mar 1, 2099')).toBeVisible();
    await plan.getByRole('button', { name: 'Change Plan' }).click();
    await expect(page.getByText('Pro, given, until Mar 1, 2099')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Ends')).toHaveValue('2099-03-01');
    await controlOf(page, 'Free').click();
    await expect(page.getByLabel('Ends')).toHaveCount(0);
    await confirmAct(page, 'Change Plan', `Change the plan of ${person.email} to Free?`);
    await expect(projects).toHaveAttribute('placeholder', '1');
    expect(await inForce()).not.toMatchObject([{ tier_id: 'pro' }]);
  });

  await test.step('all of it is in the audit log, in words', async () => {
    await page.getByRole('link', { name: 'Maintenance' }).click();
    await page.getByRole('tab', { name: 'Audit log' }).click();
    const rows = page.getByRole('region', { name: 'Audit log' }).locator('tbody tr');
    const theirs = rows.filter({ hasText: person.email }).filter({ hasText: admin.email });
    await expect(theirs.locator('td:nth-child(3)')).toHaveText(
      [
        'Plan changed Pro → Free',
        'Plan changed Pro → Pro, until Mar 1, 2099',
        'Plan changed Free → Pro',
        'Limit overrides cleared Max projects: 7 → same as plan',
        'Limit overrides set Max projects: same as plan → 7',
      ],
      { useInnerText: true },
    );
    await expect(theirs.first().locator('td:nth-child(2)')).toHaveText(`${admin.name} (${admin.email})`);
    await expect(page.getByText(/^[a-z]+[._][a-z_.]+$/), 'no raw name of an action').toHaveCount(0);
  });

  await test.step('the keys lead out of the console and back', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL('/projects');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(page).toHaveURL('/admin');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an account’s controls come before its charts, and the audit log says who and when in its line', async ({
    page,
    addPerson,
    signIn,
    server,
  }) => {
    const admin = await addPerson({ isAdmin: true, name: '' });
    await signIn(page, admin);
    await page.goto(`/admin/users/${admin.id}`);
    const top = async (name: string) =>
      (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
    await expect(page.getByRole('heading', { name: 'User Controls' })).toBeVisible();
    const order = ['Details', 'User Controls', 'Tokens per day, last 30 days', 'Recent Activity', 'Plan'];
    const tops = await Promise.all(order.map(top));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));

    await server.sql(
      `insert into audit_log (id, actor, action, subject) values (gen_random_uuid(), $1, 'caches.cleared', 'system')`,
      [JSON.stringify({ kind: 'user', id: admin.id, name: '' })],
    );
    await page.goto('/admin/maintenance?tab=audit');
    const table = page.getByRole('region', { name: 'Audit log' });
    await expect(table.getByRole('columnheader')).toHaveText(['What', 'Outcome']);
    await expect(table.getByRole('row').filter({ hasText: admin.email }).first()).toContainText(
      new RegExp(`M by ${admin.email.replaceAll('.', '\\.')}`),
    );
    expect(await table.evaluate((box) => box.scrollWidth <= box.clientWidth), 'nothing is cut off').toBe(true);
  });

  test('the menu slides out by touch and by keyboard, and leads on', async ({ page, addPerson, signIn, faults }) => {
    // Requests in flight at the sign-out are refused.
    faults.expect('401 GET *');
    const admin = await addPerson({ isAdmin: true });
    await signIn(page, admin);
    await page.goto('/admin');
    const open = page.getByRole('button', { name: 'Open admin menu' });
    const menu = page.getByRole('dialog', { name: 'Admin' });
    await expect(page.getByRole('complementary', { name: 'Admin' }), 'no room for it').toBeHidden();
    await open.tap();
    await expect(menu.getByText(admin.email)).toBeVisible();
    await expect(menu.getByText('Administrator')).toBeVisible();
    await expectAccessible(page, 'the menu of the console', { widths: [390] });
    await page.touchscreen.tap(380, 400);
    await expect(menu, 'a tap beside it closes it').toHaveCount(0);
    await open.tap();
    await menu.getByRole('link', { name: 'All Users' }).tap();
    await expect(page).toHaveURL('/admin/users');
    await expect(menu).toHaveCount(0);

    await open.focus();
    await page.keyboard.press('Enter');
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(open).toBeFocused();
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: 'Settings' }).focus();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'Maintenance' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/maintenance');
    await expect(menu).toHaveCount(0);
    await open.tap();
    await menu.getByRole('button', { name: 'Sign Out' }).tap();
    await expect(page).toHaveURL('/login');
  });
});

test('who is no administrator lands among the projects from every path of the console', async ({ signedIn: page }) => {
  for (const path of CONSOLE_PATHS) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/projects');
    await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();
  }
});

test.describe('on an instance of its own', () => {
  test.use({ ownServer: {} });

  test('the last administrator stays, and forty accounts fill three pages', async ({
    page,
    addPerson,
    server,
    signIn,
    faults,
  }) => {
    faults.expect('409 PATCH /api/admin/users/*');
    const admin = await addPerson({ name: 'Grace Hopper', isAdmin: true });
    await server.sql(
      `insert into users (id, name, email, email_verified)
        select gen_random_uuid(), 'Crew', 'crew-' || n || '@example.com', true from generate_series(1, 39) n`,
    );
    await signIn(page, admin);
    await page.goto('/admin/users');
    const [previous, next] = [controlOf(page, 'Previous'), controlOf(page, 'Next')];
    const rows = page.getByRole('region', { name: 'Users', exact: true }).locator('tbody tr');
    await expect(page.getByText('40 users in total')).toBeVisible();
    await expect(page.getByText('Page 1 of 3')).toBeVisible();
    await expect(rows).toHaveCount(15);
    await expect(previous).toBeDisabled();
    await next.click();
    await expect(page.getByText('16–30 of 40')).toBeVisible();
    await next.click();
    await expect(page.getByText('Page 3 of 3')).toBeVisible();
    await expect(rows).toHaveCount(10);
    await expect(next).toBeDisabled();
    await previous.click();
    await expect(page).toHaveURL(/page=2/);
    await expect(rows).toHaveCount(15);

    await test.step('going back leads to the same place of the list', async () => {
      const table = page.getByRole('region', { name: 'Users', exact: true });
      const place = () => table.evaluate(({ scrollTop }) => scrollTop);
      await page.setViewportSize({ width: 1280, height: 500 });
      await rows.last().scrollIntoViewIfNeeded();
      const left = await place();
      expect(left).toBeGreaterThan(0);
      await rows.last().getByRole('cell').first().click();
      await expect(page.getByText('User Controls')).toBeVisible();
      await page.goBack();
      await expect(rows).toHaveCount(15);
      await expect.poll(place).toBe(left);
    });

    await controlOf(page, 'Suspended').click();
    await expect(page.getByText('No users found matching your criteria.')).toBeVisible();
    await controlOf(page, 'Show all').click();
    await expect(rows).toHaveCount(15);

    await page.goto(`/admin/users/${admin.id}`);
    await controlOf(page, 'Suspend').click();
    const dialog = page.getByRole('dialog', { name: `Suspend ${admin.email}?` });
    await expect(dialog.getByText('This is your own account: you will be signed out.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(
      dialog.getByText('This is the last administrator. Make somebody else an administrator first.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(controlOf(page, 'Suspend')).toBeVisible();
  });
});
