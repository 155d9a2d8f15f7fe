import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

// A server of its own: failures are also counted by IP address, and all tests share one.
test.use({ ownServer: {} });

test('ten wrong passwords close the door for ten minutes, to the right one too', async ({
  page,
  person,
  server,
  faults,
}) => {
  faults.expect('401 POST /api/auth/sign-in/email', '429 POST /api/auth/sign-in/email');
  await page.goto('/login');
  const wrong = { email: person.email, password: 'not the password' };
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const answer = page.waitForResponse('**/api/auth/sign-in/email');
    await signInByForm(page, wrong);
    expect((await answer).status(), `attempt ${attempt}`).toBe(401);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).not.toHaveAttribute('aria-busy', 'true');
  }
  await expect(page.getByText('Invalid email or password. Please check your credentials and try again.')).toBeVisible();

  const refused = page.waitForResponse('**/api/auth/sign-in/email');
  await signInByForm(page, person);
  const retryAfter = Number((await refused).headers()['retry-after']);
  expect(retryAfter).toBeGreaterThan(9 * 60);
  expect(retryAfter).toBeLessThanOrEqual(10 * 60);
  await expect(page.getByText('Too many failed attempts. Please try again in 10 minutes.')).toBeVisible();

  await server.sql(`update sign_in_failures set locked_until = now() - interval '1 second'`);
  await signInByForm(page, person);
  await expect(page).toHaveURL('/projects');
});
