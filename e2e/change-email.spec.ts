import type { OutboxMail } from '#contract/instance.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

test('an email address is changed when the links to the old and the new one are confirmed', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('403 POST /api/me/email');
  const next = `new-${person.email}`;
  const linkTo = async (address: string, subject: RegExp) => {
    const { data } = (await (await fetch(`${server.url}/api/outbox`)).json()) as { data: OutboxMail[] };
    return data.find((mail) => mail.recipient === address && subject.test(mail.subject))?.link ?? '';
  };

  await page.goto('/profile');
  const opener = page.getByRole('button', { name: 'Change email address', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Change Email Address' });
  await opener.click();
  await expectAccessible(page, 'the dialog of a new address');
  await dialog.getByLabel('New email').fill('nonsense');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Please enter a valid email address.');
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('The current password is not right.');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Waiting to become ${next}`)).toBeVisible();
  await expectAccessible(page, 'an address that waits');
  await expectNoSideways(page, 390, 'an address that waits');

  await page.goto(await linkTo(person.email, /^Change your email/));
  await expectAccessible(page, 'the page of a link');
  await page.getByRole('button', { name: 'Confirm the Change' }).click();
  await expect(page.getByText('Now open the link in the mail to the new address.')).toBeVisible();
  await page.goto(await linkTo(next, /^Confirm your new/));
  await page.getByRole('button', { name: 'Confirm the Change' }).click();
  await expect(page.getByText('Your email address was changed.')).toBeVisible();
  expect(await linkTo(person.email, /was changed$/)).toContain('/login');

  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next);
  await expect(page.getByText('Waiting to become')).toHaveCount(0);
});
