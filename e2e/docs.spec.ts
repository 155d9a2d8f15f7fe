import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

test('the documentation is read from the landing page on, page by page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Documentation' }).click();
  await expect(page).toHaveURL('/docs');
  await expect(page).toHaveTitle('Baton documentation');
  const navigation = page.getByRole('navigation', { name: 'Documentation' });
  await navigation.getByRole('link', { name: 'Working with agents' }).click();
  await expect(page).toHaveURL('/docs/agents');
  await expect(page.getByRole('heading', { level: 1, name: 'Working with agents' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Working with agents' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'The tools' }).click();
  await expect(page).toHaveURL('/docs/agents#the-tools');
  await expect(page.getByRole('heading', { name: 'The tools' })).toBeInViewport();
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page).toHaveURL('/docs/clients');
  await navigation.getByRole('link', { name: 'REST API' }).click();
  await expect(page).toHaveURL('/api/docs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a word is found by keyboard', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  await expect(field).toBeFocused();
  await field.fill('the tools');
  const search = page.getByRole('search');
  await expect(search.getByRole('status')).toHaveText(/of \d+|\d+ found/);
  await expect(search.getByRole('link').first()).toContainText('The tools');
  await page.keyboard.press('ArrowDown');
  await expect(search.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/docs/agents#the-tools');
  await page.keyboard.press('/');
  await field.fill('qqzz');
  await expect(search.getByRole('status')).toHaveText('Nothing found.');
  await page.keyboard.press('Escape');
  await expect(search.getByRole('status')).toBeHidden();
  await expect(field).not.toBeFocused();
});

test('its theme is the one that was chosen in the app, and the other way round', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('baton-theme', 'dark'));
  await page.goto('/docs/agents');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('t');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.goto('/');
  await expect(html).toHaveAttribute('data-theme', 'dark');
});

test('code is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/agents');
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^claude mcp add/);
});

test('a narrow window has the pages behind a button, and nothing is wider than it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ['/docs', '/docs/clients', '/docs/operations', '/docs/changelog']) {
    await page.goto(address);
    await expectNoSideways(page, 390, address);
  }
  const navigation = page.getByRole('navigation', { name: 'Documentation' });
  await expect(navigation).toBeHidden();
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigation.getByRole('link', { name: 'Running Baton' }).click();
  await expect(page).toHaveURL('/docs/operations');
  await expect(navigation).toBeHidden();
  await page.getByText('On this page').first().click();
  await page.getByRole('link', { name: 'Variables', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Variables' })).toBeInViewport();
});

test('an address without a page says so, and helps on', async ({ page, faults }) => {
  faults.expect('404 GET /docs/gone');
  const answer = await page.goto('/docs/gone');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
  await page.getByRole('link', { name: 'start at the beginning' }).click();
  await expect(page).toHaveURL('/docs');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages are read, and what needs a script is not offered', async ({ page }) => {
    await page.goto('/docs/agents');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.getByRole('button', { name: /Theme/ })).toBeHidden();
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(page).toHaveURL('/docs/clients');
  });
});

test('whoever is signed in finds it in the account menu and the command menu', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Documentation' }).click();
  await expect(page).toHaveURL('/docs');
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('documentation');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/docs');
});

test('its pages are accessible in both themes, wide and narrow', async ({ page }) => {
  for (const address of ['/docs', '/docs/agents', '/docs/relay', '/docs/decisions/007-own-api-page']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible();
    await expectAccessible(page, address);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/docs');
  await page.getByRole('searchbox').fill('baton');
  await expect(page.getByRole('search').getByRole('link').first()).toBeVisible();
  await expectAccessible(page, 'the search', { widths: [1440] });
});
