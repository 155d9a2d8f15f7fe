import type { Page } from '@playwright/test';
import { controlOf, fillLogs } from './support/console.ts';
import { expectAccessible, expectNoSideways, resize } from './support/expect-accessible.ts';
import { showAnew } from './support/kept-pages.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ show(address: string): Promise<Page> }>({
  /** A screen of the console, wide, as an administrator sees it; `{id}` is their own. */
  show: async ({ keepPage, addPerson, server, signIn }, use) =>
    use(async (address) => {
      const { page, made: admin } = await keepPage('console', async (fresh) => {
        const added = await addPerson({ isAdmin: true });
        await fillLogs(server, added);
        await signIn(fresh, added);
        return added;
      });
      await resize(page, 1440);
      await showAnew(page, address.replace('{id}', admin.id));
      return page;
    }),
});

test.use({ viewport: { width: 1440, height: 900 } });

const SCREENS: Record<string, { at: string; ready: (page: Page) => Promise<void> }> = {
  'the dashboard': { at: '/admin', ready: (page) => page.getByText('Total Users').waitFor() },
  'the users': { at: '/admin/users', ready: (page) => page.getByRole('region', { name: 'Users' }).waitFor() },
  'one user': { at: '/admin/users/{id}', ready: (page) => page.getByText('User Controls').waitFor() },
  'the settings': { at: '/admin/settings', ready: (page) => page.getByLabel('Max tasks per project').waitFor() },
  'the errors': { at: '/admin/errors', ready: (page) => page.getByRole('region', { name: 'Errors' }).waitFor() },
  'the activity': { at: '/admin/logs', ready: (page) => page.getByRole('region', { name: 'Calls' }).waitFor() },
  'the database': { at: '/admin/database', ready: (page) => page.getByText('mcp_logs').first().waitFor() },
  'the safety': { at: '/admin/safety', ready: (page) => page.getByText(/checks passed/).waitFor() },
  'the maintenance': { at: '/admin/maintenance', ready: (page) => controlOf(page, 'Vacuum').waitFor() },
  'the audit log': { at: '/admin/maintenance?tab=audit', ready: (page) => page.getByRole('tabpanel').waitFor() },
};

for (const [name, { at, ready }] of Object.entries(SCREENS)) {
  test(`${name} of the console is accessible in both themes and on both widths`, async ({ show }) => {
    const page = await show(at);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page, name);
    await expectNoSideways(page, 320, name);
  });
}

/** Each opens one overlay on its screen. */
const OPENED: Record<string, { at: string; open: (page: Page) => Promise<void> }> = {
  'the question before a suspension': { at: '/admin/users/{id}', open: (page) => controlOf(page, 'Suspend').click() },
  'the question before limits': {
    at: '/admin/users/{id}',
    open: async (page) => {
      await page.getByLabel('Max projects').fill('7');
      await controlOf(page, 'Save').click();
    },
  },
  'the question before a save': {
    at: '/admin/settings',
    open: async (page) => {
      await page.getByLabel('MCP tool calls per hour').fill('2000');
      await controlOf(page, 'Save Settings').click();
    },
  },
  'the sheet of an error': {
    at: '/admin/errors?status=all',
    open: (page) => page.getByRole('button', { name: 'The model is silent' }).click(),
  },
  'the question that wants a word': {
    at: '/admin/maintenance',
    open: (page) => controlOf(page, 'Rotate signing keys').click(),
  },
};

for (const [name, { at, open }] of Object.entries(OPENED)) {
  test(`${name} is accessible in both themes and on both widths`, async ({ show }) => {
    const page = await show(at);
    await open(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, name, { overlay: 'dialog[open]' });
  });
}

test('settings with mistakes in them are accessible', async ({ show }) => {
  const page = await show('/admin/settings');
  await page.getByLabel('MCP tool calls per hour').fill('0');
  await page.getByLabel('Daily PRD limit, Pro').fill('101');
  await expect(page.getByText(/must be between/)).not.toHaveCount(0);
  await expectAccessible(page, 'settings with mistakes');
});
