import type { Locator, Page } from '@playwright/test';

export type PanelName = 'Task Tree' | 'Task' | 'Notes';

/** Where there is room for one panel only: the button that shows this one. Notes are counted beside their name. */
export const panelButton = (page: Page, panel: PanelName): Locator =>
  page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: new RegExp(`^${panel}\\s?\\d*$`) });
