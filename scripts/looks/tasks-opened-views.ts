import type { Page } from '@playwright/test';
import { HELD } from './add-world.ts';
import { planAt, taskAt } from './task-addresses.ts';
import type { View } from './view.ts';

/** A row by the beginning of what a screen reader says. */
const row = (page: Page, title: string) =>
  page
    .getByRole('tree', { name: 'Tasks' })
    .getByRole('treeitem', { name: new RegExp(RegExp.escape(title)) })
    .first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function choosePlan(page: Page, item: string): Promise<void> {
  await button(page, 'Plan actions').click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function openDiff(page: Page): Promise<void> {
  await choosePlan(page, 'Checkpoints…');
  await button(page, /Before the change/).click();
  await page.getByText('changed').first().waitFor();
}

/** What opens over the tasks screen, and what the pointer and the keyboard do to its rows. */
export const tasksOpenedViews: readonly View[] = [
  {
    name: 'commands',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page, 'Command menu');
    },
    highContrast: true,
  },
  {
    name: 'commands-found',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page, 'Command menu');
      await page.keyboard.type('clock');
      await page.getByRole('dialog').getByText('Notes', { exact: true }).waitFor();
    },
  },
  {
    name: 'commands-nothing',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page, 'Command menu');
      await page.keyboard.type('zzzzqqq');
      await page.waitForTimeout(1000);
    },
  },
  {
    name: 'key-sheet',
    as: 'member',
    at: planAt(),
    shows: HELD,
    height: 1600,
    open: async (page) => {
      await page.keyboard.press('?');
      await dialog(page, 'Keyboard shortcuts');
    },
  },
  {
    name: 'checkpoints',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await choosePlan(page, 'Checkpoints…');
      await page.getByText('Before the change').waitFor();
    },
  },
  { name: 'checkpoint-diff', as: 'member', at: planAt(), shows: HELD, open: openDiff },
  {
    name: 'checkpoint-restore',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await openDiff(page);
      await button(page, 'Restore…').click();
      await dialog(page, 'Restore "Before the change"?');
    },
  },
  {
    name: 'checkpoint-delete',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await openDiff(page);
      await button(page, 'Delete…').click();
      await dialog(page, 'Delete "Before the change"?');
    },
  },
  {
    name: 'checkpoints-none',
    as: 'owner',
    at: ({ example }) => `/projects/${example.id}/tasks`,
    shows: 'Foundations',
    open: async (page) => {
      await choosePlan(page, 'Checkpoints…');
      await dialog(page, 'Checkpoints');
    },
  },
  {
    name: 'import',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await choosePlan(page, 'Import…');
      await dialog(page, 'Import a plan');
    },
  },
  {
    name: 'import-file-chosen',
    as: 'member',
    at: planAt(),
    shows: HELD,
    open: async (page) => {
      await choosePlan(page, 'Import…');
      await page.getByLabel('File to import').setInputFiles({
        name: 'tasks.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ master: { tasks: [{ id: 1, title: 'Sound the depth' }] } })),
      });
      await page.getByText('tasks.json').first().waitFor();
    },
  },
  {
    name: 'baton-take-away',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Task',
    open: async (page) => {
      await button(page, 'Take the baton away…').click();
      await dialog(page, /^Take the baton from/);
    },
  },
  {
    name: 'dependency-picker',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Task',
    open: async (page) => {
      await button(page, 'Add to "Blocked by"').click();
      await page.getByRole('listbox', { name: 'Add to "Blocked by"' }).waitFor();
    },
  },
  {
    name: 'break-down',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Task',
    open: async (page) => {
      await button(page, 'Break down…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add subtask' }).click();
      await page.getByText('Write at least one title.').waitFor();
    },
  },
  {
    name: 'add-task',
    as: 'member',
    at: planAt(),
    panel: 'Task',
    open: async (page) => {
      await button(page, 'Add task').first().click();
      await dialog(page, 'Add task');
    },
  },
  { name: 'plan-menu', as: 'member', at: planAt(), shows: HELD, open: (page) => button(page, 'Plan actions').click() },
  {
    name: 'row-menu',
    as: 'member',
    at: planAt(),
    panel: 'Task Tree',
    shows: HELD,
    open: (page) => row(page, HELD).click({ button: 'right' }),
  },
  {
    name: 'row-more-lists',
    as: 'member',
    at: planAt(),
    panel: 'Task Tree',
    shows: HELD,
    open: (page) => button(page, '+2 more').click(),
  },
  {
    name: 'row-rename',
    as: 'member',
    at: planAt(),
    panel: 'Task Tree',
    shows: HELD,
    open: async (page) => {
      await row(page, HELD).focus();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: 'Task title' }).waitFor();
    },
  },
  {
    name: 'row-hover',
    as: 'member',
    at: planAt(),
    panel: 'Task Tree',
    shows: HELD,
    open: (page) => row(page, HELD).hover(),
  },
  {
    name: 'row-focus',
    as: 'member',
    at: planAt(),
    panel: 'Task Tree',
    shows: HELD,
    open: async (page) => {
      await row(page, HELD).focus();
      await page.keyboard.press('ArrowDown');
    },
  },
];
