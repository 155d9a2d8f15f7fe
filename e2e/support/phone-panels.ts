import type { Locator, Page } from '@playwright/test';

export type PanelName = 'Task Tree' | 'Task' | 'Relay' | 'Notes';

/** On a phone: the button that shows this panel. The number of notes is part of its name. */
export const panelButton = (page: Page, panel: PanelName): Locator =>
  page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: new RegExp(`^${panel}\\s?\\d*$`) });
