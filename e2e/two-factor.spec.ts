import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TWO_FACTOR_TEXTS as T } from '#contract/session-texts.ts';
import { codeAfter, codeNow, turnOnTwoFactor } from './support/authenticator.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { signInByForm } from './support/people.ts';
import { toastOf } from './support/parts.ts';
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

test('it is turned on by keyboard, followed by another tab, asked for at the sign-in, and turned off', async ({
  signedIn: page,
  person,
  faults,
}) => {
  faults.expect('403 POST /api/me/two-factor');
  faults.expect('403 POST /api/me/two-factor/*');
  faults.expect('403 DELETE /api/me/two-factor');
  faults.expect('401 GET *');
  const section = (of: Page) => of.getByRole('region', { name: T.title });
  const dialogOf = (name: string) => page.getByRole('dialog', { name });
  await page.goto('/profile');
  const tab = await page.context().newPage();
  await tab.goto('/profile');
  await expect(section(tab).getByRole('button', { name: 'Turn On' })).toBeVisible();

  await section(page).getByRole('button', { name: 'Turn On' }).focus();
  await page.keyboard.press('Enter');
  const prove = dialogOf('Turn On Two-Factor Authentication');
  await page.keyboard.press('Enter');
  await expect(prove).toContainText('Please enter your password.');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(prove).toContainText('The current password is not right.');
  await expectAccessible(page, 'the password before it is turned on');
  await prove.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');

  const setUp = dialogOf('Set Up Your App');
  await expect(setUp.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page, 'the key of the app');
  await expectNoSideways(page, 390, 'the key of the app');
  const secret = (await setUp.locator('pre').innerText()).replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(setUp).toContainText('This code is not right.');
  await codeField(page).fill(codeNow(secret));
  await page.keyboard.press('Enter');

  const shown = dialogOf('Your Backup Codes');
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  await expectAccessible(page, 'the backup codes');
  await expectNoSideways(page, 390, 'the backup codes');
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('baton-backup-codes.txt');
  expect(readFileSync(await saved.path(), 'utf8')).toContain(codes.join('\n'));
  await page.keyboard.press('Escape');
  await expect(shown, 'only the button closes what is never shown again').toBeVisible();
  await page.getByRole('button', { name: 'I Have Saved Them' }).focus();
  await page.keyboard.press('Enter');
  await expect(section(page)).toContainText('10 of 10 backup codes left');
  await expect(section(tab), 'the other tab follows').toContainText('10 of 10 backup codes left');
  await expectAccessible(page, 'an account with a second factor');
  await expectNoSideways(page, 390, 'an account with a second factor');

  await signOut(page);
  await signInByForm(page, person);
  await codeField(page).fill(codeAfter(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/projects');
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Two-factor authentication turned on');

  const giveBackupCode = async (name: string, code = '') => {
    await dialogOf(name).getByLabel('Password', { exact: true }).fill(person.password);
    await dialogOf(name).getByRole('button', { name: 'Use a backup code instead' }).click();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await section(page).getByRole('button', { name: 'New Backup Codes' }).click();
  await giveBackupCode('New Backup Codes', codes[0]);
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const [fresh] = await shown.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I Have Saved Them' }).click();

  await section(page).getByRole('button', { name: 'Turn Off' }).click();
  await expectAccessible(page, 'the dialog that turns it off');
  await giveBackupCode('Turn Off Two-Factor Authentication', codes[1]);
  await expect(dialogOf('Turn Off Two-Factor Authentication')).toContainText('This code is not right.');
  await page.getByLabel('Backup code').fill(fresh ?? '');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Two-Factor Authentication Is Off')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Turn On' })).toBeVisible();
  await signOut(page);
  await signInByForm(page, person);
  await expect(page).toHaveURL('/projects');
});
