import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'API Keys' });
const shownKey = (page: Page) => section(page).locator('[data-part=code] pre');
const ask = async (url: string, key: string, method = 'GET', path = '/api/projects') =>
  (await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${key}` } })).status;

test('a key is made for one project, used, rotated and revoked', async ({ signedIn: page, server, person }) => {
  const project = await addProject(server, person, 'Harbour');
  await page.goto('/profile');
  await expect(section(page)).toContainText('No keys yet.');

  await section(page).getByRole('button', { name: 'New Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API Key' });
  await dialog.getByRole('button', { name: 'Make Key' }).click();
  await expect(dialog).toContainText('Please enter a name.');
  await dialog.getByLabel('Name').fill('CI');
  await dialog.getByLabel('Project').selectOption('Harbour');
  await dialog.getByLabel('Expires').selectOption('In 30 days');
  await dialog.getByRole('checkbox', { name: /^Read only/ }).check();
  await expectAccessible(page, 'the dialog of a new key');
  await page.keyboard.press('Enter');

  await expect(shownKey(page)).toHaveText(/^baton_[0-9A-Za-z]{40}$/);
  const key = await shownKey(page).innerText();
  const row = section(page).getByRole('listitem').filter({ hasText: 'CI' });
  await expect(row).toContainText('Read-only');
  await expect(row).toContainText(/Harbour · made .* · not used yet · expires/);
  await expectAccessible(page, 'a key that was just made');
  expect(await ask(server.url, key)).toBe(200);
  expect(await ask(server.url, key, 'DELETE', `/api/projects/${project}/prd/versions/1`)).toBe(403);
  await section(page).getByRole('button', { name: 'I have saved it' }).click();
  // Written a moment after the call, beside it.
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible();
    expect(await row.innerText()).toMatch(/used .* from 127\.0\.0\.1/);
  }).toPass();
  expect(await page.content()).not.toContain(key);

  await row.getByRole('button', { name: 'Rotate CI' }).click();
  await page.getByRole('dialog', { name: 'Rotate CI?' }).getByRole('button', { name: 'Rotate' }).click();
  await expect(shownKey(page)).not.toHaveText(key);
  const next = await shownKey(page).innerText();
  expect([await ask(server.url, key), await ask(server.url, next)]).toEqual([401, 200]);
  await section(page).getByRole('button', { name: 'I have saved it' }).click();

  await expectNoSideways(page, 390, 'the keys');
  await row.getByRole('button', { name: 'Revoke CI' }).click();
  await page.getByRole('dialog', { name: 'Revoke CI?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(section(page)).toContainText('No keys yet.');
  expect(await ask(server.url, next)).toBe(401);

  await page.reload();
  const activity = page.getByRole('list', { name: 'Account activity' });
  for (const line of ['API key revoked: CI', 'API key rotated: CI', 'API key made: CI'])
    await expect(activity.getByText(line)).toBeVisible();
  await expect(activity.getByText('API key used from a new address: CI').first()).toBeVisible();
  await expectAccessible(page, 'the activity of the account');
});
