import { setUserStatus } from '#server/auth/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { systemContext } from '#server/platform/context.ts';
import { createLogger } from '#server/platform/log.ts';
import { openServices } from '#server/services.ts';
import type { Instance } from './support/instance.ts';
import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

const SUSPENDED = 'This account is suspended. Please contact support.';

/** Changes the status through another server's services, on the same database. */
async function setStatus(server: Instance, userId: string, status: 'active' | 'suspended'): Promise<void> {
  const services = await openServices(readConfig({}), server.databaseUrl, createLogger('silent'));
  try {
    await setUserStatus(systemContext(services, 'journey'), { userId, status });
  } finally {
    await services.dispose();
  }
}

test('a suspension closes the open page and the door, and is taken back', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('401 GET /api/auth/token', '403 *');
  const streaming = page.waitForResponse('**/api/me/events');
  await page.goto('/profile');
  await streaming;
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();

  await setStatus(server, person.id, 'suspended');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(SUSPENDED)).toBeVisible();
  await signInByForm(page, person);
  await expect(page.getByText(SUSPENDED)).toBeVisible();
  await expect(page).toHaveURL('/login');

  await setStatus(server, person.id, 'active');
  await signInByForm(page, person);
  await expect(page.getByText(SUSPENDED)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});
