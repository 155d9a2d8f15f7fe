import type { Page } from '@playwright/test';
import { panelButton } from '../../e2e/support/phone-panels.ts';
import { notesPanel, taskPanel } from '../../e2e/support/tasks-screen.ts';
import { ASKED, BLOCKED, FINISHED, HELD, QUESTION } from './add-world.ts';
import { planAt, taskAt } from './task-addresses.ts';
import { hold, refuse } from './answers.ts';
import type { View } from './view.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const taskStates: readonly View[] = [
  {
    name: 'task-overview',
    as: 'member',
    at: planAt(),
    panel: 'Task',
    shows: 'Ready next',
    height: 1800,
    highContrast: true,
  },
  { name: 'task-tree', as: 'member', at: planAt(), panel: 'Task Tree', shows: HELD, height: 1400 },
  {
    name: 'task-held',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Task',
    shows: 'Take the baton away…',
    height: 1800,
    highContrast: true,
  },
  {
    name: 'task-parent',
    as: 'member',
    at: taskAt('Count calls'),
    panel: 'Task',
    shows: /Its status follows its/,
    height: 1500,
  },
  { name: 'task-done', as: 'member', at: taskAt(FINISHED), panel: 'Task', shows: 'Up next in this list', height: 1500 },
  { name: 'task-waits', as: 'member', at: taskAt('Token bucket'), panel: 'Task', shows: 'Blocked by', height: 1500 },
  {
    name: 'task-blocked',
    as: 'member',
    at: taskAt(BLOCKED),
    panel: 'Task',
    shows: 'Nobody has said who the three are.',
    height: 1500,
  },
  {
    name: 'task-asked',
    as: 'member',
    at: taskAt(ASKED),
    panel: 'Task',
    shows: QUESTION,
    height: 1800,
    highContrast: true,
  },
  {
    name: 'task-asked-chosen',
    as: 'member',
    at: taskAt(ASKED),
    panel: 'Task',
    shows: QUESTION,
    open: async (page) => {
      await page.getByText('A time service').first().click();
      await page.getByLabel('Your answer').fill('Ask it once an hour.');
    },
  },
  { name: 'task-needs-you', as: 'member', at: planAt('?status=needs'), panel: 'Task Tree', shows: ASKED },
  { name: 'task-only-blocked', as: 'member', at: planAt('?status=blocked'), panel: 'Task Tree', shows: BLOCKED },
  { name: 'task-filter', as: 'member', at: planAt('?status=open&q=b'), panel: 'Task', shows: 'of 11 tasks' },
  {
    name: 'task-filter-nothing',
    as: 'member',
    at: planAt('?q=nothing-like-it'),
    panel: 'Task Tree',
    shows: 'No tasks match',
  },
  {
    name: 'task-edit-description',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Task',
    open: async (page) => {
      await taskPanel(page).getByRole('button', { name: 'Edit description' }).click();
      await taskPanel(page)
        .getByRole('textbox', { name: /description/i })
        .waitFor();
    },
  },
  {
    name: 'task-edit-title',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Task',
    shows: 'Take the baton away…',
    open: (page) => taskPanel(page).getByRole('heading', { name: HELD }).click(),
  },
  {
    name: 'task-panels-collapsed',
    as: 'member',
    at: planAt(),
    only: 'wide',
    open: async (page) => {
      await button(page, 'Collapse Task Tree panel').click();
      await button(page, 'Collapse notes panel').click();
      await button(page, 'Expand Notes panel').waitFor();
    },
  },
  {
    name: 'task-panel-collapsed',
    as: 'member',
    at: taskAt(HELD),
    only: 'wide',
    open: async (page) => {
      await button(page, 'Collapse task panel').click();
      await button(page, 'Expand Task panel').waitFor();
    },
  },
];

const notes: readonly View[] = [
  { name: 'notes-of-task', as: 'member', at: taskAt(HELD), panel: 'Notes', shows: 'Copy code', height: 2600 },
  { name: 'notes-of-project', as: 'member', at: planAt(), panel: 'Notes', shows: 'About the project', height: 1800 },
  {
    name: 'notes-none',
    as: 'member',
    at: taskAt('Open the gates'),
    panel: 'Notes',
    shows: 'No notes for "Open the gates"',
  },
  {
    name: 'notes-unfolded',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Notes',
    height: 2600,
    shows: 'Copy code',
    open: (page) => notesPanel(page).getByRole('button', { name: 'Expand All' }).click(),
  },
  {
    name: 'notes-composer-error',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Notes',
    open: async (page) => {
      await notesPanel(page).getByRole('button', { name: 'Add a note…' }).click();
      await notesPanel(page).getByRole('button', { name: 'Add note', exact: true }).click();
      await page.getByText('Write something first.').waitFor();
    },
  },
  {
    name: 'notes-menu',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Notes',
    shows: 'Copy code',
    open: async (page) => {
      await notesPanel(page).getByRole('button', { name: 'Note actions' }).first().click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'notes-editor',
    as: 'member',
    at: taskAt(HELD),
    panel: 'Notes',
    shows: 'Copy code',
    open: async (page) => {
      await notesPanel(page).getByRole('button', { name: 'Note actions' }).first().click();
      await page.getByRole('menuitem', { name: /^Edit/ }).click();
      await notesPanel(page).getByRole('textbox').first().waitFor();
    },
  },
];

const TREE = /\/plan\/tree/;
const states: readonly View[] = [
  { name: 'tasks-loading', as: 'member', at: planAt(), prepare: (page) => hold(page, TREE), shows: 'Loading Tasks...' },
  { name: 'tasks-failed', as: 'member', at: planAt(), prepare: (page) => refuse(page, TREE), shows: 'Try Again' },
  {
    name: 'tasks-notes-loading',
    as: 'member',
    at: planAt(),
    panel: 'Notes',
    prepare: (page) => hold(page, /\/notes(\?|$)/),
    shows: HELD,
  },
  {
    name: 'tasks-notes-failed',
    as: 'member',
    at: planAt(),
    panel: 'Notes',
    prepare: (page) => refuse(page, /\/notes(\?|$)/),
    shows: HELD,
  },
  {
    name: 'tasks-not-live',
    as: 'member',
    at: planAt(),
    prepare: (page) =>
      page.route(/\/events(\?|$)/, (route) => route.fulfill({ status: 503, json: { error: 'Closed.' } })),
    shows: HELD,
  },
  {
    name: 'tasks-read-only',
    as: 'crowded',
    at: ({ readOnly }) => `/projects/${readOnly}/tasks`,
    shows: 'Lay the keel',
  },
  {
    name: 'tasks-from-prd',
    as: 'planner',
    at: ({ tide }) => `/projects/${tide.id}/tasks`,
    panel: 'Task',
    shows: 'Lending',
    height: 1500,
  },
  {
    name: 'task-from-prd',
    as: 'planner',
    at: ({ tide }) => `/projects/${tide.id}/tasks?task=T1`,
    panel: 'Task',
    shows: 'Lending',
    height: 1500,
  },
  {
    name: 'phone-panels',
    as: 'owner',
    only: 'phone',
    at: ({ example }) => `/projects/${example.id}/tasks`,
    open: (page) => panelButton(page, 'Notes').click(),
  },
];

/** The tasks screen: its panels, and what is there when something is missing. */
export const tasksViews: readonly View[] = [...taskStates, ...notes, ...states];
