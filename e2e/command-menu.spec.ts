import { addNote, addPlan, addProject } from './support/plans.ts';
import { notesPanel, openTasks, rowOf, taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ reducedMotion: 'no-preference' });

let projectId = '';
let idOf: (name: string) => string;

test.beforeEach(async ({ server, person }) => {
  projectId = await addProject(server, person, 'Harbor');
  await addProject(server, person, 'Lighthouse', { status: 'archived' });
  idOf = await addPlan(server, projectId, {
    Gates: [{ title: 'Token bucket', status: 'wip' }, { title: 'Refill the bucket' }, { title: 'Audit' }],
  });
  await addNote(server, projectId, { taskId: idOf('Audit'), type: 'FINDING', body: 'Clocks drift by seconds' });
});

test('it finds tasks, notes, projects and actions, and goes there', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  const box = page.getByRole('combobox', { name: 'Search or jump to' });
  const options = page.getByRole('option');
  const chosen = page.getByRole('option', { selected: true });
  const open = async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused();
  };

  await test.step('what can be done on this page comes first, then pages, then what is in progress', async () => {
    await page.getByRole('button', { name: 'Search or jump to…' }).click();
    await expect(page.getByRole('group', { name: 'On this page' }).getByRole('option').first()).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('group', { name: 'Go to' })).toContainText('Open project settings');
    await expect(page.getByRole('group', { name: 'In progress' })).toContainText('Token bucket');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeFocused();
  });

  await test.step('a task by words, by keys alone', async () => {
    await open();
    await box.fill('bucket');
    await expect(page.getByRole('group', { name: 'Tasks in Harbor' }).getByRole('option')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    const second = await chosen.textContent();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveText(second ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/task=/);
  });

  await test.step('a task by its number', async () => {
    await open();
    await box.fill('t3');
    await expect(options.first()).toContainText('Audit');
    await page.keyboard.press('Enter');
    await expect(taskPanel(page).getByRole('heading', { name: 'Audit' })).toBeVisible();
    await expect(rowOf(page, 'Audit')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the selected task’s actions come first', async () => {
    await open();
    await box.fill('mark done');
    await expect(page.getByRole('group', { name: 'T3 Audit' }).getByRole('option')).toHaveText(['Mark as done']);
    await page.keyboard.press('Enter');
    await expect(taskPanel(page).getByRole('radio', { name: 'Done' })).toBeChecked();
  });

  await test.step('a note by what it says', async () => {
    await page.keyboard.press('Escape');
    await open();
    await box.fill('drift');
    const note = page.getByRole('group', { name: 'Notes' }).getByRole('option');
    await expect(note).toContainText('Clocks drift');
    await note.click();
    await expect(page.getByRole('tab', { name: /^Findings/ })).toHaveAttribute('aria-selected', 'true');
    await expect(notesPanel(page)).toContainText('Clocks drift by seconds');
  });

  await test.step('an action, with its key beside it', async () => {
    await open();
    await box.fill('expand the notes');
    await expect(chosen).toContainText(']');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Expand Notes panel' })).toBeVisible();
  });

  await test.step('nothing', async () => {
    await open();
    await box.fill('zzzzz');
    await expect(page.getByText('Nothing found for “zzzzz”')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('another project', async () => {
    await open();
    await box.fill('light');
    await page.getByRole('group', { name: 'Projects' }).getByRole('option', { name: 'Lighthouse' }).click();
    await expect(page).toHaveURL(/\/prd$/);
  });
});

test('beside the PRD tasks are found by the server', async ({ signedIn: page }) => {
  await page.goto(`/projects/${projectId}/prd`);
  await expect(page.getByText('0 characters')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('refill');
  await page.getByRole('group', { name: 'Tasks' }).getByRole('option').click();
  await expect(taskPanel(page).getByRole('heading', { name: 'Refill the bucket' })).toBeVisible();
});

test('a search that fails still offers what the page knows', async ({ signedIn: page, faults }) => {
  faults.expect('500 GET /api/projects/*/search');
  await page.route('**/api/projects/*/search*', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Broken' } }),
  );
  await openTasks(page, projectId);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('audit');
  await expect(page.getByText('Notes and PRD could not be searched.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(taskPanel(page).getByRole('heading', { name: 'Audit' })).toBeVisible();
});
