import type { Page } from '@playwright/test';
import { bannerHasCome, toastOf } from './support/parts.ts';
import { addPlan, addProject } from './support/plans.ts';
import {
  addNoteByHand,
  chooseFromNoteMenu,
  chooseFromRowMenu,
  everythingIsSaved,
  focusRow,
  noteOf,
  notesPanel,
  openTasks,
  rowOf,
  taskPanel,
  titlesOf,
} from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

const LISTS = {
  Hull: [
    { title: 'Lay the keel' },
    { title: 'Bend the frames', below: [{ title: 'Steam the oak' }] },
    { title: 'Plank' },
  ],
  Rig: [{ title: 'Raise the mast' }],
};
const ROWS = ['Hull', 'Lay the keel', 'Bend the frames', 'Steam the oak', 'Plank', 'Rig', 'Raise the mast'];

let projectId = '';
let idOf: (name: string) => string;

test.beforeEach(async ({ server, person }) => {
  projectId = await addProject(server, person, 'Ship');
  idOf = await addPlan(server, projectId, LISTS);
});

/** Answers the next such requests with a refusal, once released. */
async function refuse(page: Page, method: string, address: string, reason: string) {
  const answer = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await answer.promise;
    return route.fulfill({ status: 409, json: { success: false, error: reason, errorCode: 'CONFLICT' } });
  });
  return answer.resolve;
}

test('a plan is written, changed and tidied by hand, and all of it lasts', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  await expect(titlesOf(page)).toHaveText(ROWS);

  await test.step('several tasks in one go', async () => {
    await chooseFromRowMenu(page, 'Lay the keel', 'Add task after');
    const field = page.getByRole('textbox', { name: 'Title of the new task' });
    await field.fill('Fit the garboards');
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await field.fill('Fair the lines');
    await field.press('Enter');
    await expect(rowOf(page, 'Fair the lines')).toBeVisible();
    await field.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(titlesOf(page)).toHaveText([
      ...ROWS.slice(0, 2),
      'Fit the garboards',
      'Fair the lines',
      ...ROWS.slice(2),
    ]);
  });

  await test.step('a status rolls up', async () => {
    await chooseFromRowMenu(page, 'Steam the oak', 'Done');
    await expect(rowOf(page, 'Steam the oak')).toContainText('DONE');
    await expect(rowOf(page, 'Bend the frames')).toContainText('DONE');
    await expect(page.getByRole('button', { name: 'Done 2' })).toBeVisible();
  });

  await test.step('a list is named and filled', async () => {
    await chooseFromRowMenu(page, 'Rig', 'New list');
    await page.getByRole('textbox', { name: 'Name of the new list' }).fill('Sails');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Sails')).toBeVisible();
    await chooseFromRowMenu(page, 'Sails', 'Add task');
    await page.getByRole('textbox', { name: 'Title of the new task' }).fill('Cut the canvas');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Cut the canvas')).toBeVisible();
    await page.keyboard.press('Escape');
    await focusRow(page, 'Rig');
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'List name' }).fill('Spars');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Spars')).toBeVisible();
  });

  await test.step('a task is described and waits for another', async () => {
    await rowOf(page, 'Plank').click();
    await taskPanel(page).getByRole('button', { name: 'Edit description' }).click();
    await taskPanel(page).getByRole('textbox', { name: 'description' }).fill('Larch, **two** inches');
    await page.keyboard.press('Control+Enter');
    await expect(taskPanel(page).locator('strong')).toHaveText('two');
    await taskPanel(page).getByRole('button', { name: 'Add to "Blocked by"' }).click();
    await taskPanel(page).getByRole('combobox').fill('frames');
    await page.keyboard.press('Enter');
    await expect(taskPanel(page).getByRole('button', { name: 'Remove T2 from "Blocked by"' })).toBeVisible();
  });

  await everythingIsSaved(page);
  await page.reload();
  await expect(titlesOf(page)).toHaveText([
    'Hull',
    'Lay the keel',
    'Fit the garboards',
    'Fair the lines',
    'Bend the frames',
    'Steam the oak',
    'Plank',
    'Spars',
    'Raise the mast',
    'Sails',
    'Cut the canvas',
  ]);
  await expect(rowOf(page, 'Bend the frames')).toContainText('DONE');
  await expect(taskPanel(page).locator('strong')).toHaveText('two');
  await expect(taskPanel(page).getByRole('button', { name: 'Remove T2 from "Blocked by"' })).toBeVisible();
});

