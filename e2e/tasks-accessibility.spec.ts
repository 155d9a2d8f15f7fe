import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, resize } from './support/expect-accessible.ts';
import { HOLDER, type Harbor, addHarbor } from './support/harbor.ts';
import { showAnew } from './support/kept-pages.ts';
import { type PanelName, panelButton } from './support/phone-panels.ts';
import { addProject } from './support/plans.ts';
import { notesPanel, rowOf, statusLine, taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const HELD = 'Clock-skew guard';
const WIDTHS = [1440, 390] as const;

interface State {
  /** The task in the URL, if any. */
  task?: string;
  search?: string;
  /** The panel a phone must show first. */
  panel?: PanelName;
  /** Phones have no collapsed strips. */
  wideOnly?: true;
  /** Selector of the overlay that `open` opens. */
  overlay?: string;
  /** It changes the plan. */
  changes?: true;
  open?: (page: Page) => Promise<void>;
  seen: (page: Page) => Promise<void>;
  /** Where mounting the screen again does not bring it back. */
  undo?: (page: Page) => Promise<void>;
}

const DIALOG = 'dialog[open]';
const MENU = '[role=menu]';

const dialog = (name: string | RegExp) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible();
const visible = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
const menu = (page: Page) => expect(page.getByRole('menu')).toBeVisible();
const choosePlan = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Plan actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const openDiff = async (page: Page) => {
  await choosePlan(page, 'Checkpoints…');
  await page.getByRole('button', { name: /Before the change/ }).click();
};

const STATES: Record<string, State> = {
  'the overview': { panel: 'Task', seen: visible('Ready next') },
  'the tree': { panel: 'Task Tree', seen: (page) => expect(rowOf(page, HELD)).toBeVisible() },
  'a held task': { task: HELD, panel: 'Task', seen: visible('Take the baton away…') },
  'a parent task': { task: 'Count calls', panel: 'Task', seen: visible('Its status follows its 3 subtasks.') },
  'a done task': { task: 'Count per key', panel: 'Task', seen: visible('Up next in this list') },
  'a task that waits for another': { task: 'Token bucket', panel: 'Task', seen: visible('Blocked by') },
  'a task with every editor open': {
    task: HELD,
    panel: 'Task',
    open: (page) => taskPanel(page).getByRole('button', { name: 'Edit description' }).click(),
    seen: (page) => expect(taskPanel(page).getByRole('textbox', { name: /description/i })).toBeVisible(),
    undo: (page) =>
      taskPanel(page)
        .getByRole('textbox', { name: /description/i })
        .press('Escape'),
  },
  'notes with code': {
    task: HELD,
    panel: 'Notes',
    seen: (page) => expect(notesPanel(page).getByText('Copy code')).toBeVisible(),
  },
  'the notes of the whole project': { panel: 'Notes', seen: visible('About the project') },
  'the note composer with an error': {
    task: HELD,
    panel: 'Notes',
    open: async (page) => {
      await notesPanel(page).getByRole('button', { name: 'Add a note…' }).click();
      await notesPanel(page).getByRole('button', { name: 'Add note', exact: true }).click();
    },
    seen: visible('Write something first.'),
  },
  'empty notes': { task: 'Burst window', panel: 'Notes', seen: visible('No notes for "Burst window"') },
  'a list filter': { search: '?status=open&q=b', panel: 'Task', seen: visible('of 11 tasks') },
  'a filter that leaves nothing': { search: '?q=nothing-like-it', panel: 'Task Tree', seen: visible('No tasks match') },
  'the collapsed tree and notes': {
    wideOnly: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Collapse Task Tree panel' }).click();
      await page.getByRole('button', { name: 'Collapse notes panel' }).click();
    },
    seen: (page) => expect(page.getByRole('button', { name: 'Expand Notes panel' })).toBeVisible(),
    undo: async (page) => {
      await page.getByRole('button', { name: 'Expand Task Tree panel' }).click();
      await page.getByRole('button', { name: 'Expand Notes panel' }).click();
    },
  },
  'the collapsed task panel': {
    wideOnly: true,
    task: HELD,
    open: (page) => page.getByRole('button', { name: 'Collapse task panel' }).click(),
    seen: (page) => expect(page.getByRole('button', { name: 'Expand Task panel' })).toBeVisible(),
    undo: (page) => page.getByRole('button', { name: 'Expand Task panel' }).click(),
  },
  'the command menu': {
    overlay: DIALOG,
    open: (page) => page.keyboard.press('Control+k'),
    seen: dialog('Command menu'),
  },
  'the command menu with what it found': {
    overlay: DIALOG,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('clock');
    },
    seen: (page) => expect(page.getByRole('dialog').getByText('Notes', { exact: true })).toBeVisible(),
  },
  'the key sheet': { overlay: DIALOG, open: (page) => page.keyboard.press('?'), seen: dialog('Keyboard shortcuts') },
  'the checkpoints': {
    overlay: DIALOG,
    open: (page) => choosePlan(page, 'Checkpoints…'),
    seen: visible('Before the change'),
  },
  'the difference to a checkpoint': { overlay: DIALOG, open: openDiff, seen: visible('2 changed') },
  'the question before a restore': {
    overlay: DIALOG,
    open: async (page) => {
      await openDiff(page);
      await page.getByRole('button', { name: 'Restore…' }).click();
    },
    seen: dialog('Restore "Before the change"?'),
  },
  'the import dialog': { overlay: DIALOG, open: (page) => choosePlan(page, 'Import…'), seen: dialog('Import a plan') },
  'the report of an import': {
    overlay: DIALOG,
    changes: true,
    open: async (page) => {
      await choosePlan(page, 'Import…');
      const tasks = [
        { id: 1, title: 'Sound the depth', status: 'pending', dependencies: [], subtasks: [] },
        { id: 2, title: 'Mark the channel', status: 'deferred', dependencies: [9], subtasks: [] },
      ];
      await page.getByLabel('File to import').setInputFiles({
        name: 'tasks.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ master: { tasks } })),
      });
      await page.getByRole('button', { name: 'Import', exact: true }).click();
    },
    seen: dialog('Import finished'),
  },
  'the question before the baton is taken away': {
    overlay: DIALOG,
    task: HELD,
    panel: 'Task',
    open: (page) => page.getByRole('button', { name: 'Take the baton away…' }).click(),
    seen: dialog(`Take the baton from ${HOLDER}?`),
  },
  'the dependency picker': {
    overlay: '[role=listbox]',
    task: HELD,
    panel: 'Task',
    open: (page) => page.getByRole('button', { name: 'Add to "Blocked by"' }).click(),
    seen: (page) => expect(page.getByRole('listbox', { name: 'Add to "Blocked by"' })).toBeVisible(),
  },
  'the break-down dialog with an error': {
    overlay: DIALOG,
    task: HELD,
    panel: 'Task',
    open: async (page) => {
      await page.getByRole('button', { name: 'Break down…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add subtask' }).click();
    },
    seen: visible('Write at least one title.'),
  },
  'the add-task dialog': {
    overlay: DIALOG,
    panel: 'Task',
    open: (page) => page.getByRole('button', { name: 'Add task' }).click(),
    seen: dialog('Add task'),
  },
  'the plan menu': {
    overlay: MENU,
    open: (page) => page.getByRole('button', { name: 'Plan actions' }).click(),
    seen: menu,
  },
  'the menu of a row': {
    overlay: MENU,
    panel: 'Task Tree',
    open: (page) => rowOf(page, HELD).click({ button: 'right' }),
    seen: menu,
  },
  'the menu of further lists': {
    overlay: MENU,
    panel: 'Task Tree',
    open: (page) => page.getByRole('button', { name: '+2 more' }).click(),
    seen: menu,
  },
  'the menu of a note': {
    overlay: MENU,
    task: HELD,
    panel: 'Notes',
    open: (page) => notesPanel(page).getByRole('button', { name: 'Note actions' }).first().click(),
    seen: menu,
  },
  'several selected tasks and where to move them': {
    panel: 'Task Tree',
    open: async (page) => {
      await rowOf(page, HELD).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Select' }).click();
      await page.getByRole('button', { name: 'Move…' }).click();
    },
    seen: (page) => expect(page.getByRole('listbox', { name: 'Move to a list or under a task' })).toBeVisible(),
  },
  'unfolded status changes': {
    task: HELD,
    panel: 'Notes',
    open: (page) =>
      notesPanel(page)
        .getByRole('button', { name: /status changes/ })
        .click(),
    seen: (page) => expect(notesPanel(page).getByText(`Task locked by ${HOLDER} in Count calls`)).toBeVisible(),
  },
  'a row that is being renamed': {
    panel: 'Task Tree',
    open: async (page) => {
      await rowOf(page, HELD).focus();
      await page.keyboard.press('F2');
    },
    seen: (page) => expect(page.getByRole('textbox', { name: 'Task title' })).toBeVisible(),
  },
};

