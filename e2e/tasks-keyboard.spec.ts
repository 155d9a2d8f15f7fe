import { expectSeenFocus, tabTo } from './support/keys.ts';
import { toastOf } from './support/parts.ts';
import { addPlan, addProject, giveBaton } from './support/plans.ts';
import { noteOf, notesPanel, rowOf, statusLine, taskPanel, titlesOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ reducedMotion: 'no-preference' });

const LISTS = {
  Hull: [{ title: 'Keel' }, { title: 'Frames', below: [{ title: 'Oak' }, { title: 'Steam' }] }, { title: 'Planks' }],
  Rig: [{ title: 'Mast' }],
};

test('a plan is worked on by keys alone', async ({ signedIn: page, server, person }) => {
  const projectId = await addProject(server, person, 'Ship');
  const idOf = await addPlan(server, projectId, LISTS);
  await giveBaton(server, projectId, idOf('Mast'), 'claude-1');
  const keys = page.keyboard;
  const press = async (...strokes: string[]) => {
    for (const stroke of strokes) await keys.press(stroke);
  };
  const expectRow = async (title: string) => {
    await expect(rowOf(page, title)).toBeFocused();
    await expectSeenFocus(page);
  };

  await test.step('from the projects to the first row', async () => {
    await page.goto('/projects');
    const open = page.getByRole('link', { name: 'Open Project: Ship' });
    await expect(open).toBeVisible();
    await tabTo(page, open);
    await press('Enter');
    await expect(page).toHaveURL(/\/tasks$/);
    await expect(statusLine(page)).toContainText('Connected');
    await press('j');
    await expectRow('Hull');
  });

  await test.step('walk and fold', async () => {
    await press('j', 'ArrowDown', 'k');
    await expectRow('Keel');
    await press('ArrowDown', 'ArrowLeft');
    await expect(rowOf(page, 'Frames')).toHaveAttribute('aria-expanded', 'false');
    await expect(rowOf(page, 'Oak')).toHaveCount(0);
    await press('ArrowRight');
    await expect(rowOf(page, 'Oak')).toBeVisible();
    await press('ArrowRight');
    await expectRow('Oak');
    await press('ArrowLeft');
    await expectRow('Frames');
    await press('End');
    await expectRow('Mast');
    await press('Home');
    await expectRow('Hull');
    await keys.type('pl');
    await expectRow('Planks');
  });

  await test.step('select, and go through the task', async () => {
    await press('Enter');
    await expect(taskPanel(page).getByRole('heading', { name: 'Planks' })).toBeVisible();
    await expectRow('Planks');
    await tabTo(page, taskPanel(page).getByRole('radio', { name: 'Open' }));
    await press('ArrowRight', 'ArrowRight', 'Enter');
    await expect(rowOf(page, 'Planks')).toContainText('DONE');
    await expect(taskPanel(page).getByRole('radio', { name: 'Done' })).toBeFocused();
    await expectSeenFocus(page);
  });

  await test.step('rename', async () => {
    await press('j');
    await expectRow('Planks');
    await press('F2');
    await expect(page.getByRole('textbox', { name: 'Task title' })).toBeFocused();
    await keys.type('Planking');
    await press('Enter');
    await expectRow('Planking');
    await press('F2');
    // Typed before the field is there, the letters would go to the tree, which looks for rows that begin with them.
    await expect(page.getByRole('textbox', { name: 'Task title' })).toBeFocused();
    await keys.type('Nonsense');
    await press('Escape');
    await expect(page.getByRole('textbox', { name: 'Task title' })).toHaveCount(0);
    await expectRow('Planking');
  });

  await test.step('add', async () => {
    await press('a');
    await expect(page.getByRole('textbox', { name: 'Title of the new task' })).toBeFocused();
    await keys.type('Caulking');
    await press('Enter');
    await expect(rowOf(page, 'Caulking')).toContainText('T7');
    await press('Escape');
    await expect(titlesOf(page)).toHaveText([
      'Hull',
      'Keel',
      'Frames',
      'Oak',
      'Steam',
      'Planking',
      'Caulking',
      'Rig',
      'Mast',
    ]);
  });

  await test.step('reorder', async () => {
    await rowOf(page, 'Caulking').focus();
    await press('Alt+ArrowUp');
    await expect(titlesOf(page).nth(5)).toHaveText('Caulking');
    await expectRow('Caulking');
    await expect(page.getByText('Caulking is 3 of 4 in Hull')).toBeAttached();
    await press('Alt+ArrowRight');
    await expect(rowOf(page, 'Caulking')).toHaveAttribute('aria-level', '3');
    await expectRow('Caulking');
    await press('Alt+ArrowLeft');
    await expect(rowOf(page, 'Caulking')).toHaveAttribute('aria-level', '2');
    await press('Alt+ArrowDown');
    await expect(titlesOf(page).nth(6)).toHaveText('Caulking');
    await expectRow('Caulking');
    await expect(rowOf(page, 'Caulking')).not.toHaveAttribute('aria-busy');
  });

  await test.step('delete and undo', async () => {
    await press('Delete');
    await expect(rowOf(page, 'Caulking')).toHaveCount(0);
    await expect(toastOf(page, 'Task deleted')).toContainText('Caulking');
    await expect(page.locator('[role=treeitem]:focus'), 'a neighbour has the focus').toHaveCount(1);
    await press('z');
    await expect(rowOf(page, 'Caulking')).toBeVisible();
    await expect(titlesOf(page).nth(6)).toHaveText('Caulking');
  });

  await test.step('filter', async () => {
    await press('/');
    const box = page.getByRole('searchbox', { name: 'Filter tasks' });
    await expect(box).toBeFocused();
    await expectSeenFocus(page);
    await keys.type('oak');
    await expect(titlesOf(page)).toHaveText(['Hull', 'Frames', 'Oak']);
    await press('Escape');
    await expect(rowOf(page, 'Mast')).toBeVisible();
    await press('Escape');
    await expect(box).not.toBeFocused();
  });

  await test.step('go to the baton', async () => {
    await press('b');
    await expect(taskPanel(page).getByRole('heading', { name: 'Mast' })).toBeVisible();
    await expect(rowOf(page, 'Mast')).toHaveAttribute('aria-selected', 'true');
    await expect(rowOf(page, 'Mast')).toContainText('Active');
  });

  await test.step('notes', async () => {
    await press('n');
    await expect(notesPanel(page).getByRole('tabpanel')).toBeFocused();
    await expectSeenFocus(page);
    for (const [key, tab] of [
      ['2', 'Progress'],
      ['3', 'Files'],
      ['4', 'Findings'],
      ['5', 'Context'],
      ['1', 'All'],
    ] as const) {
      await press(key);
      await expect(page.getByRole('tab', { name: new RegExp(`^${tab}`) })).toHaveAttribute('aria-selected', 'true');
    }
    await press('o');
    await expect(page.getByRole('button', { name: 'Oldest First' })).toBeVisible();
    await press('e');
    await expect(page.getByRole('button', { name: 'Collapse All', exact: true })).toBeVisible();
    const start = notesPanel(page).getByRole('button', { name: 'Add a note…' });
    await tabTo(page, start);
    await press('Enter');
    await expect(page.getByRole('textbox', { name: 'Add a note to this task' })).toBeFocused();
    await keys.type('Spruce will do.');
    await press('Control+Enter');
    await expect(noteOf(page, 'Spruce will do.')).toBeVisible();
    await expect(start, 'back at the origin').toBeFocused();
  });

  await test.step('command menu and key map', async () => {
    const start = notesPanel(page).getByRole('button', { name: 'Add a note…' });
    await press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await press('Escape');
    await expect(start).toBeFocused();
    await press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const label of ['Go to the baton', 'Rename', 'Move up', 'Focus notes', 'Collapse or expand the task tree'])
      await expect(sheet.getByText(label, { exact: true })).toBeVisible();
    await press('Escape');
    await expect(start).toBeFocused();
  });

  await test.step('panels', async () => {
    const handle = page.getByRole('separator', { name: 'Resize task and notes' });
    await press('n');
    for (
      let stop = 0;
      stop < 20 && !(await handle.evaluate((element) => element === document.activeElement));
      stop += 1
    )
      await press('Shift+Tab');
    await expect(handle).toBeFocused();
    await expectSeenFocus(page);
    await press('ArrowLeft', 'ArrowLeft');
    await expect(handle).toHaveAttribute('aria-valuenow', '40');
    await press('End');
    await expect(handle).toHaveAttribute('aria-valuenow', '80');
    await press('Home');
    await expect(handle).toHaveAttribute('aria-valuenow', '20');
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Expand Task panel' })).toBeVisible();
    await press('Enter');
    await expect(taskPanel(page)).toBeVisible();
    await press('[');
    await expect(page.getByRole('button', { name: 'Expand Task Tree panel' })).toBeVisible();
    await press('[');
    await expect(rowOf(page, 'Keel')).toBeVisible();
    await press(']');
    await expect(page.getByRole('button', { name: 'Expand Notes panel' })).toBeVisible();
    await press(']');
    await expect(notesPanel(page)).toBeVisible();
  });

  await test.step('Escape clears the filter, then the selection', async () => {
    await press('/');
    await keys.type('a');
    await tabTo(page, page.locator('[role=treeitem][tabindex="0"]'));
    await press('Escape');
    await expect(page.getByRole('searchbox', { name: 'Filter tasks' })).toHaveValue('');
    await expect(page).toHaveURL(/task=/);
    await press('Escape');
    await expect(page).not.toHaveURL(/task=/);
    await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
  });
});

test('the menu of a row opens where the row is, and gives the focus back', async ({
  signedIn: page,
  server,
  person,
}) => {
  const projectId = await addProject(server, person, 'Ship');
  await addPlan(server, projectId, LISTS);
  await page.goto(`/projects/${projectId}/tasks`);
  await rowOf(page, 'Keel').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions for T1' });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(rowOf(page, 'Keel')).toBeFocused();
  await rowOf(page, 'Keel').click({ button: 'right' });
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Task title' })).toBeFocused();
});
