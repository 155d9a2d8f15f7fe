import { newId } from '#server/platform/id.ts';
import { cardOf, toastOf } from './support/parts.ts';
import { addProject, addTasks } from './support/plans.ts';
import { expect, test } from './support/test.ts';

const UNKNOWN = "The project you're looking for doesn't exist or you don't have access to it.";

test('a project without tasks opens on its specification, one with tasks on them', async ({
  signedIn: page,
  person,
  server,
}) => {
  const empty = await addProject(server, person, 'Empty one');
  const planned = await addProject(server, person, 'Planned one');
  await addTasks(server, planned, [
    ['Lay the keel', 'done'],
    ['Raise the mast', 'wip'],
  ]);

  for (const address of ['/projects', '/project']) {
    await page.goto(`${address}/${empty}`);
    await expect(page).toHaveURL(`/projects/${empty}/prd`);
    await page.goto(`${address}/${planned}`);
    await expect(page).toHaveURL(`/projects/${planned}/tasks`);
  }
  const tree = page.getByRole('tree');
  await expect(tree.getByText('Lay the keel')).toBeVisible();
  await expect(tree.getByText('DONE', { exact: true })).toBeVisible();
  await expect(tree.getByText('WIP', { exact: true })).toBeVisible();
  await expect(page.getByText('2 tasks', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await expect(cardOf(page, 'Planned one')).toContainText('1 of 2 tasks completed');
  await page.getByRole('link', { name: 'Open Project: Planned one' }).click();
  await expect(page).toHaveURL(`/projects/${planned}/tasks`);
  await page.goBack();
  await page.getByRole('link', { name: 'Empty one', exact: true }).click();
  await expect(page, 'the whole card opens it').toHaveURL(`/projects/${empty}/prd`);
});

test('the entry page says what it does and leaves no trace in the history', async ({
  signedIn: page,
  person,
  server,
}) => {
  const id = await addProject(server, person, 'Slow one');
  await page.goto('/projects');
  const release = Promise.withResolvers<void>();
  await page.route(`**/api/projects/${id}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(`/projects/${id}`);
  await expect(page.getByText('Loading Project...')).toBeVisible();
  await expect(page.getByText('Determining project state...')).toBeVisible();
  release.resolve();
  await expect(page).toHaveURL(`/projects/${id}/prd`);
  await page.goBack();
  await expect(page).toHaveURL('/projects');
});

test('an unknown project leads to the list with a word, and on the tasks screen to its own page', async ({
  signedIn: page,
  addPerson,
  server,
  faults,
}) => {
  faults.expect('404 GET /api/projects/*', '400 GET /api/projects/*');
  const foreign = await addProject(server, await addPerson({ name: 'Somebody Else' }), 'Not yours');
  for (const id of [newId(), foreign, 'not-an-id']) {
    await page.goto(`/projects/${id}`);
    await expect(page, id).toHaveURL('/projects');
    await expect(toastOf(page, 'Project Not Found')).toContainText(UNKNOWN);
    await page.goto(`/projects/${id}/prd`);
    await expect(page, id).toHaveURL('/projects');
    await page.goto(`/projects/${id}/tasks`);
    await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Back to Projects' }).click();
    await expect(page).toHaveURL('/projects');
  }
});