test('tasks written faster than the server answers keep their order', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/projects/*/tasks', async (route) => {
    await answer.promise;
    await route.fallback();
  });
  await chooseFromRowMenu(page, 'Lay the keel', 'Add task after');
  const field = page.getByRole('textbox', { name: 'Title of the new task' });
  for (const title of ['One', 'Two', 'Three']) {
    await field.fill(title);
    await field.press('Enter');
    await expect(rowOf(page, title), 'at once').toBeVisible();
  }
  await field.press('Escape');
  const rows = [...ROWS.slice(0, 2), 'One', 'Two', 'Three', ...ROWS.slice(2)];
  await expect(titlesOf(page)).toHaveText(rows);
  answer.resolve();
  await everythingIsSaved(page);
  await page.reload();
  await expect(titlesOf(page)).toHaveText(rows);
});

test('a deleted branch comes back whole', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  await chooseFromRowMenu(page, 'Bend the frames', 'Delete');
  await expect(rowOf(page, 'Steam the oak')).toHaveCount(0);
  const told = toastOf(page, 'Task deleted, with 1 subtask');
  await expect(told).toContainText('Bend the frames');
  await told.getByRole('button', { name: 'Undo' }).click();
  await expect(titlesOf(page)).toHaveText(ROWS);
  await everythingIsSaved(page);
  await page.reload();
  await expect(titlesOf(page)).toHaveText(ROWS);
});

test('a title that is refused goes back, and what was typed stays to be saved', async ({ signedIn: page, faults }) => {
  faults.expect('409 PATCH /api/tasks/*');
  const letGo = await refuse(page, 'PATCH', '**/api/tasks/*', 'claude-1 has renamed it meanwhile');
  await openTasks(page, projectId, `?task=${idOf('Plank')}`);
  await taskPanel(page).getByRole('button', { name: 'Plank', exact: true }).click();
  const title = taskPanel(page).getByRole('textbox', { name: 'Title' });
  await title.fill('Plank with larch');
  await title.press('Enter');
  await expect(rowOf(page, 'Plank with larch'), 'at once').toBeVisible();
  await expect(title).toHaveCount(0);

  letGo();
  await expect(page.locator('[data-part=toast]')).toContainText('claude-1 has renamed it meanwhile');
  await expect(rowOf(page, 'Plank')).toBeVisible();
  await expect(rowOf(page, 'Plank with larch')).toHaveCount(0);
  await expect(title).toHaveValue('Plank with larch');

  await page.unroute('**/api/tasks/*');
  await title.press('Enter');
  await expect(rowOf(page, 'Plank with larch')).toBeVisible();
  await expect(rowOf(page, 'Plank with larch')).not.toHaveAttribute('aria-busy');
});

test('a name in the tree that is refused goes back, and what was typed stays', async ({ signedIn: page, faults }) => {
  faults.expect('409 PATCH /api/tasks/*');
  const letGo = await refuse(page, 'PATCH', '**/api/tasks/*', 'Not now');
  await openTasks(page, projectId);
  await focusRow(page, 'Plank');
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'Task title' });
  await field.fill('Plank with larch');
  await field.press('Enter');
  await expect(rowOf(page, 'Plank with larch'), 'at once').toBeVisible();
  letGo();
  await expect(page.locator('[data-part=toast]')).toContainText('Not now');
  await expect(rowOf(page, 'Plank with larch')).toHaveCount(0);
  await expect(field).toHaveValue('Plank with larch');

  await page.unroute('**/api/tasks/*');
  await field.press('Enter');
  await expect(rowOf(page, 'Plank with larch')).toBeVisible();
  await expect(rowOf(page, 'Plank with larch')).not.toHaveAttribute('aria-busy');
});

test('a new task that is refused leaves the tree, and its title stays in the field', async ({
  signedIn: page,
  faults,
}) => {
  faults.expect('409 POST /api/projects/*');
  const letGo = await refuse(page, 'POST', '**/api/projects/*/tasks', 'The list is gone');
  await openTasks(page, projectId);
  await chooseFromRowMenu(page, 'Plank', 'Add task after');
  const field = page.getByRole('textbox', { name: 'Title of the new task' });
  await field.fill('Caulk');
  await field.press('Enter');
  await expect(rowOf(page, 'Caulk'), 'at once').toBeVisible();
  letGo();
  await expect(page.locator('[data-part=toast]')).toContainText('The list is gone');
  await expect(rowOf(page, 'Caulk')).toHaveCount(0);
  await expect(field).toHaveValue('Caulk');
});

test('a status, a move and a deletion that are refused leave the plan as it was', async ({
  signedIn: page,
  faults,
}) => {
  faults.expect('409 PATCH /api/tasks/*', '409 POST /api/tasks/*', '409 DELETE /api/tasks/*');
  const answers = [
    await refuse(page, 'PATCH', '**/api/tasks/*', 'No status'),
    await refuse(page, 'POST', '**/api/tasks/*/move', 'No move'),
    await refuse(page, 'DELETE', '**/api/tasks/*', 'No deletion'),
  ];
  await openTasks(page, projectId);
  await chooseFromRowMenu(page, 'Lay the keel', 'Done');
  await expect(rowOf(page, 'Lay the keel')).toContainText('DONE');
  await chooseFromRowMenu(page, 'Plank', 'Move up');
  await expect(titlesOf(page).nth(2)).toHaveText('Plank');
  await chooseFromRowMenu(page, 'Raise the mast', 'Delete');
  await expect(rowOf(page, 'Raise the mast')).toHaveCount(0);

  for (const letGo of answers) letGo();
  for (const reason of ['No status', 'No move', 'No deletion'])
    await expect(page.locator('[data-part=toast]').filter({ hasText: reason })).toBeVisible();
  await expect(titlesOf(page)).toHaveText(ROWS);
  await expect(rowOf(page, 'Lay the keel')).not.toContainText('DONE');
});

test('a note that is refused comes back into its field', async ({ signedIn: page, faults }) => {
  faults.expect('409 POST /api/projects/*');
  const letGo = await refuse(page, 'POST', '**/api/projects/*/notes', 'The task is gone');
  await openTasks(page, projectId, `?task=${idOf('Plank')}`);
  await addNoteByHand(page, 'The larch is wet.');
  await expect(noteOf(page, 'The larch is wet.'), 'at once').toBeVisible();
  letGo();
  await expect(page.locator('[data-part=toast]')).toContainText('The task is gone');
  await expect(noteOf(page, 'The larch is wet.')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Add a note to this task' })).toHaveValue('The larch is wet.');

  await page.unroute('**/api/projects/*/notes');
  await page.getByRole('button', { name: 'Add note', exact: true }).click();
  await expect(noteOf(page, 'The larch is wet.')).toBeVisible();
});

test('a note is written, edited, replaced, deleted and brought back', async ({ signedIn: page }) => {
  await openTasks(page, projectId, `?task=${idOf('Plank')}`);
  await expect(notesPanel(page)).toContainText('No notes for "Plank"');
  await addNoteByHand(page, 'First thought');
  await expect(noteOf(page, 'First thought')).toContainText('13 characters');
  await chooseFromNoteMenu(page, 'First thought', 'Edit');
  await page.getByRole('textbox', { name: 'Edit note' }).fill('Second thought');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(noteOf(page, 'Second thought')).toContainText('edited');
  await chooseFromNoteMenu(page, 'Second thought', 'Delete');
  await expect(noteOf(page, 'Second thought')).toHaveCount(0);
  await page.locator('[data-part=toast]').getByRole('button', { name: 'Undo' }).click();
  await expect(noteOf(page, 'Second thought')).toBeVisible();
  await chooseFromNoteMenu(page, 'Second thought', 'Replace with a new note');
  await page.getByRole('textbox', { name: 'Replace with a new note' }).fill('The last word');
  await page.getByRole('button', { name: 'Replace note' }).click();
  await expect(noteOf(page, 'The last word')).toBeVisible();
  await expect(noteOf(page, 'Second thought')).toContainText('Replaced by a newer note');
});

test('a note is rewritten, pinned and deleted while the server is still answering about it', async ({
  signedIn: page,
}) => {
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/projects/*/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    // The write has committed and its event arrives through the feed: only the response is late.
    const response = await route.fetch();
    await answer.promise;
    return route.fulfill({ response });
  });
  await openTasks(page, projectId, `?task=${idOf('Plank')}`);
  await expect(notesPanel(page)).toContainText('No notes for "Plank"');
  await addNoteByHand(page, 'First thought');
  await chooseFromNoteMenu(page, 'First thought', 'Pin');
  await chooseFromNoteMenu(page, 'First thought', 'Edit');
  const field = page.getByRole('textbox', { name: 'Edit note' });
  await field.fill('Second');
  // The tab counts what the feed has delivered.
  await expect(notesPanel(page).getByRole('tab', { name: 'All' })).toContainText('1');
  await expect(notesPanel(page).getByRole('article')).toHaveCount(1);
  const pinned = page.waitForResponse((response) => response.request().method() === 'PATCH');
  answer.resolve();
  expect((await pinned).status()).toBe(200);
  await expect(field).toBeFocused();
  await page.keyboard.type(' thought');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(noteOf(page, 'Second thought')).toContainText('edited');
  await expect(noteOf(page, 'Second thought').getByRole('img', { name: 'Pinned' })).toBeVisible();
  await expect(notesPanel(page).getByRole('article')).toHaveCount(1);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await chooseFromNoteMenu(page, 'Second thought', 'Delete');
  expect((await deleted).status()).toBe(200);
  await page.reload();
  await expect(notesPanel(page)).toContainText('No notes for "Plank"');
});

