import { type Locator, type Page, expect } from '@playwright/test';

/** A toast by its title. */
export const toastOf = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: 'Notifications' })
    .locator('[data-part=toast]')
    .filter({ has: page.locator('b').getByText(title, { exact: true }) });

/** Blocks the event stream, so that the page learns of changes only by its own requests. Call before navigating. */
export const withoutNews = (page: Page): Promise<unknown> =>
  page.route('**/api/me/events', (route) => route.abort('aborted'));

/** Measurements wait for the banner, which shifts what is below. A free account with a project has one. */
export const bannerHasCome = (page: Page): Promise<void> => expect(page.locator('.plan-banner p')).toBeVisible();

export const cardOf = (page: Page, project: string): Locator =>
  page.getByRole('article', { name: project, exact: true });

export async function chooseFromCardMenu(page: Page, project: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${project}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

export async function createProject(page: Page, name: string, description = ''): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Project Name *').fill(name);
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByRole('button', { name: 'Create Project' }).click();
}
