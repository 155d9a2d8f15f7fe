import type { Page } from '@playwright/test';
import { confirmAct, controlOf } from './support/console.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { toastOf } from './support/parts.ts';
import { CONSOLE_WORDS as W } from './support/specified-console.ts';
import { expect, test } from './support/test.ts';

// A server of its own, because the settings apply to the whole instance.
test.use({ ownServer: {} });

const { unsaved: UNSAVED, discard: DISCARD } = W;

/** Invalid input by field, and the specification's message. */
const REFUSED = [
  ['MCP tool calls per hour', '0', 'MCP tool calls per hour must be between 1 and 10,000'],
  ['MCP tool calls per hour', '10001', 'MCP tool calls per hour must be between 1 and 10,000'],
  ['Max requests per minute', '1001', 'Max requests per minute must be between 1 and 1,000'],
  ['Max tasks per project', '10001', 'Max tasks per project must be between 1 and 10,000'],
  ['Daily PRD limit, Free', '101', 'Free tier: Daily PRD limit must be between 1 and 100'],
  ['Daily task generation limit, Free', '201', 'Free tier: Daily task generation limit must be between 1 and 200'],
  ['Monthly PRD limit, Pro', '1001', 'Pro tier: Monthly PRD limit must be between 1 and 1,000'],
  ['Monthly task generation limit, Pro', '0', 'Pro tier: Monthly task generation limit must be between 1 and 2,000'],
  ['Max projects, Free', '101', 'Free tier: Max projects must be between 1 and 100'],
  ['Daily PRD limit, Pro', '6', 'Pro tier: Monthly PRD limit cannot be lower than the daily limit'],
  [
    'Daily task generation limit, Pro',
    '11',
    'Pro tier: Monthly task generation limit cannot be lower than the daily limit',
  ],
  ['Daily PRD limit, Pro', '20', 'Pro tier: Monthly total operations limit cannot be lower than the daily limit'],
  ['MCP tool calls per hour', 'many', 'MCP tool calls per hour must be between 1 and 10,000'],
] as const;

async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/settings');
  await expect(page.getByLabel('MCP tool calls per hour')).toHaveValue('1000');
}

test('every mistake is named where it is typed, and none can be saved', async ({ page, addPerson, signIn }) => {
  await signIn(page, await addPerson({ isAdmin: true }));
  await openSettings(page);
  await expect(page.getByText('Last modified: Never')).toBeVisible();
  await expect(controlOf(page, 'Save Settings')).toBeDisabled();
  await expect(controlOf(page, DISCARD)).toHaveCount(0);
  for (const [field, value, sentence] of REFUSED) {
    await page.getByLabel(field, { exact: true }).fill(value);
    await expect(page.locator('form').getByText(sentence), `${field}: ${value}`).toBeVisible();
    await controlOf(page, 'Save Settings').click();
    const toast = toastOf(page, W.invalid[0]);
    await expect(toast).toContainText(W.invalid[1]);
    await expect(toast).toContainText(sentence);
    await toast.getByRole('button', { name: /dismiss|close/i }).click();
    await expect(toast).toHaveCount(0);
    await controlOf(page, DISCARD).click();
    await expect(page.getByText(UNSAVED)).toHaveCount(0);
  }
});

