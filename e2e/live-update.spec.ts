import { cardOf, chooseFromCardMenu, createProject, toastOf } from './support/parts.ts';
import { expect, test } from './support/test.ts';

test('what one browser does to a project the other shows without a reload', async ({
  page: here,
  openBrowser,
  addPerson,
  signIn,
}) => {
  const person = await addPerson({ tier: 'pro' });
  const there = await openBrowser();
  for (const page of [here, there]) {
    await signIn(page, person);
    const streaming = page.waitForResponse('**/api/me/events');
    await page.goto('/projects');
    await streaming;
    await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
  }
  let loads = 0;
  there.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/projects') loads += 1;
  });

  await here.getByRole('button', { name: 'Create Your First Project' }).click();
  await createProject(here, 'Seen from afar', 'First words');
  await expect(here).toHaveURL(/\/prd$/);
  await expect(cardOf(there, 'Seen from afar')).toContainText('First words');

  await here.getByRole('link', { name: 'Back to Projects' }).click();
  await chooseFromCardMenu(here, 'Seen from afar', 'Edit Project');
  await here.getByLabel('Project Name *').fill('Renamed from afar');
  await here.getByRole('button', { name: 'Save Changes' }).click();
  await expect(cardOf(there, 'Renamed from afar')).toContainText('First words');

  await chooseFromCardMenu(here, 'Renamed from afar', 'Archive Project');
  await expect(cardOf(there, 'Renamed from afar')).toContainText('archived');

  await chooseFromCardMenu(here, 'Renamed from afar', 'Delete Project');
  await here.getByRole('dialog').getByRole('button', { name: 'Delete Project' }).click();
  await expect(toastOf(here, 'Project Deleted')).toBeVisible();
  await expect(there.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
  expect(loads, 'the list was told, not fetched').toBe(0);
});

test('a new display name reaches the other browser', async ({ signedIn: here, elsewhere: there }) => {
  const streaming = there.waitForResponse('**/api/me/events');
  await there.goto('/projects');
  await streaming;
  await expect(there.getByText('Hello, Ada Lovelace.')).toBeVisible();
  await here.goto('/profile');
  await here.getByLabel('Display Name').fill('Countess');
  await here.getByRole('button', { name: 'Save' }).click();
  await expect(there.getByText('Hello, Countess.')).toBeVisible();
});

test('what changed while a page was cut off is there when it comes back', async ({
  page,
  context,
  addPerson,
  signIn,
  openBrowser,
  faults,
}) => {
  faults.expect('net::ERR_INTERNET_DISCONNECTED *', 'net::ERR_NETWORK_CHANGED *');
  const person = await addPerson({ tier: 'pro' });
  const there = await openBrowser();
  for (const each of [page, there]) await signIn(each, person);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
  await context.setOffline(true);
  await there.goto('/projects?new=1');
  await createProject(there, 'Made meanwhile');
  await expect(there).toHaveURL(/\/prd$/);
  await context.setOffline(false);
  await expect(cardOf(page, 'Made meanwhile')).toBeVisible();
});
