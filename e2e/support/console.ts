import type { Locator, Page } from '@playwright/test';

export const CONSOLE_PATHS = [
  '/admin',
  '/admin/users',
  '/admin/users/01900000-0000-7000-8000-000000000000',
  '/admin/settings',
  '/admin/errors',
  '/admin/logs',
  '/admin/database',
  '/admin/maintenance',
] as const;

export const controlOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens the question behind a button and says yes to it. */
export async function confirmAct(page: Page, button: string, title: string | RegExp, yes = button): Promise<void> {
  await controlOf(page, button).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: yes, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
