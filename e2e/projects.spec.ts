import { cardOf, chooseFromCardMenu, createProject, toastOf } from './support/parts.ts';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

test('a project is created, edited, archived, taken back and deleted', async ({ signedIn: page, person, server }) => {
  await test.step('the first one is created from the empty list', async () => {
    await page.goto('/projects');
    await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Your First Project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Project' });
    const submit = dialog.getByRole('button', { name: 'Create Project' });
    await expect(dialog.getByLabel('Project Name *')).toBeFocused();
    await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '3');
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('Project Name *').fill('   ');
    await expect(submit, 'spaces are no name').toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: 'Create Your First Project' }).click();
    await expect(dialog.getByLabel('Project Name *'), 'what was cancelled is gone').toHaveValue('');
    await createProject(page, '  Harbor API  ', '');
    await expect(toastOf(page, 'Project Created')).toBeVisible();
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}\/prd$/);
    expect(await server.sql('select name, description, status from projects where user_id = $1', [person.id])).toEqual([
      { name: 'Harbor API', description: null, status: 'active' },
    ]);
  });

  await test.step('the card says what there is', async () => {
    await page.getByRole('link', { name: 'Back to Projects' }).click();
    const card = cardOf(page, 'Harbor API');
    await expect(card).toContainText('active');
    await expect(card).toContainText('No description provided');
    await expect(card).toContainText('0 of 0 tasks completed');
    await expect(card).toContainText(`Created ${today()}`);
    await expect(card).toContainText('Last accessed Just now');
    await expect(card.getByRole('link', { name: 'Open Project: Harbor API' })).toHaveAttribute('href', /\/prd$/);
  });

  await test.step('it is edited', async () => {
    await chooseFromCardMenu(page, 'Harbor API', 'Edit Project');
    const dialog = page.getByRole('dialog', { name: 'Edit Project' });
    await expect(dialog.getByLabel('Project Name *')).toHaveValue('Harbor API');
    await dialog.getByLabel('Project Name *').fill(' ');
    await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
    await dialog.getByLabel('Project Name *').fill('Harbor API v2');
    await dialog.getByLabel('Description').fill('  Rate limits and metering  ');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toastOf(page, 'Success')).toContainText('Project updated successfully');
    await expect(cardOf(page, 'Harbor API v2')).toContainText('Rate limits and metering');
    await page.reload();
    await expect(cardOf(page, 'Harbor API v2')).toContainText('Rate limits and metering');
  });

  await test.step('it goes to the archive and comes back', async () => {
    await chooseFromCardMenu(page, 'Harbor API v2', 'Archive Project');
    await expect(cardOf(page, 'Harbor API v2')).toContainText('archived');
    await expect(toastOf(page, 'Success')).toContainText('Project updated successfully');
    await page.getByRole('button', { name: 'Active', exact: true }).click();
    await expect(page.getByText('No projects match')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await chooseFromCardMenu(page, 'Harbor API v2', 'Unarchive Project');
    await expect(cardOf(page, 'Harbor API v2')).not.toContainText('archived');
    await expect
      .poll(() => server.sql('select status from projects where user_id = $1', [person.id]))
      .toEqual([{ status: 'active' }]);
  });

  await test.step('it is deleted after a question', async () => {
    await chooseFromCardMenu(page, 'Harbor API v2', 'Delete Project');
    const dialog = page.getByRole('dialog', { name: 'Delete Project' });
    await expect(dialog).toContainText('cannot be undone');
    await expect(dialog).toContainText('permanently deletes Harbor API v2 with all its tasks and notes');
    await expect(dialog.getByRole('button', { name: 'Cancel' }), 'the safe button has the focus').toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(cardOf(page, 'Harbor API v2')).toBeVisible();
    await chooseFromCardMenu(page, 'Harbor API v2', 'Delete Project');
    await dialog.getByRole('button', { name: 'Delete Project' }).click();
    await expect(toastOf(page, 'Project Deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
    const [row] = await server.sql('select deleted_at is not null as gone from projects where user_id = $1', [
      person.id,
    ]);
    expect(row).toEqual({ gone: true });
  });
});

test('the free plan has room for one active project', async ({ signedIn: page, person, server, faults }) => {
  faults.expect('429 POST /api/projects', '429 PUT /api/projects/*');
  await page.goto('/projects?new=1');
  await createProject(page, 'First');
  await expect(page).toHaveURL(/\/prd$/);
  await page.goto('/projects');
  await expect(page.getByText('1 of 1 active projects used')).toBeVisible();

  await page.getByRole('button', { name: 'New Project' }).click();
  const room = page.getByRole('dialog', { name: 'Create New Project' }).getByText('Archive or delete one to make room');
  await expect(room).toHaveText('Your plan allows 1 active project. Archive or delete one to make room, or upgrade.');
  await expect(room.getByRole('link', { name: 'upgrade' })).toHaveAttribute('href', '/subscription');
  await createProject(page, 'Second');
  const toast = toastOf(page, 'Usage Limit Exceeded');
  await expect(toast).toContainText(
    "You've reached your usage limit. Please try again later or contact support to increase your limits.",
  );
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await expect(dialog.getByLabel('Project Name *'), 'what was typed stays').toHaveValue('Second');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await chooseFromCardMenu(page, 'First', 'Archive Project');
  await expect(page.getByText('0 of 1 active projects used')).toBeVisible();
  await page.getByRole('button', { name: 'New Project' }).click();
  await expect(dialog.getByLabel('Project Name *')).toBeVisible();
  await expect(room).toHaveCount(0);
  await createProject(page, 'Second');
  await expect(page).toHaveURL(/\/prd$/);
  await page.goto('/projects');
  await chooseFromCardMenu(page, 'First', 'Unarchive Project');
  await expect(toastOf(page, 'Usage Limit Exceeded')).toBeVisible();
  await expect(cardOf(page, 'First')).toContainText('archived');
  expect(await server.sql(`select name from projects where user_id = $1 and status = 'active'`, [person.id])).toEqual([
    { name: 'Second' },
  ]);
});

test('the project id is copied, with a tick for two seconds', async ({ page, context, person, signIn, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await addProject(server, person, 'To be copied');
  await page.clock.install();
  await signIn(page, person);
  await page.goto('/projects');
  const card = cardOf(page, 'To be copied');
  await expect(card).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await card.getByRole('button', { name: 'Copy project ID' }).click();
  await expect(card.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  await expect(toastOf(page, 'Copied!')).toContainText('Project ID copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await page.clock.runFor(1_500);
  await expect(card.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(card.getByRole('button', { name: 'Copy project ID' })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toastOf(page, 'Copied!'), 'a success stays four seconds').toHaveCount(0);
});

test('a clipboard that is closed is said so', async ({ signedIn: page, person, server }) => {
  await addProject(server, person, 'Not copied');
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
    Object.assign(document, { execCommand: () => false });
  });
  await page.goto('/projects');
  await cardOf(page, 'Not copied').getByRole('button', { name: 'Copy project ID' }).click();
  await expect(toastOf(page, 'Copy Failed')).toContainText('Failed to copy project ID');
});

test('a list that cannot be loaded says so in the page and in a toast, and can be tried again', async ({
  signedIn: page,
  faults,
}) => {
  faults.expect('500 GET /api/projects');
  await page.route('**/api/projects', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Failed to load projects' } }),
  );
  await page.goto('/projects');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load projects' }).first()).toBeVisible();
  await expect(toastOf(page, 'Error')).toContainText('Failed to load projects');
  await page.unroute('**/api/projects');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
});

const today = () =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format();
