import { toastOf } from './support/parts.ts';
import { addPlan, addProject } from './support/plans.ts';
import {
  addNoteByHand,
  everythingIsSaved,
  focusRow,
  noteOf,
  openTasks,
  rowOf,
  statusLine,
  taskPanel,
  titlesOf,
} from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ slowLine: 700 });

const LISTS = { Hull: [{ title: 'Keel' }, { title: 'Frames' }, { title: 'Planks' }], Rig: [{ title: 'Mast' }] };

test('who works faster than the line finds exactly what was done', async ({ signedIn: page, server, person }) => {
  const projectId = await addProject(server, person, 'Ship');
  await addPlan(server, projectId, LISTS);
  await openTasks(page, projectId);
  const keys = page.keyboard;
  const field = page.getByRole('textbox', { name: 'Title of the new task' });

  await test.step('one task is added, renamed and moved before it is answered', async () => {
    await focusRow(page, 'Planks');
    await keys.press('a');
    await field.fill('Caulk');
    await field.press('Enter');
    await field.press('Escape');
    await focusRow(page, 'Caulk');
    await keys.press('F2');
    await page.getByRole('textbox', { name: 'Task title' }).fill('Caulking');
    await keys.press('Enter');
    await expect(rowOf(page, 'Caulking')).toBeFocused();
    await keys.press('Alt+ArrowUp');
    await keys.press('Alt+ArrowUp');
    await expect(titlesOf(page)).toHaveText(['Hull', 'Keel', 'Caulking', 'Frames', 'Planks', 'Rig', 'Mast']);
    await expect(page.getByText('Caulking is 2 of 4 in Hull')).toBeAttached();
  });

  await test.step('two more follow it while it is under way, and one of them is deleted', async () => {
    await keys.press('a');
    for (const title of ['Tar', 'Pitch']) {
      await field.fill(title);
      await field.press('Enter');
    }
    await field.press('Escape');
    await focusRow(page, 'Tar');
    await keys.press('Delete');
    await expect(titlesOf(page)).toHaveText(['Hull', 'Keel', 'Caulking', 'Pitch', 'Frames', 'Planks', 'Rig', 'Mast']);
    await expect(statusLine(page)).toHaveAttribute('aria-busy', 'true');
  });

  await test.step('another is deleted and brought back', async () => {
    await focusRow(page, 'Frames');
    await keys.press('Delete');
    await expect(rowOf(page, 'Frames')).toHaveCount(0);
    const told = toastOf(page, 'Task deleted').filter({ hasText: 'Frames' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'Frames')).toBeVisible();
  });

  await test.step('a description and a note are written', async () => {
    await rowOf(page, 'Caulking').click();
    await taskPanel(page).getByRole('button', { name: 'Edit description' }).click();
    await taskPanel(page).getByRole('textbox', { name: 'description' }).fill('Oakum, **twice**');
    await keys.press('Control+Enter');
    await addNoteByHand(page, 'The seams are wide.');
    await expect(noteOf(page, 'The seams are wide.')).toBeVisible();
  });

  await test.step('all of it is saved', async () => {
    await everythingIsSaved(page);
    const order = ['Keel', 'Caulking', 'Pitch', 'Frames', 'Planks', 'Mast'];
    const saved = await server.sql<{ title: string; description: string }>(
      `select t.title, t.description from tasks t join task_lists l on l.id = t.task_list_id
       where t.project_id = $1 and t.deleted_at is null order by l.name, t.order_in_parent`,
      [projectId],
    );
    expect(saved.map(({ title }) => title)).toEqual(order);
    expect(saved[1]?.description).toBe('Oakum, **twice**');
    const notes = await server.sql('select body from notes where project_id = $1', [projectId]);
    expect(notes).toEqual([{ body: 'The seams are wide.' }]);

    await page.reload();
    await expect(titlesOf(page)).toHaveText(['Hull', ...order.slice(0, 5), 'Rig', 'Mast']);
    await expect(taskPanel(page).locator('strong')).toHaveText('twice');
    await expect(noteOf(page, 'The seams are wide.')).toBeVisible();
  });
});

test('who leaves before all is saved is asked first', async ({ signedIn: page, server, person }) => {
  const projectId = await addProject(server, person, 'Ship');
  await addPlan(server, projectId, LISTS);
  await openTasks(page, projectId);
  await focusRow(page, 'Planks');
  await page.keyboard.press('Alt+ArrowUp');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await everythingIsSaved(page);
  await page.reload();
  await expect(titlesOf(page)).toHaveText(['Hull', 'Keel', 'Planks', 'Frames', 'Rig', 'Mast']);
});
