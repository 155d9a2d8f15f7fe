import type { Instance } from './support/instance.ts';
import { expect, test } from './support/test.ts';

// The setting holds for everybody on the instance.
test.use({ ownServer: {} });

const MESSAGE = 'System maintenance in progress. Please try again later.';

async function setMaintenance(server: Instance, on: boolean): Promise<void> {
  await server.sql('update system_settings set maintenance_mode = $1', [on]);
  await server.notify('settings', '');
}

test('maintenance takes the place of the app, and the app comes back by itself', async ({ page, person, signIn, server, faults }) => {
  faults.expect('503 *');
  await page.clock.install();
  await signIn(page, person);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada Lovelace');

  await setMaintenance(server, true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await page.reload();
  await expect(page.getByText(MESSAGE)).toBeVisible();

  await setMaintenance(server, false);
  await page.clock.fastForward('00:31');
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});

test('administrators keep working', async ({ page, person, signIn, server, faults }) => {
  faults.expect('503 *');
  await server.sql('update users set is_admin = true where id = $1', [person.id]);
  await setMaintenance(server, true);
  await signIn(page, person);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada Lovelace');
});

test('visitors still read the public pages', async ({ page, server, faults }) => {
  faults.expect('503 *');
  await setMaintenance(server, true);
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
