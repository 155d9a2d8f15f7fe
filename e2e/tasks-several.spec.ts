import type { Page } from '@playwright/test';
import { addHarbor } from './support/harbor.ts';
import { toastOf } from './support/parts.ts';
import { everythingIsSaved, openTasks, rowOf, taskPanel, titlesOf, treeOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const bar = (page: Page) => page.getByRole('group', { name: /^Actions for/ });
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();
const told = (page: Page, text: RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first();
/** Whether every element shows its whole text. */
const isWhole = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => {
    const panel = found[0]?.closest('section')?.getBoundingClientRect();
    return (
      found.length > 0 &&
      found.every((each) => {
        const { left, right } = each.getBoundingClientRect();
        const isInside = panel !== undefined && left >= panel.left && right <= panel.right;
        return isInside && each.scrollWidth <= each.clientWidth + 1;
      })
    );
  });

test('several tasks are moved, chained, finished and deleted in one step each, and taken back', async ({
  signedIn: page,
  person,
  server,
  faults,
}) => {
  faults.expect('409 POST /api/projects/*');
  const harbor = await addHarbor(page, server, person);
  await harbor.claim('Clock-skew guard');
  const requests: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && requests.push(request.url().replace(/^.*\/api/, '')));
  await openTasks(page, harbor.id);
  const edits = () => requests.filter((url) => url.includes('/tools/plan_edit')).length;

  await rowOf(page, 'Token bucket').click({ modifiers: ['ControlOrMeta'] });
  await rowOf(page, 'Write invoices').click({ modifiers: ['Shift'] });
  await expect(treeOf(page).getByRole('treeitem', { selected: true })).toHaveCount(3);

  await test.step('moved under a task, and back', async () => {
    await press(page, 'Move…');
    await page.getByRole('combobox', { name: 'Move to a list or under a task' }).fill('Open the gates');
    await page.keyboard.press('Enter');
    const below = ['Open the gates', 'Token bucket', 'Burst window', 'Write invoices'];
    await expect(titlesOf(page).filter({ hasText: new RegExp(below.join('|')) })).toHaveText(below);
    await toastOf(page, '3 tasks moved').getByRole('button', { name: 'Undo' }).click();
    await expect(titlesOf(page).filter({ hasText: new RegExp(below.join('|')) })).toHaveText([
      'Token bucket',
      'Burst window',
      'Write invoices',
      'Open the gates',
    ]);
    await everythingIsSaved(page);
    expect(edits()).toBe(2);
  });

  await test.step('each after the one before it', async () => {
    await press(page, 'Depend');
    await page.getByRole('menuitem', { name: 'One after the other' }).click();
    await expect(told(page, /dependenc(?:y|ies) added/)).toBeVisible();
  });

  await test.step('done, but not while somebody holds one of them', async () => {
    await rowOf(page, 'Clock-skew guard').click({ modifiers: ['ControlOrMeta'] });
    await press(page, 'Done');
    await expect(told(page, /claude-code holds T\d+.*None of the tasks was changed/)).toBeVisible();
    await expect(rowOf(page, 'Burst window')).not.toContainText('DONE');
    await rowOf(page, 'Clock-skew guard').click({ modifiers: ['ControlOrMeta'] });
    await press(page, 'Done');
    for (const title of ['Token bucket', 'Burst window', 'Write invoices'])
      await expect(rowOf(page, title)).toContainText('DONE');
  });

  await test.step('deleted by the key, and brought back', async () => {
    await rowOf(page, 'Burst window').focus();
    await page.keyboard.press('Delete');
    await expect(rowOf(page, 'Write invoices')).toHaveCount(0);
    await toastOf(page, '3 tasks deleted').getByRole('button', { name: 'Undo' }).click();
    for (const title of ['Token bucket', 'Burst window', 'Write invoices'])
      await expect(rowOf(page, title)).toBeVisible();
  });
  await everythingIsSaved(page);
  await page.reload();
  await rowOf(page, 'Burst window').click();
  await expect(
    taskPanel(page)
      .getByRole('button', { name: /Token bucket/ })
      .first(),
  ).toBeVisible();
});

test('the tree is as wide as one wants, shows every count in full, and no source of a text', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  const tool = `/api/projects/${harbor.id}/tools/plan_edit`;
  const list = harbor.task('Write invoices').task_list_id;
  const title = (i: number) => `Invoice ${i} is written, checked and sent to the person who asked for it`;
  // With the eleven of the harbor they are a thousand.
  for (const length of [500, 489])
    await harbor.api.send('POST', tool, {
      ops: Array.from({ length }, (_, i) => ({ op: 'add', title: title(i + 1), list })),
    });
  await harbor.api.send('POST', tool, {
    ops: Array.from({ length: 290 }, (_, i) => ({ op: 'update', id: `T${12 + i}`, status: 'done' })),
  });
  // What a text shows in every frame, from the first on.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      for (const text of document.querySelectorAll<HTMLElement>('[data-part=prose]')) seen.push(text.innerText);
      requestAnimationFrame(look);
    };
    look();
  });
  const shown = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'));
  await openTasks(page, harbor.id, `?task=${harbor.task('Clock-skew guard').id}`);
  await expect(taskPanel(page).locator('strong').getByText('ahead')).toBeVisible();
  expect(await shown()).toContain('ahead');
  expect(await shown(), 'the source of a text is never painted').not.toMatch(/\*\*|```/);

  const counts = '[aria-label="Status filter"] > button';
  await expect(page.locator(counts).filter({ hasText: 'Done' })).toHaveText('Done 293');
  await expect(page.locator(counts).filter({ hasText: 'Open' })).toHaveText('Open 707');
  await expect(page.locator('[data-part=task-count]')).toHaveText('1,000');
  const grip = page.getByRole('separator', { name: 'Resize the task tree' });
  const width = async () => Number(await grip.getAttribute('aria-valuenow'));
  await grip.focus();
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key);
    expect(await isWhole(page, counts), `no count is cut at ${key}`).toBe(true);
  }
  await page.keyboard.press('Home');
  const narrow = await width();
  await grip.dblclick();
  expect(await width()).toBeGreaterThan(narrow);
  expect(await isWhole(page, '[role=treeitem] [data-part=title]'), 'every title in sight is whole').toBe(true);

  const box = await grip.boundingBox();
  if (!box) throw new Error('the grip is not shown');
  await page.mouse.move(box.x + 3, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(420, box.y + 200);
  await page.mouse.up();
  const chosen = await width();
  expect(chosen).toBeLessThan(430);
  await page.reload();
  await expect(grip).toHaveAttribute('aria-valuenow', String(chosen));
});
