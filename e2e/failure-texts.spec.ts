import type { Page } from '@playwright/test';
import { createProject, toastOf } from './support/parts.ts';
import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

// Messages of failures that a healthy server never has, so its answers are mocked.

const answerWith = (page: Page, path: string, status: number, body: object) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json: body }));

test('the sign-in pages have words for whatever goes wrong', async ({ page, person, faults }) => {
  faults.expect('net::ERR_FAILED POST /api/auth/sign-in/email', '418 POST /api/auth/sign-in/email');
  await page.goto('/login');
  await page.route('**/api/auth/sign-in/email', (route) => route.abort());
  await signInByForm(page, person);
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible();
  await page.unroute('**/api/auth/sign-in/email');
  await answerWith(page, '/api/auth/sign-in/email', 418, { success: false, error: 'The kettle is on.' });
  await signInByForm(page, person);
  await expect(page.getByText('The kettle is on.'), 'other sentences as they are').toBeVisible();

  await answerWith(page, '/api/auth/sign-up/email', 200, {});
  await page.goto('/signup');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(
    page.getByText('This email may already be registered. If you have an account, please try signing in instead.'),
  ).toBeVisible();
});

test('a failure becomes the specified toast', async ({ signedIn: page, faults }) => {
  faults.expect('* GET /api/me/export');
  await page.goto('/profile');
  const exportMyData = page.getByRole('button', { name: 'Export My Data' });
  const cases = [
    {
      status: 429,
      body: {
        errorType: 'USAGE_LIMIT_EXCEEDED',
        usage: { daily: { current: 2, limit: 2 }, monthly: { current: 3, limit: 15 } },
      },
      title: 'Usage Limit Exceeded',
      text: 'Daily: 2/2, Monthly: 3/15. Please try again later or contact support to increase your limits.',
    },
    {
      status: 429,
      body: { errorType: 'USAGE_LIMIT_EXCEEDED' },
      title: 'Usage Limit Exceeded',
      text: "You've reached your usage limit. Please try again later or contact support to increase your limits.",
    },
    {
      status: 403,
      body: { errorType: 'FORBIDDEN' },
      title: 'Authentication Error',
      text: 'Please log in again to continue.',
    },
    { status: 500, body: { errorType: 'INTERNAL_ERROR' }, title: 'Error', text: 'What the server said.' },
    { status: 0, body: {}, title: 'Connection Error', text: 'Please check your internet connection and try again.' },
  ];
  for (const { status, body, title, text } of cases) {
    await page.route('**/api/me/export', (route) =>
      status === 0
        ? route.abort()
        : route.fulfill({ status, json: { success: false, error: 'What the server said.', ...body } }),
    );
    await exportMyData.click();
    const toast = toastOf(page, title);
    await expect(toast).toContainText(text);
    await expect(toast).toHaveAttribute('role', 'alert');
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
    await page.unroute('**/api/me/export');
  }
});

test('an action that fails is told under its own title', async ({ signedIn: page, faults }) => {
  faults.expect('500 POST /api/projects', '503 POST /api/auth/request-password-reset');
  await answerWith(page, '/api/projects', 500, {
    success: false,
    error: 'Failed to create project',
    errorType: 'INTERNAL_ERROR',
  });
  await page.goto('/projects?new=1');
  await expect(toastOf(page, 'Error'), 'the list fails as well').toBeVisible();
  await createProject(page, 'Not made');
  await expect(toastOf(page, 'Creation Failed')).toContainText('Failed to create project');
  await expect(page.getByLabel('Project Name *')).toHaveValue('Not made');
  faults.expect('500 GET /api/projects');

  await answerWith(page, '/api/auth/request-password-reset', 503, {
    success: false,
    error: 'The mail server is away.',
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(toastOf(page, 'Failed to Send Email')).toContainText('The mail server is away.');
});
