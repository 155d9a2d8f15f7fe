import { type Locator, type Page, expect } from '@playwright/test';

/** Opens the tasks screen, and waits until its event stream is connected. */
export async function openTasks(page: Page, projectId: string, search = ''): Promise<void> {
  await page.goto(`/projects/${projectId}/tasks${search}`);
  await expect(statusLine(page)).toContainText('Connected');
}

export const treeOf = (page: Page): Locator => page.getByRole('tree', { name: 'Tasks' });

/** A tree row by title of its task or name of its list. */
export const rowOf = (page: Page, title: string): Locator =>
  treeOf(page)
    .getByRole('treeitem')
    .filter({ has: page.locator('[data-part=title]').getByText(title, { exact: true }) });

/** Titles of the rendered rows, from the top. */
export const titlesOf = (page: Page): Locator => treeOf(page).locator('[data-part=title]');

export const taskPanel = (page: Page): Locator => page.getByRole('region', { name: 'Task', exact: true });
export const notesPanel = (page: Page): Locator => page.getByRole('region', { name: 'Notes', exact: true });
/** Texts are placeholders until the Markdown chunk has loaded; then their height is final. */
export const textsAreDrawn = (page: Page): Promise<void> =>
  expect(page.locator('[data-part=waiting-text]')).toHaveCount(0);
export const statusLine = (page: Page): Locator => page.locator('[data-part=status-line]');
/** No optimistic update is pending: a reload now finds everything. */
export const everythingIsSaved = (page: Page): Promise<void> =>
  expect(statusLine(page)).not.toHaveAttribute('aria-busy');

export async function chooseFromRowMenu(page: Page, title: string, item: string): Promise<void> {
  await rowOf(page, title).click({ button: 'right' });
  await menuItem(page, item).click();
}

/** Focuses a row without selecting it. */
export async function focusRow(page: Page, title: string): Promise<void> {
  await rowOf(page, title).focus();
  await expect(rowOf(page, title)).toBeFocused();
}

/** Writes a note in the panel, for the selected task or the project. */
export async function addNoteByHand(page: Page, body: string): Promise<void> {
  await notesPanel(page).getByRole('button', { name: 'Add a note…' }).click();
  await page.getByRole('textbox', { name: /^Add a note to/ }).fill(body);
  await page.getByRole('button', { name: 'Add note', exact: true }).click();
}

export async function chooseFromNoteMenu(page: Page, body: string, item: string): Promise<void> {
  await noteOf(page, body).getByRole('button', { name: 'Note actions' }).click();
  await menuItem(page, item).click();
}

/** By its label: the shortcut beside it is part of the accessible name. */
const menuItem = (page: Page, item: string): Locator =>
  page.getByRole('menuitem').filter({ has: page.getByText(item, { exact: true }) });

export const noteOf = (page: Page, body: string): Locator =>
  notesPanel(page).getByRole('article').filter({ hasText: body });
