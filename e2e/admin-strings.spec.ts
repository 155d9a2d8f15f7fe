import { controlOf } from './support/console.ts';
import { toastOf } from './support/parts.ts';
import { CONSOLE_WORDS as W } from './support/specified-console.ts';
import { expect, test } from './support/test.ts';

const BROKEN = { status: 500, json: { success: false, error: 'Broken.', errorType: 'INTERNAL_ERROR' } };

test('the console says whom it verifies, what it could not read or save, and how to go on', async ({
  page,
  addPerson,
  signIn,
  faults,
}) => {
  faults.expect('500 *');
  const admin = await addPerson({ isAdmin: true });
  await signIn(page, admin);
  const verified = Promise.withResolvers<undefined>();
  await page.route('**/api/admin/status', async (route) => {
    await verified.promise;
    await route.fallback();
  });
  await page.route(/\/api\/admin\/(users|system|dashboard)/, (route) => route.fulfill(BROKEN));

  await page.goto('/admin');
  await expect(page.getByText(W.verifying)).toBeVisible();
  verified.resolve(undefined);
  const metrics = page.getByRole('region', { name: 'Key Metrics' });
  await expect(metrics.getByText('—'), 'a dash for each number').toHaveCount(4);
  for (const [path, words] of Object.entries(W.unread)) {
    await page.goto(path.replace('{id}', admin.id));
    await expect(page.getByRole('alert').filter({ hasText: words }), path).toBeVisible();
    await expect(controlOf(page, W.retry)).toBeVisible();
  }

  await page.unroute(/\/api\/admin\/(users|system|dashboard)/);
  await controlOf(page, W.retry).click();
  await page.getByLabel('Max requests per minute').fill('61');
  await page.route('**/api/admin/system/settings', (route) => route.fulfill(BROKEN));
  await controlOf(page, 'Save Settings').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save Settings' }).click();
  const [title, saveFailed] = W.saveFailed;
  await expect(toastOf(page, title)).toContainText(saveFailed);
  await expect(page.locator('form').getByText(saveFailed)).toBeVisible();
  await expect(page.locator('form').getByRole('button', { name: W.retry })).toBeVisible();
  await controlOf(page, W.discard).click();

  await page.route('**/api/admin/dashboard/errors/export*', (route) => route.fulfill(BROKEN));
  await page.goto('/admin/errors');
  await controlOf(page, 'Export CSV').click();
  await expect(toastOf(page, title)).toContainText(W.exportFailed);
});
