import type { Page } from '@playwright/test';
import type { Task } from '#contract/task.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import {
  TIDE_PRD,
  chooseFile,
  editorOf,
  filterChip,
  generateButton,
  generateFrom,
  holdAnswer,
  planPanel,
  roleAt,
  updateButton,
} from './support/prd.ts';
import { taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('roles are set from the menu, for a line or a section, are kept for later versions, and are undone', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('409 PATCH /api/projects/*/prd/roles');
  const id = await addProject(server, person, 'Tide');
  await page.goto(`/projects/${id}/prd`);
  await chooseFile(page, 'tide.md', TIDE_PRD);

  await test.step('the menu says why, what follows, and gives the focus back', async () => {
    await roleAt(page, 14).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: /^Role of line 14/ });
    await expect(menu).toContainText('Its section asks for work.');
    await expect(menu.getByRole('menuitemradio', { name: /^Work/ })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await expect(roleAt(page, 14)).toBeFocused();
  });

  await test.step('a key sets the role of the line; it is shown at once, and who set it', async () => {
    await page.keyboard.press('2');
    await expect(roleAt(page, 14)).toHaveAccessibleName('Line 14: Context, set by Ada Lovelace. Change role');
    await expect(filterChip(page, 'work')).toContainText('5');
    await expect(roleAt(page, 14)).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Line 14: Context. 19 lines: 5 work' })).toHaveCount(1);
  });

  await test.step('a whole section is set at once', async () => {
    await roleAt(page, 24).click();
    await page.getByRole('menuitemcheckbox', { name: 'All of 3' }).click();
    await page.getByRole('menuitemradio', { name: /^Limit/ }).click();
    await expect(filterChip(page, 'limits')).toContainText('7');
    await expect(filterChip(page, 'unsure')).toContainText('0');
  });

  await test.step('each step is undone by itself', async () => {
    await page.keyboard.press('z');
    await expect(filterChip(page, 'unsure')).toContainText('4');
    await page.keyboard.press('z');
    await expect(roleAt(page, 14)).toHaveAccessibleName('Line 14: Work, T1. Change role');
  });

  await test.step('a role that was set holds in the next version too', async () => {
    await roleAt(page, 14).focus();
    await page.keyboard.press('3');
    await expect(filterChip(page, 'limits')).toContainText('4');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('tide.md · version 1')).toBeVisible();
    await chooseFile(page, 'tide.md', TIDE_PRD.replace('## Background', '## More\n\nSomething new.\n\n## Background'));
    await expect(roleAt(page, 18)).toHaveAccessibleName('Line 18: Limit, set by Ada Lovelace. Change role');
  });

  await test.step('what the server refuses is taken back with its reason', async () => {
    await page.route('**/prd/roles', (route) =>
      route.fulfill({ status: 409, json: { success: false, error: 'Not while this runs.', errorType: 'CONFLICT' } }),
    );
    await roleAt(page, 17).focus();
    await page.keyboard.press('4');
    await expect(page.getByText('Not while this runs.')).toBeVisible();
    await expect(roleAt(page, 17)).toHaveAccessibleName('Line 17: Work, T1. Change role');
  });
});

test('lines are filtered, found and folded; the address keeps what is shown', async ({
  signedIn: page,
  person,
  server,
}) => {
  const id = await addProject(server, person, 'Tide');
  await page.goto(`/projects/${id}/prd`);
  await chooseFile(page, 'tide.md', TIDE_PRD);
  await filterChip(page, 'limits').click();
  await filterChip(page, 'done').click();
  await expect(page).toHaveURL(/role=limit%2Cdone/);
  await expect(page.getByText('Inter-library loans')).toBeVisible();
  await expect(page.getByText('The counter shows who has a book.')).toBeVisible();
  await expect(page.getByText('Lamps on every desk')).toHaveCount(0);
  await page.reload();
  await expect(filterChip(page, 'limits')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Lamps on every desk')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Lamps on every desk').first()).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Find in the document' })).toBeFocused();
  await page.keyboard.type('must');
  await expect(page.getByText('1 of 4')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 of 4')).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText('must');
  await page.keyboard.press('Escape');

  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: /^Features, \d+ lines/ })).toBeVisible();
  await expect(roleAt(page, 14)).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(roleAt(page, 14)).toBeVisible();
});

