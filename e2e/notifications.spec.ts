import { startReceiver } from '#test/webhook-receiver.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { addHarbor } from './support/harbor.ts';
import { expect, test } from './support/test.ts';

// Nothing is mailed here; with an address the email column is on.
test.use({
  viewport: { width: 1440, height: 900 },
  ownServer: { BATON_PRIVATE_WEBHOOKS: 'on', SMTP_URL: 'smtp://127.0.0.1:9' },
});

test('what a person is told is switched at once; a webhook is added, tested, repaired and removed', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  // A browser without a screen refuses them, whatever the page is granted.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'granted' }));
  const harbor = await addHarbor(page, server, person);
  const receiver = await startReceiver();
  await page.goto(`/projects/${harbor.id}/settings#notifications`);
  const control = (name: string) => page.getByRole('switch', { name, exact: true });
  await expect(control('Needs you, Email')).toBeChecked();
  await control('Needs you, Email').click();
  await control('Run ended, Browser').click();
  await expect(control('Run ended, Browser')).toBeChecked();
  await page.reload();
  await expect(control('Needs you, Email')).not.toBeChecked();
  await expect(control('Run ended, Browser')).toBeChecked();

  const webhook = page.getByRole('region', { name: 'Outgoing webhook' });
  faults.expect('400 PUT /api/projects/*/webhook');
  await webhook.getByLabel('Address').fill('ftp://hooks.example');
  await webhook.getByRole('button', { name: 'Add webhook' }).click();
  await expect(webhook.getByText('Enter an address that begins with https://.')).toBeVisible();
  await expect(webhook.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await webhook.getByLabel('Address').fill(receiver.url);
  await webhook.getByRole('checkbox', { name: 'Agent stopped' }).check();
  await webhook.getByRole('button', { name: 'Add webhook' }).click();
  await expect(webhook.getByText('Copy the secret now')).toBeVisible();
  const secret = (await webhook.locator('[data-part=code]').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);

  receiver.reactions.push((response) => response.writeHead(503).end('Later'));
  await webhook.getByRole('button', { name: 'Send a test' }).click();
  await expect(webhook.getByRole('cell', { name: 'Service Unavailable' })).toBeVisible();
  await webhook.getByRole('button', { name: /^Send again/ }).click();
  await expect(webhook.getByRole('cell', { name: '200', exact: true })).toBeVisible();
  expect(receiver.received).toHaveLength(2);
  await expectAccessible(page, 'notifications and a webhook with its secret');
  await expectNoSideways(page, 390, 'notifications and a webhook');

  await page.reload();
  await expect(webhook.getByText(`whsec_••••••••${secret.slice(-4)}`)).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await webhook.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
  await expect(webhook.getByRole('button', { name: 'Add webhook' })).toBeVisible();
  await receiver.close();
});
