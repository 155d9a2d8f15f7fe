import { type Locator, type Page, expect } from '@playwright/test';

/** Opens the tasks screen, and waits until it is live. */
export async function openTasks(page: Page, projectId: string, search = ''): Promise<void> {
  await page.goto(`/projects/${projectId}/tasks${search}`);
  await expect(statusLine(page)).toContainText('Connected');
}

export const treeOf = (page: Page): Locator => page.getByRole('tree', { name: 'Tasks' });

/** A row of the tree by the title of its task or the name of its list. */
export const rowOf = (page: Page, title: string): Locator =>
  treeOf(page)
    .getByRole('treeitem')
    .filter({ has: page.locator('.ttl').getByText(title, { exact: true }) });

/** The titles of the rows in the document, from the top down. */
export const titlesOf = (page: Page): Locator => treeOf(page).locator('.ttl');

export const taskPanel = (page: Page): Locator => page.getByRole('region', { name: 'Task', exact: true });
export const notesPanel = (page: Page): Locator => page.getByRole('region', { name: 'Notes', exact: true });
/** Texts stand there as they were written until the part that draws Markdown has come; then their height is final. */
export const textsAreDrawn = (page: Page): Promise<void> =>
  expect(page.locator('[data-part=plain-text]')).toHaveCount(0);
export const statusLine = (page: Page): Locator => page.locator('.statusline');
/** Nothing that was changed in the plan is on its way any more: whoever reloads the page now finds it. */
export const everythingIsSaved = (page: Page): Promise<void> =>
  expect(statusLine(page)).not.toHaveAttribute('aria-busy');

export async function chooseFromRowMenu(page: Page, title: string, item: string): Promise<void> {
  await rowOf(page, title).click({ button: 'right' });
  await menuItem(page, item).click();
}

/** Leaves the focus on a row without selecting it. */
export async function focusRow(page: Page, title: string): Promise<void> {
  await rowOf(page, title).focus();
  await expect(rowOf(page, title)).toBeFocused();
}

/** Writes a note into the panel, about the selected task or the project. */
export async function addNoteByHand(page: Page, body: string): Promise<void> {
  await notesPanel(page).getByRole('button', { name: 'Add a note…' }).click();
  await page.getByRole('textbox', { name: /^Add a note to/ }).fill(body);
  await page.getByRole('button', { name: 'Add note', exact: true }).click();
}

export async function chooseFromNoteMenu(page: Page, body: string, item: string): Promise<void> {
  await noteOf(page, body).getByRole('button', { name: 'Note actions' }).click();
  await menuItem(page, item).click();
}

/** By what it does: the keys beside it belong to its name as well. */
const menuItem = (page: Page, item: string): Locator =>
  page.getByRole('menuitem').filter({ has: page.getByText(item, { exact: true }) });

export const noteOf = (page: Page, body: string): Locator =>
  notesPanel(page).getByRole('article').filter({ hasText: body });
