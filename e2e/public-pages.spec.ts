import { toastOf } from './support/parts.ts';
import { expect, test } from './support/test.ts';

test('the landing page leads where it says', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Baton · the context store for AI coding agents');
  await expect(page.getByText('Setup in 2 minutes')).toBeVisible();
  const links = [
    { name: 'Sign In', to: '/login' },
    { name: 'Start Free', to: '/signup' },
    { name: 'View Pricing', to: '/pricing' },
    { name: 'Privacy', to: '/privacy' },
    { name: 'Terms', to: '/terms' },
    { name: 'Contact', to: '/contact' },
  ];
  for (const { name, to } of links) {
    await page.goto('/');
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page, name).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('questions fold open and shut', async ({ page }) => {
  await page.goto('/');
  const question = page.getByText('Which agents can use it?');
  const answer = page.getByText('Any client that speaks MCP over HTTP');
  await expect(answer).toBeHidden();
  await question.click();
  await expect(answer).toBeVisible();
  await question.click();
  await expect(answer).toBeHidden();
});

test('the pricing page states both plans and leads where it says', async ({ page, faults }) => {
  faults.expect('401 GET /api/auth/token');
  await page.goto('/pricing');
  for (const text of ['$0', 'Forever Free', '$10/month', 'Save 50% - Early Adopter Pricing']) {
    await expect(page.getByText(text, { exact: true }).first(), text).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Pro' })).toContainText('$5/month');
  await page.getByText('Can I get my money back?').scrollIntoViewIfNeeded();
  await expect(page.getByText('14-day money-back guarantee')).toBeVisible();
  const links = [
    { name: 'Get Started Free', to: '/signup' },
    // Both need an account, so a guest is redirected to sign-in.
    { name: 'Upgrade to Pro', to: '/login' },
    { name: 'Start Free Trial', to: '/login' },
    { name: 'View Demo', to: '/login' },
  ];
  for (const { name, to } of links) {
    await page.goto('/pricing');
    await page.getByRole('link', { name }).click();
    await expect(page, name).toHaveURL(to);
  }
});

test('a signed-in person gets on from the pricing page', async ({ signedIn: page }) => {
  for (const { name, to } of [
    { name: 'Upgrade to Pro', to: '/subscription?upgrade=1' },
    { name: 'Start Free Trial', to: '/subscription?upgrade=1' },
    { name: 'View Demo', to: '/projects' },
  ]) {
    await page.goto('/pricing');
    await page.getByRole('link', { name }).click();
    await expect(page, name).toHaveURL(to);
  }
});

test('an address nobody knows is the landing page, and with a session the projects', async ({
  page,
  person,
  signIn,
}) => {
  await page.goto('/no/such/page?at=all');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(toastOf(page, 'Page not found')).toContainText('There is no page at /no/such/page.');

  await signIn(page, person);
  await page.goto('/projects');
  await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/projects');
  await page.goto('/');
  await expect(page).toHaveURL('/projects');
  await page.goto('/signup');
  await expect(page).toHaveURL('/projects');
});