for (const [name, state] of Object.entries(STATES)) {
  test(`${name} is accessible in both themes and on both widths`, async ({ keepPage, addPerson, server, signIn }) => {
    const { page, made: harbor } = await keepPage(state.changes ? name : 'harbor', async (fresh) => {
      const person = await addPerson();
      await signIn(fresh, person);
      return prepare(await addHarbor(fresh, server, person));
    });
    const { task, search = '', panel, wideOnly, overlay, open, seen, undo } = state;
    const address = `${harbor.at}${task === undefined ? search : `?task=${harbor.task(task).id}`}`;
    for (const width of wideOnly ? ([1440] as const) : WIDTHS) {
      await resize(page, width);
      await showAnew(page, address);
      await expect(rowOf(page, HELD).or(statusLine(page)).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      if (width === 390 && panel) await panelButton(page, panel).click();
      await open?.(page);
      await seen(page);
      await expectAccessible(page, name, { widths: [width], overlay });
      await seen(page);
      if (width === 390) await expectNoSideways(page, 320, name);
      await undo?.(page);
    }
  });
}

/** A checkpoint followed by a change, a held task, notes of both kinds. */
async function prepare(harbor: Harbor): Promise<Harbor> {
  await harbor.api.send('POST', `/api/projects/${harbor.id}/checkpoints`, { name: 'Before the change' });
  await harbor.api.send('PATCH', `/api/tasks/${harbor.task('Write invoices').id}`, { title: 'Write the invoices' });
  await harbor.claim(HELD);
  await harbor.note('FINDING', 'The clock of **node 3** runs ahead:\n\n```ts\nconst skew = 5_000; // ms\n```', HELD);
  await harbor.note('CONTEXT', `A long one about the clock. ${'More of it. '.repeat(60)}`, HELD);
  await harbor.note('CONTEXT', 'About the project: see [the wiki](https://example.com/wiki).');
  return harbor;
}

const ALONE: Record<string, { plan: 'empty' | 'unknown' | 'failing' | 'slow'; seen: (page: Page) => Promise<void> }> = {
  'an empty plan': { plan: 'empty', seen: visible('Create a specification to generate tasks') },
  'an unknown project': { plan: 'unknown', seen: visible('Project Not Found') },
  'a plan that cannot be loaded': {
    plan: 'failing',
    seen: (page) => expect(page.getByRole('alert').getByRole('button', { name: 'Try Again' })).toBeVisible(),
  },
  'a plan on its way': { plan: 'slow', seen: visible('Loading Tasks...') },
};

for (const [name, { plan, seen }] of Object.entries(ALONE)) {
  test(`${name} is accessible in both themes and on both widths`, async ({
    keepPage,
    addPerson,
    signIn,
    server,
    faults,
  }) => {
    faults.expect('404 GET /api/projects/*', '500 GET /api/projects/*');
    const { page, made: person } = await keepPage('no harbor', async (fresh) => {
      const added = await addPerson();
      await signIn(fresh, added);
      return added;
    });
    const id =
      plan === 'unknown' ? '01900000-0000-7000-8000-000000000000' : await addProject(server, person, 'Lighthouse');
    const release = Promise.withResolvers<void>();
    const tree = `**/api/projects/${id}/plan/tree`;
    if (plan === 'failing' || plan === 'slow')
      await page.route(tree, async (route) => {
        if (plan === 'slow') await release.promise;
        await route.fulfill({ status: 500, json: { success: false, error: 'The harbor is closed.' } });
      });
    await resize(page, 1440);
    await showAnew(page, `/projects/${id}/tasks`);
    await seen(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page, name);
    await seen(page);
    await expectNoSideways(page, 320, name);
    release.resolve();
  });
}
