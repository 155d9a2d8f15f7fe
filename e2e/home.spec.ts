import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

test('the home page names the person, the projects and what each part of the instance answers', async ({
  signedIn: page,
  person,
  server,
}) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Baton');
  const projects = page.getByRole('region', { name: 'Your Projects' });
  await expect(projects).toContainText('create one');

  const id = await addProject(server, person, 'Harbor API');
  await page.reload();
  await expect(projects).toContainText('Harbor API');
  await expect(projects).toContainText(id);
  await expect(projects).toContainText('Created');

  const user = page.getByRole('region', { name: 'User Information' });
  await expect(user).toContainText('Ada Lovelace');
  await expect(user).toContainText(person.id);
  await expect(user).toContainText('Last Sign In');
  await expect(user).not.toContainText('Never');

  const status = page.getByRole('region', { name: 'Setup Status' }).getByRole('listitem');
  await expect(status).toHaveText([
    /Database.*connected.*PostgreSQL 18/,
    /Mail.*ready.*outbox/,
    /AI engine.*ready.*Embedded planner/,
    /Realtime.*active/,
    /Payments.*ready.*Sandbox: no money moves/,
  ]);

  await projects.getByRole('link', { name: 'Open Project: Harbor API' }).click();
  await expect(page).toHaveURL(`/projects/${id}/prd`);
});

test('an account without a name goes by its address', async ({ page, addPerson, signIn }) => {
  const nameless = await addPerson({ name: '' });
  await signIn(page, nameless);
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'User Information' })).toContainText(nameless.email);
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveText('PE');
  await page.goto('/projects');
  await expect(page.getByText(`Hello, ${nameless.email}.`)).toBeVisible();
});
