import { toastOf } from './support/parts.ts';
import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

const FORGOTTEN = 'Password reset link sent! Check your email.';

test('a forgotten password is replaced, and everything it opened is closed', async ({
  page,
  person,
  server,
  signIn,
  openBrowser,
  faults,
}) => {
  faults.expect(
    '401 GET /api/auth/token',
    '401 POST /api/auth/sign-in/email',
    '400 POST /api/auth/reset-password',
    '401 GET /api/me*',
  );
  const elsewhere = await openBrowser();
  await signIn(elsewhere, person);
  await elsewhere.goto('/profile');
  await expect(elsewhere.getByRole('heading', { name: 'Active Sessions' })).toBeVisible();

  await test.step('the mail is asked for', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByText('Please enter your email address first')).toBeVisible();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByText(FORGOTTEN)).toBeVisible();
  });

  const link = await server.latestLink(person.email, /new password/);
  await test.step('the new password has rules', async () => {
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill('password1');
    await page.getByLabel('Confirm new password').fill('password1');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await expect(page.getByText(/^This password is one of the most common ones/)).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill('battery staple');
    await page.getByLabel('Confirm new password').fill('battery stable');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
    await page.getByLabel('Confirm new password').fill('battery staple');
    await page.getByRole('checkbox', { name: 'Revoke all API keys' }).check();
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await expect(page).toHaveURL('/login?reset=1');
    await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible();
  });

  await test.step('the other browser is signed out', async () => {
    await expect(elsewhere).toHaveURL('/login');
    await expect(toastOf(elsewhere, 'Your session has expired. Please sign in again.')).toBeVisible();
  });

  await test.step('only the new password works, and the link no more', async () => {
    await signInByForm(page, person);
    await expect(page.getByText('Invalid email or password.')).toBeVisible();
    await signInByForm(page, { email: person.email, password: 'battery staple' });
    await expect(page).toHaveURL('/projects');
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('third password');
    await page.getByLabel('Confirm new password').fill('third password');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await expect(page.getByRole('heading', { name: 'This Link Has Expired' })).toBeVisible();
  });
});

test('an expired link says so and offers a new mail', async ({ page, person, server, faults }) => {
  faults.expect('400 POST /api/auth/reset-password');
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText(FORGOTTEN)).toBeVisible();
  const link = await server.latestLink(person.email, /new password/);
  await server.sql(`update verifications set expires_at = now() - interval '1 second' where value = $1`, [person.id]);

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password').fill('battery staple');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByRole('heading', { name: 'This Link Has Expired' })).toBeVisible();

  await page.getByRole('button', { name: 'Send a New Link' }).click();
  await expect(page.getByText('Please enter your email address first')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send a New Link' }).click();
  await expect(page.getByText(FORGOTTEN)).toBeVisible();
});

test('an address nobody has gets the same answer', async ({ page, server }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody-at-all@example.com');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText(FORGOTTEN)).toBeVisible();
  expect(await server.sql(`select id from outbox_mails where recipient = 'nobody-at-all@example.com'`)).toEqual([]);
});

test('a mail that cannot be asked for is said so', async ({ page, person, faults }) => {
  faults.expect('net::ERR_FAILED POST /api/auth/request-password-reset');
  await page.route('**/api/auth/request-password-reset', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText('Failed to send reset email. Please try again.')).toBeVisible();
});
