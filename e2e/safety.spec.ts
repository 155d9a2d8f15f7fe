import { expect, test } from './support/test.ts';

// A server of its own: what the journey finds and mends is about the whole instance.
test.use({ ownServer: {} });

test('an administrator reads what is not safe yet, follows it, mends it, and sees it pass', async ({
  page,
  addPerson,
  signIn,
}) => {
  await signIn(page, await addPerson({ name: 'Grace Hopper', isAdmin: true }));
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Safety/ }).click();
  const finding = page.getByRole('listitem').filter({ hasText: 'Baton has never taken a backup here.' });
  await expect(finding).toContainText('Should');
  await finding.getByRole('link', { name: 'Download a backup' }).click();
  await expect(page).toHaveURL(/\/admin\/maintenance$/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Backup' }).click();
  await (await download).path();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('safety');
  await page.getByRole('option', { name: 'Safety' }).click();
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(finding).toHaveCount(0);
  await page.getByText(/checks passed$/).click();
  await expect(page.getByText('The last backup by Baton was taken today.')).toBeVisible();
});
