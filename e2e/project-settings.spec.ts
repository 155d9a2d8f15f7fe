import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { addHarbor } from './support/harbor.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const batons = (page: Page) => page.getByRole('spinbutton', { name: 'Number of batons' });
const bar = (page: Page) => page.locator('[data-part=save-bar]');
const save = (page: Page) => bar(page).getByRole('button', { name: /^Save Settings/ });

test('the keys lead there, the stepper and the save bar work by keyboard, and the server has it', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  await harbor.claim('Burst window', 'codex');
  await page.goto(harbor.at);
  await expect(page.getByRole('tree')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'Project settings' })).toBeVisible();
  await expect(page).toHaveTitle('Settings · Harbor API · Baton');
  await expect(bar(page), 'clean: no bar').toHaveCount(0);
  await expect(page.getByText('1 held now: codex')).toBeVisible();
  await expect(page.getByText('An agent never holds two.')).toBeVisible();
  await expect(
    page.getByText('A lower number takes no baton away: it applies as batons are handed back.'),
  ).toBeVisible();

  await batons(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(batons(page)).toHaveValue('6');
  await page.keyboard.press('End');
  await expect(batons(page)).toHaveValue('16');
  await page.keyboard.press('Home');
  await expect(bar(page), 'back where it was').toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(bar(page)).toContainText('Batons 1 to 3');
  await expect(
    page.getByRole('img', { name: '16 possible batons: 1 held now, 2 free, 13 not given out' }),
  ).toBeVisible();
  const index = page.getByRole('navigation', { name: 'Settings sections' });
  await expect(index.getByRole('link', { name: /^Batons/ }).getByRole('img', { name: 'Changed' })).toBeVisible();

  await page.getByRole('radio', { name: /^…and the verify command passes/ }).check();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Enter the command that has to pass.')).toBeVisible();
  await expect(bar(page)).toContainText('1 problem');
  const command = page.getByRole('textbox', { name: 'Verify command' });
  await expect(command, 'what is wrong gets the focus').toBeFocused();
  await command.fill('npm test');
  await page.getByLabel('Timeout').fill('20');
  await page.getByLabel('A baton comes back after').fill('45');
  await page.getByLabel('Repository address').fill('https://github.com/acme/harbor');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await harbor.api.send('GET', `/api/projects/${harbor.id}`)).toMatchObject({
    baton_slots: 3,
    done_means: 'verified',
    verify_command: 'npm test',
    verify_timeout_minutes: 20,
    lease_minutes: 45,
    repository_url: 'https://github.com/acme/harbor',
    name: 'Harbor API',
  });
});

test('what somebody else changes meanwhile is taken over, or asked about', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  await page.goto(`/projects/${harbor.id}/settings`);
  await batons(page).fill('4');
  await harbor.api.send('PUT', `/api/projects/${harbor.id}`, { lease_minutes: 60 });
  await expect(page.getByLabel('A baton comes back after'), 'nobody disputes it').toHaveValue('60');
  await expect(batons(page)).toHaveValue('4');

  await harbor.api.send('PUT', `/api/projects/${harbor.id}`, { baton_slots: 2 });
  await expect(bar(page)).toContainText('You, in another window, changed Batons to 2 just now.');
  await bar(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(batons(page)).toHaveValue('2');
  await expect(bar(page)).toHaveCount(0);

  await batons(page).fill('5');
  await harbor.api.send('PUT', `/api/projects/${harbor.id}`, { baton_slots: 3 });
  await bar(page).getByRole('button', { name: 'Keep mine' }).click();
  await save(page).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(await harbor.api.send('GET', `/api/projects/${harbor.id}`)).toMatchObject({
    baton_slots: 5,
    lease_minutes: 60,
  });
});

test('leaving while dirty asks; an archived project can only be read; deleting needs the name', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  const harbor = await addHarbor(page, server, person);
  await page.goto(`/projects/${harbor.id}/settings`);
  await batons(page).fill('4');
  await page.getByRole('link', { name: 'Back to tasks' }).click();
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await ask.getByRole('button', { name: 'Stay' }).click();
  await bar(page).getByRole('button', { name: 'Discard Changes' }).click();
  await expect(batons(page)).toHaveValue('1');

  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('dialog', { name: 'Archive this project?' }).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('This project is archived')).toBeVisible();
  await expect(batons(page)).toBeDisabled();

  // The open page requests the deleted plan once more.
  faults.expect('404 GET /api/projects/*');
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Project' });
  await expect(dialog).toContainText('Removes 11 tasks');
  await expect(dialog.getByRole('button', { name: 'Delete Project' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Harbor API');
  await dialog.getByRole('button', { name: 'Delete Project' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('no violation in either theme, and nothing sideways on a phone', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await page.goto(`/projects/${harbor.id}/settings`);
  await batons(page).fill('17');
  await page.getByRole('radio', { name: /^…and the verify command passes/ }).check();
  await expect(bar(page)).toBeVisible();
  await expectAccessible(page, 'project settings, with problems');
  await expectNoSideways(page, 390, 'project settings');
});
