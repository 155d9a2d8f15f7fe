import { connectAgent, makeKey } from './support/agent.ts';
import { CONSOLE_PATHS, confirmAct, controlOf } from './support/console.ts';
import type { Instance } from './support/instance.ts';
import { toastOf } from './support/parts.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

const SUSPENDED = 'This account is suspended. Please contact support.';

/** The status by which the agents' door answers one call with this key. */
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
  await page.getByRole('searchbox', { name: 'Search by e-mail' }).fill('HARBORMASTER');
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
  });

  await test.step('without the key', async () => {
    await confirmAct(page, 'Reset API Key', `Reset the API key of ${person.email}?`);
    await expect(toastOf(page, 'API Key Reset')).toBeVisible();
    await expect(page.getByText('This account has no API key.')).toBeVisible();
    await expect(controlOf(page, 'Reset API Key')).toBeDisabled();
    expect(await statusOfCall(server, apiKey, projectId)).toBe(401);
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
  await signIn(page, await addPerson({ name: 'Grace Hopper', isAdmin: true }));
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
});

test('who is no administrator lands among the projects from every path of the console', async ({ signedIn: page }) => {
  for (const path of CONSOLE_PATHS) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/projects');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada Lovelace');
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
    await controlOf(page, 'Suspended').click();
    await expect(page.getByText('No users found matching your criteria.')).toBeVisible();

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
