import type { Page } from '@playwright/test';
import { TWO_FACTOR_TEXTS as T } from '#contract/session-texts.ts';
import { codeAfter, turnOnTwoFactor } from './support/authenticator.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

const codeField = (page: Page) => page.getByLabel('Code', { exact: true });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
}

test('a sign-in waits for a code of the app, and goes on to where it was to lead', async ({
  signedIn: page,
  server,
  person,
  openBrowser,
  faults,
}) => {
  faults.expect('403 POST /api/auth/two-factor/verify');
  // The visitor has no session yet.
  faults.expect('401 GET /api/auth/token');
  const { secret } = await turnOnTwoFactor(page, server, person);
  const visitor = await openBrowser();
  await visitor.goto('/subscription');
  await expect(visitor).toHaveURL('/login');
  await signInByForm(visitor, person);
  await expect(visitor).toHaveURL('/login/two-factor');
  await expect(codeField(visitor)).toBeFocused();
  await expectAccessible(visitor, 'the page that asks for a code');
  await expectNoSideways(visitor, 390, 'the page that asks for a code');

  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText(T.noCode)).toBeVisible();
  await visitor.keyboard.type('12');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText(T.notSixDigits)).toBeVisible();
  await codeField(visitor).fill('000 000');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText('This code is not right.')).toBeVisible();
  await expect(codeField(visitor)).toBeFocused();
  await expectAccessible(visitor, 'a wrong code');

  await visitor.reload();
  await expect(codeField(visitor), 'it waits after a reload too').toBeFocused();
  await codeField(visitor).fill(codeAfter(secret).replace(/^.../, '$& '));
  await visitor.keyboard.press('Enter');
  await expect(visitor).toHaveURL('/subscription');
});

test('a backup code signs in once', async ({ signedIn: page, server, person, faults }) => {
  faults.expect('403 POST /api/auth/two-factor/verify');
  faults.expect('401 GET *');
  const { backupCodes } = await turnOnTwoFactor(page, server, person);
  const [code = ''] = backupCodes;
  const giveIt = async () => {
    await signInByForm(page, person);
    await page.getByRole('button', { name: 'Use a backup code instead' }).click();
    await expect(page.getByLabel('Backup code')).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await page.goto('/projects');
  await signOut(page);
  await giveIt();
  await expect(page).toHaveURL('/projects');
  await signOut(page);
  await giveIt();
  await expect(page.getByText('This code is not right.')).toBeVisible();
});

test('the fifth wrong code ends the sign-in, which begins again at the password', async ({
  signedIn: page,
  server,
  person,
  openBrowser,
  faults,
}) => {
  faults.expect('403 POST /api/auth/two-factor/verify');
  await turnOnTwoFactor(page, server, person);
  const visitor = await openBrowser();
  await visitor.goto('/login/two-factor');
  await expect(visitor.getByText(T.over), 'nothing waits').toBeVisible();
  await visitor.getByRole('link', { name: T.back }).click();
  await signInByForm(visitor, person);
  for (let tried = 1; tried <= 5; tried += 1) {
    await codeField(visitor).fill('000000');
    const answered = visitor.waitForResponse('**/api/auth/two-factor/verify');
    await visitor.keyboard.press('Enter');
    await answered;
    if (tried < 5) await expect(visitor.getByText('This code is not right.')).toBeVisible();
  }
  await expect(visitor.getByText(T.over)).toBeVisible();
  await visitor.getByRole('link', { name: T.back }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
});
