import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

const GUARDED = [
  '/home',
  '/projects',
  '/profile',
  '/subscription',
  '/projects/01900000-0000-7000-8000-000000000000/tasks',
];

test('every guarded page sends a visitor to the sign-in page', async ({ page, faults }) => {
  faults.expect('401 GET /api/auth/token');
  for (const address of GUARDED) {
    await page.goto(address);
    await expect(page, address).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  }
});

test('a deep link leads through the sign-in page to where it pointed', async ({ page, person, faults }) => {
  faults.expect('401 GET /api/auth/token');
  await page.goto('/projects?status=archived&q=harbor');
  await expect(page).toHaveURL('/login');
  await signInByForm(page, person);
  await expect(page).toHaveURL('/projects?status=archived&q=harbor');
  await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();

  await page.goto('/login');
  await expect(page, 'what was reached is not remembered').toHaveURL('/projects');
});

test('the sign-in page is not left behind in the history', async ({ page, person, faults }) => {
  faults.expect('401 GET /api/auth/token');
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'View Demo' }).click();
  await expect(page).toHaveURL('/login');
  await signInByForm(page, person);
  await expect(page).toHaveURL('/projects');
  await page.goBack();
  await expect(page).toHaveURL('/pricing');
});

test('a guarded page says "Loading..." while the session is looked up', async ({ signedIn: page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/api/auth/token', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/projects');
  await expect(page.getByText('Loading...')).toBeVisible();
  release.resolve();
  await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();
});

test('a server that does not answer is said so, with a way to try again', async ({ signedIn: page, faults }) => {
  faults.expect('net::ERR_FAILED GET /api/auth/token');
  await page.route('**/api/auth/token', (route) => route.abort());
  await page.goto('/projects');
  await expect(page.getByText('Connection Error')).toBeVisible();
  await expect(page.getByText('Please check your internet connection and try again.')).toBeVisible();
  await page.unroute('**/api/auth/token');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();
});
