import type { Page } from '@playwright/test';
import { newId } from '#server/platform/id.ts';
import { addHarbor } from './support/harbor.ts';
import { LIVE_WORDS, TASKS_WORDS } from './support/specified-strings.ts';
import { notesPanel, rowOf, statusLine, treeOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const HELD = 'Clock-skew guard';
const conn = (page: Page) => statusLine(page).locator('.conn');

test('the plan on its way, and one that does not come', async ({ signedIn: page, person, server, faults }) => {
  faults.expect('500 GET /api/projects/*', '404 GET /api/projects/*');
  const harbor = await addHarbor(page, server, person);
  const release = Promise.withResolvers<void>();
  await page.route(`**/api/projects/${harbor.id}/plan/tree`, async (route) => {
    await release.promise;
    await route.fulfill({ status: 500, json: { success: false, error: 'The harbor is closed.' } });
  });
  await page.goto(harbor.at);
  await expect(page.getByText(TASKS_WORDS.loading)).toBeVisible();
  release.resolve();
  await expect(page.getByRole('alert')).toContainText('The harbor is closed.');
  await page.unrouteAll();
  await page.getByRole('button', { name: TASKS_WORDS.retry }).click();
  await expect(rowOf(page, HELD)).toBeVisible();

  await page.goto(`/projects/${newId()}/tasks`);
  for (const text of TASKS_WORDS.notFound) await expect(page.getByRole('main').getByText(text)).toBeVisible();
});

test('the entry page says what it does', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  const release = Promise.withResolvers<void>();
  await page.route(`**/api/projects/${harbor.id}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(`/projects/${harbor.id}`);
  for (const text of TASKS_WORDS.entry) await expect(page.getByText(text)).toBeVisible();
  release.resolve();
  await expect(page).toHaveURL(harbor.at);
});

test('the tree: lists, counts, progress, tags and struck titles', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await page.goto(harbor.at);
  const panel = page.getByRole('region', { name: 'Task Tree' });
  await expect(panel.getByRole('heading', { name: 'Task Tree' })).toBeVisible();
  await expect(panel.locator('header').first()).toContainText('11');
  await expect(page.getByText('11 tasks', { exact: true })).toBeVisible();
  await harbor.claim(HELD);
  for (const text of TASKS_WORDS.tags)
    await expect(treeOf(page).getByText(text, { exact: true }).first()).toBeVisible();
  for (const name of TASKS_WORDS.counts) await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(panel.getByText('27%'), 'three of eleven, rounded').toBeVisible();
  const done = rowOf(page, 'Count per key').locator('.ttl');
  await expect(done).toHaveCSS('text-decoration-line', 'line-through');
  await expect(rowOf(page, 'Flush counters').locator('.ttl')).toHaveCSS('text-decoration-line', 'none');

  const chips = panel.getByRole('group', { name: 'Task list filter' }).getByRole('button');
  await expect(chips).toHaveText(['Foundations', 'Metering', TASKS_WORDS.cutListName, TASKS_WORDS.moreLists]);
  // Names of up to 15 characters are never truncated by layout.
  const cut = await chips.evaluateAll((all) =>
    all.flatMap((chip) => {
      const inner = chip.querySelector('.trunc') ?? chip;
      return inner.scrollWidth > inner.clientWidth ? [chip.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);

  await rowOf(page, HELD).click();
  await expect(notesPanel(page).getByRole('article').filter({ hasText: TASKS_WORDS.statusChanged })).toBeVisible();
});

test('the status line has a text and a colour for each state', async ({
  signedIn: page,
  person,
  server,
  context,
  faults,
}) => {
  faults.expect('net::ERR_* *', '503 GET *', '401 GET /api/projects/*/events');
  const harbor = await addHarbor(page, server, person);
  const opened = Promise.withResolvers<void>();
  await page.route('**/api/projects/*/events*', async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.goto(harbor.at);
  await expect(conn(page)).toHaveText(LIVE_WORDS.connecting);
  await expect(conn(page)).toHaveClass(/warn/);
  opened.resolve();
  await expect(conn(page)).toHaveText(LIVE_WORDS.connected);
  await expect(conn(page)).toHaveClass(/ok/);
  await harbor.claim(HELD);
  await expect(conn(page)).toHaveText(LIVE_WORDS.updated);
  await expect(conn(page)).toHaveClass(/ok/);

  await page.route('**/api/projects/*/events*', (route) => route.fulfill({ status: 503, json: { error: 'Closed.' } }));
  await context.setOffline(true);
  await expect(conn(page)).toHaveText(LIVE_WORDS.off);
  await expect(conn(page)).not.toHaveClass(/warn|ok|bad/);
  await context.setOffline(false);
  await expect(conn(page)).toHaveText(LIVE_WORDS.failed);
  await expect(conn(page)).toHaveClass(/bad/);
  const reopened = Promise.withResolvers<void>();
  let isOver = false;
  await page.route('**/api/projects/*/events*', async (route) => {
    if (!isOver) return route.fulfill({ status: 401, json: { error: 'Who?' } });
    // Delayed for automatic and manual retries alike, so that the button stays visible.
    await reopened.promise;
    return route.continue();
  });
  await statusLine(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(conn(page)).toHaveText(LIVE_WORDS.authRequired);
  isOver = true;
  await statusLine(page).getByRole('button', { name: 'Refresh' }).click();
  reopened.resolve();
  await expect(conn(page)).toHaveText(LIVE_WORDS.updated);
});
