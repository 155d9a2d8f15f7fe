import type { Page } from '@playwright/test';
import type { Task } from '#contract/task.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import { HARBOR_PRD, editorOf, generateButton, generateFrom, holdAnswer, writeSpecification } from './support/prd.ts';
import { taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

const LINE = 7;

test('a line leads to its tasks, a task to its lines, and work shows as it happens', async ({
  page,
  addPerson,
  server,
  signIn,
}) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Harbor API');
  await generateFrom(page, server, id, HARBOR_PRD);
  const api = await apiOf(page, server);
  const tasks = await api.send<Task[]>('GET', `/api/projects/${id}/tasks`);
  await page.goto(`/projects/${id}/prd`);

  const mark = page.getByRole('button', { name: new RegExp(`line ${LINE},`) });
  await expect(mark).toHaveText(/Planned/);
  await mark.click();
  const item = page.getByRole('menuitem').first();
  const number = Number(/T(\d+)/.exec((await item.textContent()) ?? '')?.[1]);
  await item.click();
  await expect(page).toHaveURL(/tasks\?task=/);
  const answered = tasks.find((task) => task.number === number);
  if (!answered) throw new Error('the line leads to no task of the plan');
  await expect(taskPanel(page).getByRole('heading', { name: answered.title })).toBeVisible();

  await taskPanel(page)
    .getByRole('link', { name: /^PRD lines?/ })
    .click();
  await expect(page).toHaveURL(/view=plan#L\d+$/);
  await expect(page.locator('.lit-line')).toBeInViewport();

  for (const task of tasks.filter(({ requirement_ids }) =>
    requirement_ids.some((each) => answered.requirement_ids.includes(each)),
  ))
    await api.send('PATCH', `/api/tasks/${task.id}`, { status: 'done' });
  await expect(mark, 'the mark follows the work').toHaveText(/Done/);

  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'PRD versions' });
  await expect(versions.getByRole('button', { name: /Version 1/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(versions.getByText('The first version.')).toBeVisible();
});

test('the screen is walked by keyboard, and Tab leaves the editor', async ({ signedIn: page, person, server }) => {
  const id = await addProject(server, person, 'Harbor API');
  await page.goto(`/projects/${id}/prd`);
  await expect(page.locator('.cm-content')).toBeVisible();
  await page.getByRole('button', { name: 'Choose File' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Markdown preview will appear here')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.cm-content')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type('# Harbor\n\n- It must float. ?jk');
  await expect(page.getByText('3 lines')).toBeVisible();
  await expect(page.getByRole('dialog'), 'letters are text here and not commands').toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 characters')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('3 lines'), 'Z brings it back').toBeVisible();
  await page.reload();
  await expect(page.getByText('3 lines'), 'the draft is kept').toBeVisible();
});

/** A dialog that counts seconds must not move on while it is looked at. With all timers held, axe would wait for ever. */
const holdSeconds = (page: Page) =>
  page.evaluate(() => {
    const start = window.setTimeout;
    const held = (run: () => void, ms?: number) => start(run, ms === 1_000 ? 3_600_000 : ms);
    Object.assign(window, { setTimeout: held });
  });

test('every new state is accessible in both themes and on both widths', async ({ page, addPerson, server, signIn }) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Harbor API');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/${id}/prd`);
  await writeSpecification(page, HARBOR_PRD);
  await expect(page.getByText(/requirements found/)).toBeVisible();
  await expectAccessible(page, 'the editor');

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

  await page.goto(`/projects/${id}/prd`);
  await expect(page.getByRole('button', { name: /line 7,/ })).toBeVisible();
  await expectAccessible(page, 'the living PRD');
  await page.getByRole('button', { name: 'Edit PRD' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Merge into plan' })).toBeVisible();
  await expectAccessible(page, 'the plan check');
});
