import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.describe('on a new instance', () => {
  test.use({ ownServer: {} });

  test('a visitor signs up, confirms through the outbox and is the first administrator', async ({
    page,
    server,
    faults,
  }) => {
    faults.expect('401 GET /api/auth/token', '403 POST /api/auth/sign-in/email');
    await page.goto('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);

    await test.step('every rule has its sentence', async () => {
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
      await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();
      await expect(page.getByText('Please accept the Terms of Service and Privacy Policy to continue.')).toBeVisible();
      await expect(page.getByLabel('Email')).toBeFocused();
      await page.getByLabel('Email').fill('ada@');
      await page.getByLabel('Password', { exact: true }).fill('12345');
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
      await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();
      await expect(page.getByText('Please accept the Terms')).toHaveCount(0);
    });

    await test.step('the password can be seen and hidden', async () => {
      const password = page.getByLabel('Password', { exact: true });
      await page.getByRole('button', { name: 'Show password' }).click();
      await expect(password).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: 'Hide password' }).click();
      await expect(password).toHaveAttribute('type', 'password');
    });

    await test.step('the account is made and waits for its confirmation', async () => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(
        page.getByText('Account created! Please check your email to verify your account before signing in.'),
      ).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail');
      await expect(page.getByText('ada@example.com')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Send it again in \d+ s$/ })).toBeDisabled();
      await page.goto('/login');
      await signInByForm(page, { email: 'ada@example.com', password: 'correct horse' });
      await expect(
        page.getByText('Please check your email and click the confirmation link before signing in.'),
      ).toBeVisible();
      await expect(page).toHaveURL('/login');
    });

    await test.step('the outbox has the link', async () => {
      await page.goto('/outbox');
      const mail = page.getByRole('listitem').filter({ hasText: 'ada@example.com' });
      await expect(mail.getByRole('heading')).toHaveText('Confirm your email address for Baton');
      await mail.getByText('Show the text').click();
      await expect(mail.getByText('The link works for 24 hours.')).toBeVisible();
      await mail.getByRole('link', { name: 'Open Link' }).click();
    });

    await test.step('opened in the browser that signed up it signs in, to the first steps', async () => {
      await expect(page).toHaveURL('/projects');
      await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
      const [account] = await server.sql('select is_admin, email_verified, status from users where email = $1', [
        'ada@example.com',
      ]);
      expect(account).toEqual({ is_admin: true, email_verified: true, status: 'active' });
    });
  });
});

test('an address that is taken is said to be, and the second account is no administrator', async ({
  page,
  server,
  person: first,
  openBrowser,
  faults,
}) => {
  faults.expect('409 POST /api/auth/sign-up/email', '401 GET /api/auth/token');
  const second = `second-${first.id}@example.com`;
  const signUp = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('another password');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create Account' }).click();
  };
  await page.goto('/signup');
  await signUp(first.email.toUpperCase());
  await expect(page.getByText('This email is already registered. Please try signing in instead.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('This email is already registered.'), 'the text survives a reload').toBeVisible();
  await signUp(second);
  await expect(page.getByText('This email is already registered.'), 'and goes with the next attempt').toHaveCount(0);
  await expect(page.getByText('Account created!')).toBeVisible();
  const elsewhere = await openBrowser();
  await elsewhere.goto(await server.latestLink(second, /Confirm/));
  await expect(elsewhere, 'another browser is asked for the password').toHaveURL('/login?confirmed=1');
  await expect(elsewhere.getByText('Your email is confirmed. You can sign in now.')).toBeVisible();
  const [account] = await server.sql('select is_admin, email_verified from users where email = $1', [second]);
  expect(account).toEqual({ is_admin: false, email_verified: true });
});

test('a confirmation link that is no good offers a new one', async ({ page, addPerson, server, faults }) => {
  faults.expect('401 GET /api/auth/token');
  const { email } = await addPerson({ confirmed: false });
  await page.goto('/api/auth/verify-email?token=made-up&callbackURL=/auth/callback');
  await expect(page).toHaveURL('/login?error=confirmation_failed');
  await expect(page.getByText('This confirmation link has expired or was already used.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send a new confirmation link' }).click();
  await expect(page.getByText('Confirmation link sent! Check your email.')).toBeVisible();
  await page.goto(await server.latestLink(email, /Confirm/));
  await page.getByLabel('New password', { exact: true }).fill('a password of my own');
  await page.getByLabel('Confirm new password').fill('a password of my own');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page).toHaveURL('/login?reset=1');
  const [account] = await server.sql('select email_verified from users where email = $1', [email]);
  expect(account).toEqual({ email_verified: true });
});
