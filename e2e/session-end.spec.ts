import { createProject, toastOf, withoutNews } from './support/parts.ts';
import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Requests in flight when the session ended are refused. */
const STILL_ON_ITS_WAY = '401 GET *';
const EXPIRED = 'Your session has expired. Please sign in again.';

test('a session that ended is told once, at the next action, and the place is remembered', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('401 *');
  await withoutNews(page);
  await page.goto('/projects?status=active');
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  // Deleted directly in the database; the notification invalidates the server's cache, and the page is not told.
  await server.sql('delete from sessions where user_id = $1', [person.id]);
  await server.notify('principal', person.id);

  await createProject(page, 'Too late');
  await expect(page).toHaveURL('/login');
  await expect(toastOf(page, EXPIRED)).toHaveCount(1);
  expect(await server.sql('select id from projects where user_id = $1', [person.id])).toEqual([]);

  await signInByForm(page, person);
  await expect(page).toHaveURL(/\/projects\?.*status=active/);
});

test('a page left alone beyond the end of its session says so by itself', async ({
  page,
  person,
  signIn,
  server,
  faults,
}) => {
  faults.expect('401 *');
  await page.clock.install();
  await signIn(page, person);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await server.sql(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [person.id]);
  await page.clock.fastForward('04:30');
  await expect(page).toHaveURL('/login');
  await expect(toastOf(page, EXPIRED)).toHaveCount(1);
  await signInByForm(page, person);
  await expect(page).toHaveURL('/profile');
});

test('a session that is ended elsewhere closes an idle page', async ({ signedIn: page, person, server, faults }) => {
  faults.expect('401 *');
  const streaming = page.waitForResponse('**/api/me/events');
  await page.goto('/home');
  await streaming;
  await server.sql('delete from sessions where user_id = $1', [person.id]);
  await server.notify('principal', person.id);
  await expect(page).toHaveURL('/login');
  await expect(toastOf(page, EXPIRED)).toHaveCount(1);
});

test('a sign-out in one tab is followed by the others', async ({ signedIn: page, context, person, faults }) => {
  faults.expect(STILL_ON_ITS_WAY);
  await page.goto('/projects');
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');

  await signInByForm(page, person);
  await expect(page).toHaveURL('/projects');
  await expect(other, 'and so is a sign-in').toHaveURL('/projects');
});

test('another account in one tab replaces what the other tab showed', async ({
  signedIn: page,
  context,
  person,
  addPerson,
  faults,
}) => {
  faults.expect(STILL_ON_ITS_WAY);
  await page.goto('/profile');
  await expect(page.getByLabel('Display Name')).toHaveValue(person.name);
  const grace = await addPerson({ name: 'Grace Hopper' });
  const other = await context.newPage();
  await other.goto('/projects');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL('/login');
  await signInByForm(other, grace);
  await expect(other).toHaveURL('/projects');
  await expect(page).toHaveURL('/projects');
  await expect(page.getByText(/^(Welcome back, Grace Hopper$|Hello, Grace Hopper\.)/)).toBeVisible();
});
