import type { Page } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import type { Instance } from './support/instance.ts';
import { toastOf } from './support/parts.ts';
import type { Person } from './support/people.ts';
import { addNote, addPlan, addProject } from './support/plans.ts';
import { openTasks, rowOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

const text = (characters: number) => 'tide '.repeat(Math.ceil(characters / 5)).slice(0, characters);
const meter = (page: Page) => page.getByRole('meter', { name: 'Storage' });

/** Restricts one account like an administrator. */
const allow = ({ sql }: Instance, { id }: Person, mb: number) =>
  sql(
    `insert into user_limits (user_id, storage_mb) values ($1, $2)
     on conflict (user_id) do update set storage_mb = excluded.storage_mb`,
    [id, mb],
  );

/** A project with long notes, in an account with a storage limit of one million bytes. */
async function fillAccount(server: Instance, person: Person, notes: number) {
  await allow(server, person, 2);
  const projectId = await addProject(server, person, 'Ship');
  const idOf = await addPlan(server, projectId, { Hull: [{ title: 'Keel' }, { title: 'Planks' }] });
  const noteIds: string[] = [];
  for (let i = 0; i < notes; i += 1)
    noteIds.push(await addNote(server, projectId, { taskId: idOf('Planks'), body: text(19_000) }));
  await allow(server, person, 1);
  return { projectId, noteIds };
}

async function openCheckpoints(page: Page, projectId: string) {
  await openTasks(page, projectId);
  await page.getByRole('button', { name: 'Plan actions' }).click();
  await page.getByRole('menuitem', { name: 'Checkpoints…' }).click();
  return page.getByRole('dialog', { name: 'Checkpoints' });
}

test('what an account keeps is shown, and a checkpoint that is deleted gives its room back', async ({
  signedIn: page,
  server,
  person,
}) => {
  await allow(server, person, 1);
  const projectId = await addProject(server, person, 'Ship');
  const idOf = await addPlan(server, projectId, { Hull: [{ title: 'Keel' }] });
  await server.sql('update tasks set description = $2 where id = $1', [idOf('Keel'), text(100_000)]);
  const dialog = await openCheckpoints(page, projectId);
  await dialog.getByLabel('Name of a new checkpoint').fill('Before the storm');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Checkpoint saved')).toBeVisible();

  await page.goto('/subscription');
  const usage = page.getByRole('region', { name: 'Usage' });
  await expect(usage).toContainText(/Storage\d+ KB \/ 1 MB/);
  await expect(usage).toContainText(/checkpoints [\d.]+ KB/i);
  await expect(usage.getByRole('button', { name: /^Empty/ }), 'nothing was deleted').toHaveCount(0);

  await openCheckpoints(page, projectId);
  await dialog.getByRole('button', { name: /Before the storm/ }).click();
  await dialog.getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete "Before the storm"?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Delete…' }), 'Escape goes back').toBeVisible();
  await dialog.getByRole('button', { name: 'Delete…' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toastOf(page, 'Checkpoint deleted')).toContainText('Before the storm');
  await expect(dialog).toContainText('No checkpoints yet');

  await page.goto('/profile');
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage).toContainText(/Plans [\d.]+ KB\./);
  await expect(storage).not.toContainText(/checkpoints [\d.]+ [KM]?B/i);
});

test('a full account is refused in words, and goes on after emptying what was deleted', async ({
  signedIn: page,
  server,
  person,
  faults,
}) => {
  faults.expect('429 POST /api/projects/*/checkpoints', '429 POST /api/projects/*/tasks');
  const { projectId, noteIds } = await fillAccount(server, person, 57);
  await server.sql('update notes set deleted_at = now() where id = any($1)', [noteIds.slice(0, 10)]);

  await test.step('the banner says so and leads to where there is room to make', async () => {
    await page.goto('/projects');
    await expect(
      page.getByText(/You are using 1\.\d of 1 MB of storage\. Delete what you no longer need/),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Make room' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(meter(page)).toHaveAttribute('aria-valuetext', /^1\.\d MB of 1 MB$/);
    await expectAccessible(page, 'the account page with full storage');
  });

  await test.step('a checkpoint is refused, and the name stays', async () => {
    const dialog = await openCheckpoints(page, projectId);
    const name = dialog.getByLabel('Name of a new checkpoint');
    await name.fill('One more');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(/would keep 1\.\d MB, and may keep 1 MB\. Delete checkpoints/);
    await expect(name).toHaveValue('One more');
    await expectAccessible(page, 'a checkpoint that is refused');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Plan actions' }), 'the focus comes back').toBeFocused();
  });

  await test.step('emptying asks, is left by Escape, and says what it freed', async () => {
    await page.goto('/subscription');
    const open = page.getByRole('button', { name: 'Remove deleted items…' });
    await expect(page.getByText('Storage is full. Remove deleted items to make room.')).toBeVisible();
    await open.click();
    const question = page.getByRole('dialog', { name: 'Remove deleted items?' });
    await expect(question).toContainText(/frees \d+ KB/);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'the question before emptying');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(open).toBeFocused();
    await open.click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toastOf(page, 'Deleted Items Removed')).toContainText(/\d+ KB freed\./);
    await expect(open, 'nothing is left to empty').toHaveCount(0);
    await expect(page.getByRole('main'), 'the focus is not lost with the button').toBeFocused();
    await expect(meter(page)).toHaveAttribute('aria-valuetext', /^\d+ KB of 1 MB$/);
    expect(await server.sql('select 1 from notes where project_id = $1', [projectId])).toHaveLength(47);
  });

  await test.step('and there is room again', async () => {
    const dialog = await openCheckpoints(page, projectId);
    await dialog.getByLabel('Name of a new checkpoint').fill('One more');
    await page.keyboard.press('Enter');
    await expect(toastOf(page, 'Checkpoint saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Keel')).toBeVisible();
  });
});
