import type { OutboxMail } from '#contract/instance.ts';
import { makeKey } from './support/agent.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { toastOf } from './support/parts.ts';
import { apiOf } from './support/person-api.ts';
import { expect, test } from './support/test.ts';

test('a new password asks about the API key, is told by mail, and is kept in the audit log', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('400 POST /api/auth/change-password');
  await makeKey(await apiOf(page, server));
  const hasKey = async () =>
    (await server.sql('select 1 from users_api_key where user_id = $1', [person.id])).length === 1;

  await page.goto('/profile');
  const opener = page.getByRole('button', { name: 'Change Password' });
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const change = async (current: string, next: string) => {
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByLabel('Confirm new password').fill(next);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
  };

  await test.step('the dialog is left by Escape and gives the focus back', async () => {
    await opener.click();
    await expect(dialog.getByRole('checkbox', { name: 'Revoke all API keys' })).not.toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Disconnect all apps' }), 'no app is connected').toHaveCount(0);
    await expectAccessible(page, 'the question about the key');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  await test.step('a common password is refused in words', async () => {
    await opener.click();
    await change(person.password, 'password1');
    await expect(dialog).toContainText('This password is one of the most common ones');
  });

  await test.step('without the question answered, agents go on', async () => {
    await change(person.password, 'battery staple');
    await expect(toastOf(page, 'Updated')).toContainText('Password updated successfully');
    expect(await hasKey()).toBe(true);
  });

  await test.step('with it, the key is gone', async () => {
    await opener.click();
    await dialog.getByRole('checkbox', { name: 'Revoke all API keys' }).check();
    await change('battery staple', 'staple the battery');
    await expect(dialog).toHaveCount(0);
    expect(await hasKey()).toBe(false);
    await page.goto('/api-keys');
    await expect(page.getByText('No API Key Found')).toBeVisible();
  });

  await test.step('each change was mailed and is in the audit log', async () => {
    await expect(async () => {
      const answer = await fetch(`${server.url}/api/outbox`);
      const { data } = (await answer.json()) as { data: OutboxMail[] };
      const told = data.filter(({ recipient, subject }) => recipient === person.email && /password/i.test(subject));
      expect(told).toHaveLength(2);
      expect(told.some(({ text }) => /API key/.test(text))).toBe(true);
    }).toPass();
    const entries = await server.sql<{ action: string }>('select action from audit_log where subject = $1', [
      person.id,
    ]);
    const actions = entries.map(({ action }) => action);
    expect(actions.filter((action) => action === 'password.changed')).toHaveLength(2);
    expect(actions).toContain('api_key.revoked');
  });
});
