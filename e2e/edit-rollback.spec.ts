import { cardOf, chooseFromCardMenu, toastOf, withoutNews } from './support/parts.ts';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ server, person }) => {
  await addProject(server, person, 'Steady', { description: 'As it was' });
});

test('an edit is shown at once, and taken back with its words kept when the server refuses', async ({
  signedIn: page,
  faults,
}) => {
  faults.expect('500 PUT /api/projects/*');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/projects/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await answer.promise;
    return route.fulfill({ status: 500, json: { success: false, error: 'Failed to update project' } });
  });
  await page.goto('/projects');
  await chooseFromCardMenu(page, 'Steady', 'Edit Project');
  const dialog = page.getByRole('dialog', { name: 'Edit Project' });
  await dialog.getByLabel('Project Name *').fill('Shaken');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(cardOf(page, 'Shaken'), 'at once').toContainText('As it was');
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, 'Shaken').locator('.pending-bar')).toBeVisible();

  answer.resolve();
  await expect(toastOf(page, 'Error')).toContainText('Failed to update project');
  await expect(dialog.getByLabel('Project Name *'), 'what was typed is not lost').toHaveValue('Shaken');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(cardOf(page, 'Steady')).toContainText('As it was');
  await expect(cardOf(page, 'Shaken')).toHaveCount(0);
});

test('a project that is gone meanwhile cannot be archived', async ({ signedIn: page, person, server, faults }) => {
  faults.expect('404 PUT /api/projects/*', '404 DELETE /api/projects/*');
  await withoutNews(page);
  await page.goto('/projects');
  await expect(cardOf(page, 'Steady')).toBeVisible();
  await server.sql('update projects set deleted_at = now() where user_id = $1', [person.id]);
  await chooseFromCardMenu(page, 'Steady', 'Archive Project');
  await expect(toastOf(page, 'Error')).toBeVisible();
  await expect(cardOf(page, 'Steady')).toContainText('active');

  await chooseFromCardMenu(page, 'Steady', 'Delete Project');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Project' }).click();
  await expect(toastOf(page, 'Deletion Failed')).toBeVisible();
});

test('a connection that breaks is named as such', async ({ signedIn: page, faults }) => {
  faults.expect('net::ERR_FAILED PUT /api/projects/*');
  await page.goto('/projects');
  await page.route('**/api/projects/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await chooseFromCardMenu(page, 'Steady', 'Archive Project');
  await expect(page.locator('[data-part=toast]')).toContainText('Please check your internet connection and try again.');
  await expect(cardOf(page, 'Steady')).toContainText('active');
});
