import type { Instance } from './support/instance.ts';
import { withoutNews } from './support/parts.ts';
import { expect, test } from './support/test.ts';

// A server of its own, because the setting applies to everybody on the instance.
test.use({ ownServer: {} });

const MESSAGE = 'System maintenance in progress. Please try again later.';

async function setMaintenance(server: Instance, on: boolean): Promise<void> {
  await server.sql('update system_settings set maintenance_mode = $1', [on]);
  await server.notify('settings', '');
}

test('maintenance takes the place of the app, and the app comes back by itself', async ({
  page,
  person,
  addPerson,
  openBrowser,
  signIn,
  server,
  faults,
}) => {
  faults.expect('503 *');
  // The page must find out by its own next request.
  await withoutNews(page);
  await page.clock.install();
  await signIn(page, person);
  await page.goto('/projects');
  await expect(page.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();

  // Pending requests would find out before the person does anything.
  await page.waitForLoadState('networkidle');
  await setMaintenance(server, true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await page.reload();
  await expect(page.getByText(MESSAGE)).toBeVisible();

  await test.step('administrators keep working, and visitors read the public pages', async () => {
    const other = await openBrowser();
    await other.goto('/pricing');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    const admin = await addPerson({ name: 'Grace Hopper' });
    await server.sql('update users set is_admin = true where id = $1', [admin.id]);
    await signIn(other, admin);
    await other.goto('/projects');
    await expect(other.getByText(/^(Welcome back, Grace Hopper$|Hello, Grace Hopper\.)/)).toBeVisible();
  });

  await setMaintenance(server, false);
  await expect(async () => {
    await page.clock.fastForward('00:31');
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
