import type { CDPSession, Page } from '@playwright/test';
import { PASSKEY_TEXTS } from '#contract/session-texts.ts';
import { codeAfter, turnOnTwoFactor } from './support/authenticator.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { toastOf } from './support/parts.ts';
import { expect, test } from './support/test.ts';

/** A device of the browser's own that keeps passkeys and says yes to its dialog. */
async function addDevice(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.goto('/login');
}

test('a passkey is added with the password, signs in without it, is renamed and removed', async ({
  signedIn: page,
  person,
  faults,
}) => {
  faults.expect('403 POST /api/me/passkeys/options');
  faults.expect('401 POST /api/auth/passkey/sign-in');
  const { client, authenticatorId } = await addDevice(page);

  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add Passkey' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Passkey' });
  await expectAccessible(page, 'the dialog of a new passkey');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Please enter a name.');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('The current password is not right.');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Passkey Added')).toBeVisible();
  await expect(section.getByRole('listitem')).toContainText(['Laptop']);
  await expect(section).toContainText('not used yet');

  // The device has one of this account, and makes no second.
  await section.getByRole('button', { name: 'Add Passkey' }).click();
  await dialog.getByLabel('Name').fill('Laptop again');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(PASSKEY_TEXTS.there);
  await page.keyboard.press('Escape');

  await section.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Desk');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('listitem')).toContainText(['Desk']);
  await expectAccessible(page, 'an account with a passkey');
  await expectNoSideways(page, 390, 'an account with a passkey');

  await signOut(page);
  const signIn = page.getByRole('button', { name: PASSKEY_TEXTS.signIn });
  await expectAccessible(page, 'the sign-in page with passkeys');

  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signIn.click();
  await expect(page.getByText(PASSKEY_TEXTS.notUsed)).toBeVisible();
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await signIn.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/(projects|setup|home)/);

  await page.goto('/profile');
  await expect(section).toContainText('last used');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Signed in with a passkey: Desk');
  await section.getByRole('button', { name: 'Remove Desk' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);

  // The device still has it, the server does not.
  await signOut(page);
  await signIn.click();
  await expect(page.getByText('This passkey does not sign in here.')).toBeVisible();
});

test('a passkey for an account with a second factor takes a code, and signs in without one', async ({
  signedIn: page,
  server,
  person,
  faults,
}) => {
  faults.expect('403 POST /api/me/passkeys/options');
  await addDevice(page);
  const { secret } = await turnOnTwoFactor(page, server, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Passkey' });
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Please enter the code.');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('This code is not right.');
  await expectAccessible(page, 'the dialog of a passkey with a code');
  await dialog.getByLabel('Code', { exact: true }).fill(codeAfter(secret));
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Passkey Added')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: PASSKEY_TEXTS.signIn }).click();
  await expect(page).toHaveURL(/\/(projects|setup|home)/);
});
