import { readFile } from 'node:fs/promises';
import { toastOf } from './support/parts.ts';
import { signInByForm } from './support/people.ts';
import { addProject, addTasks } from './support/plans.ts';
import { expect, test } from './support/test.ts';

test('the display name has rules, is saved, and comes back when saving fails', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('500 PATCH /api/me');
  await page.goto('/profile');
  const name = page.getByLabel('Display Name');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveText('AD');
  await expect(name).toHaveValue('Ada Lovelace');
  await expect(save, 'nothing changed').toBeDisabled();
  await expect(name).toHaveAttribute('maxlength', '100');

  await name.fill('   ');
  await save.click();
  await expect(toastOf(page, 'Invalid Name')).toContainText('Display name cannot be empty');
  await name.fill('  Countess of Lovelace  ');
  await save.click();
  await expect(toastOf(page, 'Success')).toContainText('Display name updated successfully');
  await expect(name).toHaveValue('Countess of Lovelace');
  await expect(save).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveText('CO');
  expect(await server.sql('select name from users where id = $1', [person.id])).toEqual([
    { name: 'Countess of Lovelace' },
  ]);

  await page.route('**/api/me', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { success: false, error: 'The disk is full.' } })
      : route.fallback(),
  );
  await name.fill('Somebody');
  await save.click();
  await expect(toastOf(page, 'Update Failed')).toContainText('The disk is full.');
  await expect(name, 'what was typed stays').toHaveValue('Somebody');
  await expect(page.getByRole('button', { name: 'Account menu' }), 'the old name is back').toHaveText('CO');
});

test('the account page states what is known', async ({ signedIn: page, person }) => {
  await page.goto('/profile');
  const personal = page.getByRole('region', { name: 'Personal Information' });
  await expect(personal.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(personal.getByLabel('Email', { exact: true })).not.toBeEditable();
  const details = page.getByRole('region', { name: 'Account Details' });
  for (const text of ['User ID', person.id, 'Created', 'Last Sign In', 'Current Plan', 'Free'])
    await expect(details).toContainText(text);
  await details.getByRole('link', { name: 'View Subscription' }).click();
  await expect(page).toHaveURL('/subscription');
});

test('the password is changed and a reset mail is sent', async ({
  signedIn: page,
  person,
  server,
  signIn,
  openBrowser,
  faults,
}) => {
  faults.expect(
    '403 POST /api/auth/change-password',
    '401 GET /api/auth/token',
    '401 GET /api/me',
    // The first steps of the other browser, whose session the new password ends.
    '401 GET /api/agents',
    '401 POST /api/auth/sign-in/email',
  );
  const elsewhere = await openBrowser();
  await signIn(elsewhere, person);
  const streaming = elsewhere.waitForResponse('**/api/me/events');
  await elsewhere.goto('/projects');
  await streaming;

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const change = async (current: string, next: string, repeated = next) => {
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByLabel('Confirm new password').fill(repeated);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
  };
  await change('', 'battery staple');
  await expect(dialog).toContainText('Please enter your password.');
  await change(person.password, '12345');
  await expect(dialog).toContainText('Password must be at least 6 characters long.');
  await change(person.password, 'battery staple', 'battery stable');
  await expect(dialog).toContainText('The two passwords are not the same.');
  await change('not the password', 'battery staple');
  await expect(dialog).toContainText('The current password is not right.');
  await change(person.password, 'battery staple');
  await expect(toastOf(page, 'Updated')).toContainText('Password updated successfully');
  await expect(dialog).toHaveCount(0);
  await expect(elsewhere, 'the other sessions end').toHaveURL('/login');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 }), 'this one stays').toBeVisible();
  await signInByForm(elsewhere, { email: person.email, password: 'battery staple' });
  await expect(elsewhere).toHaveURL('/projects');

  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(toastOf(page, 'Email Sent')).toContainText('Password reset instructions have been sent to your email');
  expect(await server.latestLink(person.email, /new password/)).toContain('/reset-password?token=');
});

test('a session in another browser is listed and ended', async ({
  signedIn: page,
  person,
  signIn,
  openBrowser,
  faults,
}) => {
  faults.expect('401 GET /api/auth/token', '401 GET /api/me');
  const elsewhere = await openBrowser();
  await signIn(elsewhere, person);
  const streaming = elsewhere.waitForResponse('**/api/me/events');
  await elsewhere.goto('/projects');
  await streaming;

  await page.goto('/profile');
  const sessions = page.getByRole('region', { name: 'Active Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'This session' }).getByRole('button')).toHaveCount(0);
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByRole('main'), 'the focus is not lost with the row').toBeFocused();
  await expect(elsewhere).toHaveURL('/login');
  await page.reload();
  await expect(sessions).toHaveCount(1);
});

test('everything kept about the account can be taken away', async ({ signedIn: page, person, server }) => {
  const id = await addProject(server, person, 'Harbor API', { description: 'Rate limits' });
  await addTasks(server, id, [['Lay the keel', 'done']]);
  await page.goto('/profile');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export My Data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^baton-export-\d{4}-\d\d-\d\d\.json$/);
  const content = JSON.parse(await readFile(await download.path(), 'utf8')) as unknown;
  expect(content).toMatchObject({
    account: { id: person.id, email: person.email, display_name: 'Ada Lovelace' },
    projects: [
      {
        format: 'baton',
        project: { id, name: 'Harbor API', description: 'Rate limits' },
        tasks: [{ title: 'Lay the keel', status: 'done' }],
        task_lists: [{ name: 'Foundations' }],
        notes: [],
      },
    ],
  });
});

test('the account is deleted after its address is typed', async ({ signedIn: page, person, server, faults }) => {
  faults.expect('403 DELETE /api/me', '401 *');
  const id = await addProject(server, person, 'Goes with it');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete My Account' });
  const confirm = dialog.getByRole('button', { name: 'Delete My Account' });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill('somebody@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await confirm.click();
  await expect(dialog).toContainText('The current password is not right.');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await confirm.click();
  await expect(page).toHaveURL('/login');
  await expect(toastOf(page, 'Account Deleted')).toBeVisible();
  expect(
    await server.sql('select id from users where id = $1 union all select id from projects where id = $2', [
      person.id,
      id,
    ]),
  ).toEqual([]);

  await signInByForm(page, person);
  await expect(page.getByText('Invalid email or password. Please check your credentials and try again.')).toBeVisible();
});

test('single-key shortcuts can be switched off', async ({ signedIn: page }) => {
  await page.goto('/profile');
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeChecked();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  await page.keyboard.press('?');
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/profile');
  await expect(sheet).toHaveCount(0);
});
