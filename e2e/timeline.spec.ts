import type { Page } from '@playwright/test';
import { addHarbor } from './support/harbor.ts';
import { expect, test } from './support/test.ts';

const rowOf = (page: Page, text: string | RegExp) => page.locator('[data-entry]').filter({ hasText: text });
const focusedRow = (page: Page) => page.locator('[data-entry]:focus');

test('a person sees the relay as it runs, narrows it down and passes the report on, by keyboard alone', async ({
  signedIn: page,
  server,
  person,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const harbor = await addHarbor(page, server, person);
  await page.goto(harbor.at);
  await expect(page.getByRole('tree', { name: 'Tasks' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/\/timeline$/);
  await expect(page.getByRole('heading', { name: 'Morning report' })).toBeVisible();
  await expect(rowOf(page, 'You marked T1 Lay the keel done')).toBeVisible();

  await test.step('what agents do appears without a reload', async () => {
    const first = await harbor.claim('Flush counters', 'codex-cli');
    await expect(rowOf(page, 'codex-cli holds T11 Flush counters')).toContainText('now');
    await harbor.note('FINDING', 'Batches are nine times faster.', 'Flush counters');
    await harbor.finish('Flush counters', first.token, {
      outcome: 'done',
      summary: 'Counters are flushed on exit',
      diff: { files: 3, insertions: 124, deletions: 18 },
    });
    await expect(rowOf(page, 'codex-cli finished T11 Flush counters')).toContainText('3 files, +124 −18');
    const second = await harbor.claim('Clock-skew guard');
    await expect(rowOf(page, 'The baton went from codex-cli to claude-code')).toBeVisible();
    await harbor.finish('Clock-skew guard', second.token, { outcome: 'block', summary: 'No test key in the vault' });
    await expect(rowOf(page, 'claude-code blocked T10 Clock-skew guard: No test key in the vault')).toContainText(
      'waits for you',
    );
    await expect(page.getByRole('region', { name: 'Morning report' })).toContainText('One thing waits for you');
    await expect(page.getByRole('region', { name: 'The relay' }).getByRole('button', { name: /T11/ })).toBeVisible();
  });

  await test.step('rows and their notes', async () => {
    await page.keyboard.press('j');
    await expect(focusedRow(page)).toHaveCount(1);
    while (!(await focusedRow(page).textContent())?.includes('finished T11')) await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await expect(focusedRow(page)).toContainText('Batches are nine times faster.');
    await page.keyboard.press('ArrowLeft');
    await expect(focusedRow(page)).not.toContainText('Batches are nine times faster.');
  });

  await test.step('the filter and a reload', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('flush');
    await expect(rowOf(page, 'Lay the keel')).toHaveCount(0);
    await expect(rowOf(page, 'finished T11')).toBeVisible();
    await page.keyboard.press('Enter');
    await page.reload();
    await expect(page.getByRole('searchbox', { name: 'Find in what happened' })).toHaveValue('flush');
    await expect(rowOf(page, 'finished T11')).toBeVisible();
    await expect(rowOf(page, 'Lay the keel')).toHaveCount(0);
  });

  await test.step('the report goes to the clipboard', async () => {
    await page.keyboard.press('y');
    await page.keyboard.press('r');
    await expect(page.getByRole('region', { name: 'Morning report' }).getByText('Copied!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      `/projects/${harbor.id}/tasks?task=T10`,
    );
  });
});
