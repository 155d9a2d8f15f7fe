import type { Page } from '@playwright/test';
import { connectAgent, makeKey } from './support/agent.ts';
import { addHarbor } from './support/harbor.ts';
import { notesPanel, openTasks, rowOf, taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const HELD = 'Clock-skew guard';
const bar = (page: Page) => page.locator('[data-part=holder]');
const box = (page: Page) => page.getByRole('region', { name: 'Who holds the baton' });

test('an agent is told why its baton was taken, and its late work is refused', async ({
  signedIn: page,
  elsewhere,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  const agent = await connectAgent(server, { apiKey: await makeKey(harbor.api), projectId: harbor.id });
  const { id, number } = harbor.task(HELD);
  await openTasks(page, harbor.id, `?task=${id}`);
  await openTasks(elsewhere, harbor.id);
  const claimed = await agent.call('task_claim', { id: `T${number}` });
  const baton = /baton (\d+\.\w+)/.exec(claimed)?.[1];
  for (const each of [page, elsewhere]) {
    await expect(bar(each)).toContainText('claude-code holds the baton');
    await expect(rowOf(each, HELD).getByText('Active', { exact: true })).toBeVisible();
  }

  await box(page).getByRole('button', { name: 'Take the baton away…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take the baton from claude-code?' });
  await dialog.getByLabel('Reason').fill('It works on the wrong branch.');
  await dialog.getByRole('button', { name: 'Take away' }).click();
  for (const each of [page, elsewhere]) {
    await expect(bar(each)).toHaveText('Nobody holds the baton');
    await expect(rowOf(each, HELD).getByText('Active', { exact: true })).toHaveCount(0);
  }

  const told = await agent.call('orient');
  expect(told).toContain('It works on the wrong branch.');
  const refused = await agent.call('task_finish', {
    id: `T${number}`,
    baton,
    outcome: 'done',
    summary: 'Too late now.',
  });
  expect(refused).not.toContain('is done');
  await expect(rowOf(page, HELD).getByText('DONE', { exact: true })).toHaveCount(0);
  await expect(notesPanel(page)).not.toContainText('Too late.');
  await agent.close();
});

test('a blocked task says why, is found, and is taken again once the block is lifted', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  const agent = await connectAgent(server, { apiKey: await makeKey(harbor.api), projectId: harbor.id });
  const { id, number } = harbor.task(HELD);
  await openTasks(page, harbor.id, `?task=${id}`);
  const statuses = page.getByRole('group', { name: 'Status filter' });
  await expect(statuses.getByRole('button', { name: /^Blocked/ })).toHaveCount(0);

  const claimed = await agent.call('task_claim', { id: `T${number}` });
  const baton = /baton (\d+\.\w+)/.exec(claimed)?.[1];
  await agent.call('task_finish', { id: `T${number}`, baton, outcome: 'block', summary: 'The sandbox has no clock.' });
  const block = taskPanel(page).getByRole('region', { name: 'Blocked' });
  await expect(block).toContainText('The sandbox has no clock.');
  await expect(rowOf(page, HELD).getByText('BLOCKED', { exact: true })).toBeVisible();
  await expect(rowOf(page, HELD)).toHaveAccessibleName(/, open, blocked: The sandbox has no clock\.$/);
  await statuses.getByRole('button', { name: 'Blocked 1' }).click();
  await expect(page).toHaveURL(/status=blocked/);
  await expect(rowOf(page, 'Burst window')).toHaveCount(0);
  await expect(rowOf(page, HELD)).toBeVisible();

  await block.getByRole('button', { name: 'Lift the block' }).click();
  await expect(block).toHaveCount(0);
  await statuses.getByRole('button', { name: 'Blocked 0' }).click();
  await expect(rowOf(page, 'Burst window')).toBeVisible();
  await expect(statuses.getByRole('button', { name: /^Blocked/ })).toHaveCount(0);
  expect(await agent.call('task_claim', { id: `T${number}` })).toContain('baton');
  await expect(bar(page)).toContainText('claude-code holds the baton');
  await agent.close();
});
