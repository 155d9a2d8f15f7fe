import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

const SESSION_COOKIE = 'baton.session_token';

test('a wrong password is refused in the same words as an unknown address', async ({ page, person, faults }) => {
  faults.expect('401 POST /api/auth/sign-in/email');
  const refusal = page.getByText('Invalid email or password. Please check your credentials and try again.');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');

  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page.getByText('Please enter your password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  await signInByForm(page, { email: `nobody-${person.id}@example.com`, password: person.password });
  await expect(refusal).toBeVisible();
  await signInByForm(page, { email: person.email, password: 'not the password' });
  await expect(refusal).toBeVisible();
  await page.reload();
  await expect(refusal, 'the text survives a reload').toBeVisible();

  await signInByForm(page, person);
  await expect(page).toHaveURL('/projects');
  await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();
  await page.goto('/login');
  await expect(page, 'who is signed in is sent on').toHaveURL('/projects');
});

for (const { remembered, outlives } of [
  { remembered: true, outlives: true },
  { remembered: false, outlives: false },
]) {
  test(`"Remember me" ${remembered ? 'on keeps' : 'off drops'} the session when the browser closes`, async ({
    page,
    person,
  }) => {
    await page.goto('/login');
    await page.getByLabel('Remember me').setChecked(remembered);
    await signInByForm(page, person);
    await expect(page).toHaveURL('/projects');
    const cookie = (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect((cookie?.expires ?? -1) > 0).toBe(outlives);
    await page.reload();
    await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();
  });
}

test('signing out leads to the sign-in page and does not remember where from', async ({
  signedIn: page,
  person,
  faults,
}) => {
  // Includes requests in flight when the session ended.
  faults.expect('401 GET *');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain(SESSION_COOKIE);
  await page.goto('/projects');
  await expect(page, 'the session is over').toHaveURL('/login');
  await page.goto('/login');
  await signInByForm(page, person);
  await expect(page).toHaveURL('/projects');
});
