import type { Page } from '@playwright/test';
import { addLargePlan, addNote, addProject } from './support/plans.ts';
import {
  everythingIsSaved,
  noteOf,
  notesPanel,
  openTasks,
  rowOf,
  taskPanel,
  titlesOf,
  treeOf,
} from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

const ROWS_MAX = 60;
const ROW = 30;

let projectId = '';

test.beforeEach(async ({ server, person, page }) => {
  projectId = await addProject(server, person, 'Cathedral');
  await addLargePlan(server, projectId);
  await countRows(page);
});

// Reset, because the value is above the settings' maximum and other tests share this server.
test.afterEach(({ server }) => server.sql('update system_settings set max_tasks_per_project = default'));

/** Counts rendered rows by a MutationObserver, so that no intermediate state is missed. */
async function countRows(page: Page) {
  await page.addInitScript(() => {
    const seen = { most: 0 };
    Object.assign(window, { rowsSeen: seen });
    const count = () => {
      seen.most = Math.max(seen.most, document.querySelectorAll('[role=treeitem]').length);
    };
    new MutationObserver(count).observe(document, { subtree: true, childList: true });
  });
}

async function expectFewRows(page: Page) {
  const most = await page.evaluate(() => Reflect.get(window, 'rowsSeen') as { most: number });
  expect(most.most).toBeGreaterThan(0);
  expect(most.most, 'rows in the document at any moment').toBeLessThanOrEqual(ROWS_MAX);
}

const scrollTo = (page: Page, row: number) =>
  treeOf(page).evaluate((tree, top) => {
    tree.scrollTop = top;
  }, row * ROW);

const idOfNumber = async (
  server: { sql<T extends { id: string }>(text: string, values: unknown[]): Promise<T[]> },
  number: number,
) => {
  const values = [projectId, number];
  const [row] = await server.sql<{ id: string }>('select id from tasks where project_id = $1 and number = $2', values);
  if (!row) throw new Error(`there is no T${number}`);
  return row.id;
};

test('ten thousand tasks open, scroll, fold and filter with a few rows', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1600, height: 1200 });
  await openTasks(page, projectId);
  await expect(page.getByText('10,000 tasks', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'List 1')).toBeVisible();

  await test.step('scroll by the wheel and by leaps', async () => {
    await treeOf(page).hover();
    for (let turn = 0; turn < 25; turn += 1) await page.mouse.wheel(0, 900);
    await expect(rowOf(page, 'Step 2')).toHaveCount(0);
    for (const row of [2_000, 9_000, 4_500, 10_400, 0]) {
      await scrollTo(page, row);
      await expect
        .poll(() => treeOf(page).evaluate((tree) => tree.querySelectorAll('[role=treeitem]').length))
        .toBeGreaterThan(20);
    }
    await scrollTo(page, 20_000);
    await expect(rowOf(page, 'Step 10000')).toBeInViewport();
  });

  await test.step('fold everything and open it again', async () => {
    await page.getByRole('button', { name: 'Collapse all branches' }).click();
    await expect(titlesOf(page)).toHaveCount(20);
    await expect(titlesOf(page).last()).toHaveText('List 20');
    await page.getByRole('button', { name: 'Expand all branches' }).click();
    await scrollTo(page, 0);
    await expect(rowOf(page, 'Step 2')).toBeInViewport();
  });

  await test.step('filter', async () => {
    const box = page.getByRole('searchbox', { name: 'Filter tasks' });
    await box.pressSequentially('Step 77');
    await expect(rowOf(page, 'Step 77')).toBeVisible();
    await expect(rowOf(page, 'Step 2')).toHaveCount(0);
    await box.fill('Step 7777');
    await expect(titlesOf(page)).toHaveText(['List 16', 'Branch 16.12', 'Step 7777']);
    await box.fill('');
    await page.getByRole('button', { name: /^Done 400/ }).click();
    await expect(rowOf(page, 'Step 25')).toBeVisible();
    await expect(rowOf(page, 'Step 2')).toHaveCount(0);
    await page.getByRole('button', { name: /^Done 400/ }).click();
    await expect(rowOf(page, 'Step 2')).toBeVisible();
  });
  await expectFewRows(page);
});

test('the focus survives a scroll of five thousand rows and back', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  await rowOf(page, 'Step 4').focus();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Step 5')).toBeFocused();
  await scrollTo(page, 5_000);
  await expect(rowOf(page, 'Step 2')).toHaveCount(0);
  await expect(rowOf(page, 'Step 5'), 'kept, though out of sight').toBeFocused();
  await expect(rowOf(page, 'Step 5')).not.toBeInViewport();
  await scrollTo(page, 0);
  await expect(rowOf(page, 'Step 5')).toBeInViewport();
  await expect(rowOf(page, 'Step 5')).toBeFocused();
  await scrollTo(page, 5_000);
  await expect(rowOf(page, 'Step 2')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Step 6'), 'keys go on from there').toBeFocused();
  await expect(rowOf(page, 'Step 6')).toBeInViewport();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'Step 10000')).toBeFocused();
  await expect(rowOf(page, 'Step 10000')).toBeInViewport();
  await expectFewRows(page);
});

test('a link to a task in the middle opens there', async ({ signedIn: page, server }) => {
  const id = await idOfNumber(server, 5_013);
  await addNote(server, projectId, { taskId: id, body: 'Where the arch is weak' });
  await addNote(server, projectId, { body: 'Of the whole' });
  await openTasks(page, projectId);
  await page.getByRole('button', { name: 'Collapse all branches' }).click();
  await expect(rowOf(page, 'Step 2')).toHaveCount(0);

  await page.goto(`/projects/${projectId}/tasks?task=${id}`);
  await expect(rowOf(page, 'Step 5013')).toBeInViewport();
  await expect(rowOf(page, 'Step 5013')).toHaveAttribute('aria-selected', 'true');
  await expect(rowOf(page, 'Branch 11.1')).toHaveAttribute('aria-expanded', 'true');
  await expect(taskPanel(page).getByRole('heading', { name: 'Step 5013' })).toBeVisible();
  await expect(taskPanel(page).getByRole('navigation', { name: 'Task path' })).toContainText('Branch 11.1');
  await expect(noteOf(page, 'Where the arch is weak')).toBeVisible();
  await expect(notesPanel(page).getByRole('article')).toHaveCount(1);

  await page.goto(`/projects/${projectId}/tasks?task=T7777`);
  await expect(rowOf(page, 'Step 7777'), 'by its number as well').toBeInViewport();
  await expectFewRows(page);
});

test('the command menu finds a task by its title, and a task is added in the middle', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('step 6543');
  await expect(page.getByRole('option').first()).toContainText('Step 6543');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Step 6543')).toBeInViewport();
  await expect(rowOf(page, 'Step 6543')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('a');
  const field = page.getByRole('textbox', { name: 'Title of the new task' });
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await field.fill('A keystone');
  await field.press('Enter');
  await expect(rowOf(page, 'A keystone')).toContainText('T10001');
  await field.press('Escape');
  await everythingIsSaved(page);
  await page.reload();
  await expect(rowOf(page, 'A keystone')).toBeVisible();
  await expectFewRows(page);
});