test('settings are typed, discarded, reset and saved; leaving asks', async ({ page, addPerson, server, signIn }) => {
  const admin = await addPerson({ isAdmin: true });
  await signIn(page, admin);
  await openSettings(page);
  const calls = page.getByLabel('MCP tool calls per hour');
  await test.step('the index follows the scroll, and stays with what is chosen', async () => {
    const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]');
    await expect(current).toHaveText('Instance');
    await page.locator('#main').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
    await expect(current).toHaveText('System Controls');
    await page.getByRole('link', { name: 'Global Settings' }).click();
    await expect(current).toHaveText('Global Settings');
    await page.locator('#main').evaluate((panel) => panel.scrollTo(0, 0));
    await expect(current).toHaveText('Instance');
  });
  const totals = page.getByRole('row', { name: /^Monthly total operations/ }).getByRole('status');
  await expect(totals).toHaveText(['2', '15']);
  await page.getByLabel('Monthly PRD limit, Pro').fill('9');
  await expect(totals, 'the sum, while it is typed').toHaveText(['2', '19']);
  await expect(page.getByText(UNSAVED)).toBeVisible();
  await controlOf(page, DISCARD).click();
  await expect(totals).toHaveText(['2', '15']);
  await expect(page.getByText(UNSAVED)).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(totals, 'undone').toHaveText(['2', '19']);
  await controlOf(page, DISCARD).click();
  await expect(page.getByText(UNSAVED)).toHaveCount(0);

  await calls.fill('2000');
  await page.getByLabel('Monthly PRD limit, Pro').fill('9');
  await test.step('leaving asks, and staying keeps what is typed', async () => {
    await page.getByRole('link', { name: 'Error Logs' }).click();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leave.getByRole('button').first().waitFor();
    await page.keyboard.press('Escape');
    await expect(leave).toHaveCount(0);
    await expect(calls).toHaveValue('2000');
  });
  await controlOf(page, 'Save Settings').click();
  const question = page.getByRole('dialog', { name: 'Save these settings?' });
  await expect(
    question.getByText('Every Pro user gets the new limits, except users with an admin override.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Save Settings' }).click();
  await expect(toastOf(page, W.saved[0])).toContainText(W.saved[1]);
  await expect(page.getByText(UNSAVED)).toHaveCount(0);
  await expect(page.getByText(new RegExp(`^Last modified: .+ by ${admin.email}$`))).toBeVisible();
  expect(
    await server.sql(
      `select monthly_prd_limit, monthly_total_operations_limit from subscription_tiers where id = 'pro'`,
    ),
  ).toEqual([{ monthly_prd_limit: 9, monthly_total_operations_limit: 19 }]);

  await confirmAct(page, 'Reset to Defaults', 'Reset to defaults?');
  await expect(calls).toHaveValue('1000');
  await expect(page.getByText(UNSAVED), 'loaded into the form, not saved').toBeVisible();
  await controlOf(page, DISCARD).click();
  await expect(calls).toHaveValue('2000');

  await page.getByRole('switch', { name: 'Maintenance mode' }).click();
  await page.getByLabel('Maintenance message').fill('  ');
  await expect(page.getByText('Maintenance message must not be empty')).toBeVisible();
  await page.getByRole('switch', { name: 'Maintenance mode' }).click();
  await expect(page.getByLabel('Maintenance message')).toHaveCount(0);
});

test('two administrators at once: the later one sees what the other saved', async ({
  page,
  addPerson,
  openBrowser,
  signIn,
  faults,
}) => {
  faults.expect('409 PUT /api/admin/system/settings');
  const [first, second] = [await addPerson({ isAdmin: true }), await addPerson({ isAdmin: true })];
  const other = await openBrowser();
  await signIn(page, first);
  await signIn(other, second);
  await openSettings(page);
  await openSettings(other);
  await page.getByLabel('MCP tool calls per hour').fill('3000');
  await page.getByLabel('Max tasks per project').fill('700');
  await other.getByLabel('MCP tool calls per hour').fill('4000');
  await other.getByLabel('Max requests per minute').fill('90');
  await confirmAct(other, 'Save Settings', 'Save these settings?');
  await expect(toastOf(other, 'Settings Saved')).toBeVisible();

  await controlOf(page, 'Save Settings').click();
  await page
    .getByRole('dialog', { name: 'Save these settings?' })
    .getByRole('button', { name: 'Save Settings' })
    .click();
  const clash = page.getByRole('dialog', { name: 'Settings were changed in the meantime' });
  await expect(clash.getByText(`${second.email} saved before you.`)).toBeVisible();
  await expect(clash.getByRole('row', { name: /MCP tool calls per hour/ })).toContainText('4,0003,000');
  await expect(clash.getByRole('row', { name: /Max requests per minute/ })).toContainText('Theirs holds');
  await expectAccessible(page, 'the dialog of a stale save');
  await page.setViewportSize({ width: 1280, height: 720 });
  await clash.getByRole('button', { name: 'Use theirs: MCP tool calls per hour' }).click();
  await clash.getByRole('button', { name: 'Save the rest' }).click();
  await expect(toastOf(page, 'Settings Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('MCP tool calls per hour')).toHaveValue('4000');
  await expect(page.getByLabel('Max requests per minute')).toHaveValue('90');
  await expect(page.getByLabel('Max tasks per project')).toHaveValue('700');
});