test.describe('dragging', () => {
  /** From the middle of one row to a position within another: 0 is its top, 1 its bottom. */
  async function drag(page: Page, from: string, to: string, at: number) {
    await bannerHasCome(page);
    const start = await rowOf(page, from).locator('[data-part=title]').boundingBox();
    const end = await rowOf(page, to).boundingBox();
    if (!start || !end) throw new Error('a row is not on the screen');
    const x = start.x + 4;
    const y = end.y + end.height * at;
    await page.mouse.move(x, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 3, start.y + start.height / 2 + 8, { steps: 3 });
    await page.mouse.move(x, y, { steps: 6 });
    await expect(page.locator('[data-part=drop-line]')).toBeVisible();
  }

  test('puts a row between others, selects nothing, and lasts', async ({ signedIn: page }) => {
    await openTasks(page, projectId);
    await drag(page, 'Plank', 'Lay the keel', 0);
    await page.mouse.up();
    const order = ['Hull', 'Plank', 'Lay the keel', 'Bend the frames', 'Steam the oak', 'Rig', 'Raise the mast'];
    await expect(titlesOf(page)).toHaveText(order);
    await expect(page).not.toHaveURL(/task=/);
    await everythingIsSaved(page);
    await page.reload();
    await expect(titlesOf(page)).toHaveText(order);
  });

  test('takes a branch with it into another list', async ({ signedIn: page }) => {
    await openTasks(page, projectId);
    await drag(page, 'Bend the frames', 'Raise the mast', 1);
    await page.mouse.up();
    await everythingIsSaved(page);
    await page.reload();
    await expect(titlesOf(page)).toHaveText([
      'Hull',
      'Lay the keel',
      'Plank',
      'Rig',
      'Raise the mast',
      'Bend the frames',
      'Steam the oak',
    ]);
    await expect(rowOf(page, 'Bend the frames')).toHaveAttribute('aria-level', '2');
    await expect(rowOf(page, 'Steam the oak')).toHaveAttribute('aria-level', '3');
  });

  test('is called off by Escape', async ({ signedIn: page }) => {
    await openTasks(page, projectId);
    await drag(page, 'Plank', 'Lay the keel', 0);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('[data-part=drop-line]')).toHaveCount(0);
    await expect(titlesOf(page)).toHaveText(ROWS);
    await everythingIsSaved(page);
    await page.reload();
    await expect(titlesOf(page)).toHaveText(ROWS);
  });
});
