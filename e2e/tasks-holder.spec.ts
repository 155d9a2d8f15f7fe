import type { Page } from '@playwright/test';
import { HOLDER, addHarbor } from './support/harbor.ts';
import { rowOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const HELD = 'Clock-skew guard';
const bar = (page: Page) => page.locator('[data-part=holder]');
const box = (page: Page) => page.getByRole('region', { name: 'Who holds the baton' });

for (const { says, after, age } of [
  { says: 'is quiet', after: '1 minute 50 seconds', age: '2m' },
  { says: 'may have stopped', after: '9 minutes 50 seconds', age: '10m' },
]) {
  test(`a holder without a call for ${age} ${says}, until the next call`, async ({
    signedIn: page,
    person,
    server,
  }) => {
    const harbor = await addHarbor(page, server, person);
    const { token } = await harbor.claim(HELD);
    await server.sql(
      `update batons set taken_at = now() - interval '20 minutes', last_call_at = now() - $2::interval
       where project_id = $1`,
      [harbor.id, after],
    );
    await page.clock.install();
    await page.goto(`${harbor.at}?task=${harbor.task(HELD).id}`);
    await expect(bar(page)).toContainText(HOLDER);
    await expect(bar(page)).not.toContainText(says);
    await expect(box(page)).not.toContainText(says);

    await page.clock.fastForward(20_000);
    await expect(bar(page)).toContainText(`${HOLDER} ${says}`);
    await expect(bar(page)).toContainText(`last call ${age} ago`);
    await expect(box(page)).toContainText(`${HOLDER} ${says}`);
    await expect(box(page)).toContainText(`last call ${age} ago · 1 call`);

    await harbor.api.send('POST', `/api/tasks/${harbor.task(HELD).id}/renew`, { baton: token });
    await expect(bar(page), 'a call clears it').toContainText(`${HOLDER} holds the baton`);
    await expect(box(page)).toContainText(`${HOLDER} holds the baton`);
    await expect(box(page)).toContainText('2 calls');
  });
}

test('path, tags, lane and title follow the baton', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await page.goto(harbor.at);
  await expect(bar(page)).toHaveText('Nobody holds the baton');
  await expect(page.locator(':is([data-lit], [data-elbow])')).toHaveCount(0);
  const lane = page.getByRole('region', { name: 'Task Tree' }).getByRole('img', { name: /^Progress by task list/ });
  await expect(lane.locator('em')).toHaveCount(0);
  await expect(page).toHaveTitle('Tasks · Harbor API · Baton');

  const { token } = await harbor.claim(HELD);
  for (const title of [HELD, 'Count calls', 'Metering'])
    await expect(rowOf(page, title).getByText('Active', { exact: true }), title).toBeVisible();
  await expect(page.getByRole('tree').getByText('Active', { exact: true })).toHaveCount(3);
  await expect(rowOf(page, HELD), 'said aloud too').toHaveAccessibleName(
    /^T\d+ ?, Clock-skew guard ?, wip, held by claude-code, Active$/,
  );
  await expect(rowOf(page, HELD).getByText('WIP', { exact: true })).toBeVisible();
  // From the list down: past the rows above, into the task and its parent.
  for (const title of ['Count calls', HELD]) await expect(rowOf(page, title).locator('[data-elbow]')).toHaveCount(1);
  await expect(rowOf(page, 'Count per key').locator('[data-lit]')).toHaveCount(1);
  await expect(page.locator(':is([data-lit], [data-elbow])')).toHaveCount(3);
  // The second block is the list with the baton; its highlighted cell comes after the done ones.
  await expect(lane.locator('> i').nth(1).locator('em')).toBeVisible();
  await expect(lane.locator('em')).toHaveCount(1);
  await expect(page).toHaveTitle('● Tasks · Harbor API · Baton');
  await expect(bar(page)).toContainText(`${HOLDER} holds the baton`);

  await harbor.api.send('POST', `/api/tasks/${harbor.task(HELD).id}/release`, { baton: token });
  await expect(page.locator(':is([data-lit], [data-elbow])')).toHaveCount(0);
  await expect(page.getByRole('tree').getByText('Active', { exact: true })).toHaveCount(0);
  await expect(bar(page)).toHaveText('Nobody holds the baton');
  await harbor.claim('Burst window');
  await expect(rowOf(page, 'Burst window').getByText('Active', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Rate limiting engine').getByText('Active', { exact: true })).toBeVisible();
  await expect(lane.locator('> i').nth(2).locator('em')).toBeVisible();
  await bar(page).click();
  await expect(page, 'a click goes to the task').toHaveURL(new RegExp(harbor.task('Burst window').id));
});

test('a person takes the baton away, with a reason that stays', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await harbor.claim(HELD);
  await page.goto(`${harbor.at}?task=${harbor.task(HELD).id}`);
  await box(page).getByRole('button', { name: 'Take the baton away…' }).click();
  const dialog = page.getByRole('dialog', { name: `Take the baton from ${HOLDER}?` });
  await dialog.getByLabel('Reason').fill('It works on the wrong branch.');
  await dialog.getByRole('button', { name: 'Take away' }).click();
  await expect(box(page)).toHaveCount(0);
  await expect(rowOf(page, HELD).getByText('WIP', { exact: true })).toHaveCount(0);
  await expect(bar(page)).toHaveText('Nobody holds the baton');
  await expect(
    page.getByRole('article').filter({ hasText: `Baton taken from ${HOLDER}: It works on the wrong branch.` }),
  ).toBeVisible();
});
