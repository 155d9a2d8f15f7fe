import { type OpenIdServer, startOpenIdServer } from '#test/openid-server.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ google: OpenIdServer }>({
  google: async ({ faults }, use) => {
    const google = await startOpenIdServer();
    faults.allowHost(google.issuer);
    await use(google);
    await google.close();
  },
  ownServer: async ({ google }, use) =>
    use({ GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret, GOOGLE_ISSUER: google.issuer }),
});

test('a person comes in by Google, and comes back to the same account', async ({ page, google, server, faults }) => {
  faults.expect('401 GET *');
  google.person = { sub: '42', email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' };
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/projects');
  await expect(page.getByText(/^(Welcome back, Grace Hopper$|Hello, Grace Hopper\.)/)).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('You sign in with Google.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Password' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/subscription');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page, 'the place is remembered through Google').toHaveURL('/subscription');
  expect(await server.sql('select email, email_verified, is_admin from users')).toEqual([
    { email: 'grace@example.com', email_verified: true, is_admin: false },
  ]);
});

test('a sign-in that Google or the person breaks off ends on the sign-in page with its text', async ({
  page,
  google,
  server,
  faults,
}) => {
  faults.expect('503 POST /api/auth/sign-in/social');
  server.expectErrors(/JWSSignatureVerificationFailed/);
  const failed = page.getByText('Signing in could not be completed. Please try again.');
  google.denies = true;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/login?error=auth_callback_failed');
  await expect(failed).toBeVisible();

  google.denies = false;
  google.fault = 'forged';
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/login?error=auth_callback_failed');
  await expect(failed).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');

  await page.route('**/api/auth/sign-in/social', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'gone' } }),
  );
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('Failed to sign in with Google. Please try again.')).toBeVisible();
});

base('without Google set up there is no button', async ({ page }) => {
  for (const address of ['/login', '/signup']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  }
});
