import { toastOf } from './support/parts.ts';
import { addNote, addPlan, addProject } from './support/plans.ts';
import { chooseFromRowMenu, noteOf, openTasks, rowOf, titlesOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

const LISTS = {
  Hull: [{ title: 'Keel' }, { title: 'Frames', below: [{ title: 'Oak' }, { title: 'Steam' }] }, { title: 'Planks' }],
};
const ROWS = ['Hull', 'Keel', 'Frames', 'Oak', 'Steam', 'Planks'];

let projectId = '';

test.beforeEach(async ({ server, person }) => {
  projectId = await addProject(server, person, 'Ship');
  const idOf = await addPlan(server, projectId, LISTS);
  await addNote(server, projectId, { taskId: idOf('Planks'), body: 'Larch is best' });
});

test('a checkpoint is saved, compared, restored, and the restore undone', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  const dialog = page.getByRole('dialog', { name: 'Checkpoints' });
  const openCheckpoints = async () => {
    await page.getByRole('button', { name: 'Plan actions' }).click();
    await page.getByRole('menuitem', { name: 'Checkpoints…' }).click();
    await expect(dialog).toBeVisible();
  };
  await test.step('save', async () => {
    await openCheckpoints();
    await expect(dialog).toContainText('No checkpoints yet');
    await expect(dialog.getByRole('button', { name: 'Save checkpoint' })).toBeDisabled();
    await dialog.getByLabel('Name of a new checkpoint').fill('Before the storm');
    await page.keyboard.press('Enter');
    await expect(toastOf(page, 'Checkpoint saved')).toContainText('Before the storm');
    await expect(dialog.getByRole('listitem')).toHaveText(/Before the storm.*Saved.*0 of 5 done/);
    await dialog.getByRole('button', { name: /Before the storm/ }).click();
    await expect(dialog).toContainText('Nothing has changed since this checkpoint.');
    await expect(dialog.getByRole('button', { name: 'Restore…' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('change the plan', async () => {
    await chooseFromRowMenu(page, 'Keel', 'Done');
    await expect(rowOf(page, 'Keel')).toContainText('DONE');
    await chooseFromRowMenu(page, 'Frames', 'Delete');
    await expect(toastOf(page, 'Task deleted, with 2 subtasks')).toBeVisible();
    await chooseFromRowMenu(page, 'Planks', 'Add task after');
    await page.getByRole('textbox', { name: 'Title of the new task' }).fill('Caulking');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Caulking')).toContainText('T6');
    await page.keyboard.press('Escape');
  });

  await test.step('compare', async () => {
    await openCheckpoints();
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('listitem').first()).toContainText('Before a deletion');
    await dialog.getByRole('button', { name: /Before the storm/ }).click();
    await expect(dialog.getByText('1 added', { exact: true })).toBeVisible();
    await expect(dialog.getByText(/^\d removed$/)).toBeVisible();
    const changes = dialog.getByRole('list', { name: 'What has changed' });
    await expect(changes).toContainText('Caulking');
    await expect(changes).toContainText('Steam');
    await expect(changes.getByRole('listitem').filter({ hasText: 'Keel' })).toContainText(/open.*done/);
  });

  await test.step('restore', async () => {
    await dialog.getByRole('button', { name: 'Restore…' }).click();
    const question = page.getByRole('dialog', { name: 'Restore "Before the storm"?' });
    await expect(question).toContainText('removes 1 added since');
    await expect(question).toContainText('Notes stay.');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByText('1 added', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore…' }).click();
    await question.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(toastOf(page, 'Plan restored')).toContainText('"Before the storm" is back with 5 tasks.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(titlesOf(page)).toHaveText(ROWS);
    await expect(rowOf(page, 'Keel')).not.toContainText('DONE');
    await rowOf(page, 'Planks').click();
    await expect(noteOf(page, 'Larch is best'), 'notes stay').toBeVisible();
  });

  await test.step('undo', async () => {
    await toastOf(page, 'Plan restored').getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, 'Restore undone')).toBeVisible();
    await expect(titlesOf(page)).toHaveText(['Hull', 'Keel', 'Planks', 'Caulking']);
    await expect(rowOf(page, 'Keel')).toContainText('DONE');
    await page.reload();
    await expect(titlesOf(page)).toHaveText(['Hull', 'Keel', 'Planks', 'Caulking']);
  });
});

test('a restore reaches another page, which reads the plan anew', async ({ signedIn: here, elsewhere: there }) => {
  for (const page of [here, there]) await openTasks(page, projectId);
  await chooseFromRowMenu(here, 'Frames', 'Delete');
  await expect(titlesOf(there)).toHaveText(['Hull', 'Keel', 'Planks']);
  await here.getByRole('button', { name: 'Plan actions' }).click();
  await here.getByRole('menuitem', { name: 'Checkpoints…' }).click();
  const dialog = here.getByRole('dialog', { name: 'Checkpoints' });
  await dialog.getByRole('button', { name: /Before a deletion/ }).click();
  await dialog.getByRole('button', { name: 'Restore…' }).click();
  await here.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(titlesOf(here)).toHaveText(ROWS);
  await expect(titlesOf(there)).toHaveText(ROWS);
});

test('a checkpoint that cannot be restored says why and changes nothing', async ({ signedIn: page, faults }) => {
  faults.expect('409 POST /api/checkpoints/*');
  await openTasks(page, projectId);
  await chooseFromRowMenu(page, 'Frames', 'Delete');
  await expect(toastOf(page, 'Task deleted, with 2 subtasks')).toBeVisible();
  await page.route('**/api/checkpoints/*/restore', (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'An agent holds the baton' } }),
  );
  await page.getByRole('button', { name: 'Plan actions' }).click();
  await page.getByRole('menuitem', { name: 'Checkpoints…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Before a deletion/ })
    .click();
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.locator('[data-part=toast]').filter({ hasText: 'An agent holds the baton' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: /^Restore "/ }), 'one may try again').toBeVisible();
  await expect(titlesOf(page)).toHaveText(['Hull', 'Keel', 'Planks']);
});