test('a line leads to its task, a task to its lines, and work shows as it happens', async ({
  page,
  addPerson,
  server,
  signIn,
}) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Tide');
  await generateFrom(page, server, id, TIDE_PRD);
  const api = await apiOf(page, server);
  const tasks = await api.send<Task[]>('GET', `/api/projects/${id}/tasks`);
  const lending = tasks.find(({ title }) => title === 'Lending');
  if (!lending) throw new Error('there is no such task');
  await page.goto(`/projects/${id}/prd`);

  await page
    .getByRole('link', { name: `T${lending.number}, Lending`, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/tasks\?task=/);
  await expect(taskPanel(page).getByRole('heading', { name: 'Lending' })).toBeVisible();
  await taskPanel(page)
    .getByRole('link', { name: /^PRD lines?/ })
    .click();
  await expect(page).toHaveURL(/view=read#L\d+$/);
  await expect(page.locator('[data-target]').first()).toBeInViewport();

  await api.send('PATCH', `/api/tasks/${lending.id}`, { status: 'done' });
  await expect(page.getByRole('link', { name: `T${lending.number}, Lending, done` }).first()).toBeVisible();
  await page.goto(`/projects/${id}/prd?view=plan#L20`);
  await expect(page.locator('[data-target]'), 'an older link still leads there').toContainText('A late return');

  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'PRD versions' });
  await expect(versions.getByRole('button', { name: /Version 1/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(versions.getByText('The first version.')).toBeVisible();
});

test('the screen is walked by keyboard, and Tab leaves the editor', async ({ signedIn: page, person, server }) => {
  const id = await addProject(server, person, 'Harbor API');
  await page.goto(`/projects/${id}/prd`);
  await expect(page.locator('.cm-content')).toBeVisible();
  await page.getByRole('tab', { name: 'Edit' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Markdown preview will appear here')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.cm-content')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type('# Harbor\n\n- It must float. ?jk1u');
  await expect(page.getByText('3 lines', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('dialog'), 'letters are text here and not commands').toHaveCount(0);
  await expect(planPanel(page).getByText(/work lines planned/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 characters')).toBeVisible();
  await page.keyboard.press('z');
  await expect(editorOf(page), 'Z brings it back').toContainText('It must float.');
  await page.reload();
  await page.getByRole('tab', { name: 'Read' }).click();
  await expect(roleAt(page, 3), 'the draft is kept').toBeVisible();
  await page.keyboard.press('j');
  await expect(roleAt(page, 1)).toBeFocused();
  await page.keyboard.press('j');
  await expect(roleAt(page, 3)).toBeFocused();
  await page.keyboard.press('k');
  await expect(roleAt(page, 1)).toBeFocused();
});

/** Stops the countdown of a dialog while it is inspected. With all timers stopped, axe would wait for ever. */
const holdSeconds = (page: Page) =>
  page.evaluate(() => {
    const start = window.setTimeout;
    const held = (run: () => void, ms?: number) => start(run, ms === 1_000 ? 3_600_000 : ms);
    Object.assign(window, { setTimeout: held });
  });

test('every state is accessible in both themes and on both widths', async ({ page, addPerson, server, signIn }) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Tide');
  await page.goto(`/projects/${id}/prd`);
  await chooseFile(page, 'tide.md', TIDE_PRD);
  await expect(planPanel(page).getByText(/work lines planned/)).toBeVisible();
  await expectAccessible(page, 'the document as it is read');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await roleAt(page, 13).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'the role menu', { widths: [width] });
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('/');
  await page.keyboard.type('must');
  await expectAccessible(page, 'what was found', { widths: [1440] });
  await page.keyboard.press('Escape');
  await filterChip(page, 'limits').click();
  await expectAccessible(page, 'a filter', { widths: [1440] });
  await page.keyboard.press('Escape');
  for (const way of ['Model', 'Built in']) {
    await page.getByRole('tab', { name: way }).click();
    await expectAccessible(page, `the way ${way}`, { widths: [1440] });
  }
  await page.getByRole('tab', { name: 'Edit' }).click();
  await expectAccessible(page, 'the editor');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Plan/ }).first().click();
  await expectAccessible(page, 'the plan on a phone', { widths: [390] });
  await page.setViewportSize({ width: 1440, height: 900 });

  const release = await holdAnswer(page);
  await generateButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Generating Tasks' })).toBeVisible();
  await expectAccessible(page, 'the generating dialog');
  await holdSeconds(page);
  release();
  await expect(page.getByRole('dialog', { name: 'Task Generation Successful!' })).toBeVisible();
  await expectAccessible(page, 'the success dialog');
  await page.getByRole('button', { name: 'Go to Tasks Now' }).click();
  await expect(page, 'before the countdown ends').toHaveURL(`/projects/${id}/tasks`);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/${id}/prd`);
  await expect(page.getByRole('link', { name: /^T1, Lending/ }).first()).toBeVisible();
  await expectAccessible(page, 'the PRD with its plan');
  await page.setViewportSize({ width: 1440, height: 900 });
  await updateButton(page).click();
  await expect(page.getByRole('button', { name: 'Merge into plan' })).toBeVisible();
  await expectAccessible(page, 'the plan check');
});
