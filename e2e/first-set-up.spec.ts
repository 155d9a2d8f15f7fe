import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

// A server of its own, because the kind of instance applies to everybody on it.
test.use({ ownServer: {} });

test('the first administrator sets the instance up for a team, and plans are gone', async ({
  page,
  server,
  addPerson,
  signIn,
}) => {
  await server.sql('update system_settings set set_up_at = null');
  await server.notify('settings', 'saved');
  const admin = await addPerson({ isAdmin: true });
  await signIn(page, admin);
  await page.goto('/projects');
  await page.waitForURL('**/setup');
  await expect(page.getByRole('heading', { name: 'Set up this Baton' })).toBeVisible();
  await expect(page.getByText('No mail server yet')).toBeVisible();
  await expect(page.getByText('Embedded planner', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
  await expectAccessible(page, 'the set-up');

  await page.getByRole('button', { name: 'Show how' }).click();
  await expect(page.getByText('BATON_URL=https://baton.example.com npm start')).toBeVisible();
  await expectAccessible(page, 'how others reach it');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await page.getByText('A public service', { exact: true }).click();
  await expect(page.getByText('Sign-up needs email: nobody can confirm an address yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Set up PayPal' }).click();
  await expect(page.getByText('/api/webhooks/paypal')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'A public service' }).press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Me and my team' })).toBeChecked();

  await page.getByRole('button', { name: 'Everyone at a domain' }).click();
  await expect(page.getByLabel('Allowed domain')).toHaveValue('example.com');
  await page.getByLabel('Project name').fill('Harbor API');
  await page.getByLabel('Project name').press('ControlOrMeta+Enter');
  await page.waitForURL('**/projects');
  await expect(
    page.getByText('This Baton is set up for your team at example.com. Email is not set up yet.'),
  ).toBeVisible();
  await expect(page.getByRole('article', { name: 'Harbor API' })).toBeVisible();
  await expectAccessible(page, 'the projects after the set-up');
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
  await expect(page.getByText('active projects used')).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('article', { name: 'Harbor API' })).toBeVisible();
  await expect(page.getByText('This Baton is set up for your team')).toHaveCount(0);

  await page.goto('/setup');
  await page.waitForURL('**/admin');
  await page.goto('/subscription');
  await page.waitForURL('**/projects');
  await page.goto('/admin/users');
  await page.getByLabel('Email address to invite').fill('ada@elsewhere.example');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('ada@elsewhere.example')).toBeVisible();
  await expectAccessible(page, 'the invitations');
  await page.getByRole('button', { name: 'Revoke the invitation for ada@elsewhere.example' }).click();
  await expect(page.getByText('Nobody is invited yet.')).toBeVisible();
});
