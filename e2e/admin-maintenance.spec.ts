import type { Page } from '@playwright/test';
import { controlOf } from './support/console.ts';
import { addPlan, addProject, addTasks, giveBaton } from './support/plans.ts';
import { hashesOf, restoredHashes } from './support/restore.ts';
import { expect, test } from './support/test.ts';

// A server of its own, because these actions affect everybody on the instance.
test.use({ ownServer: {} });

const MESSAGE = 'The harbor is closed until noon.';

const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

async function runTyped(page: Page, title: string, word: string): Promise<void> {
  await cardOf(page, title).getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: `${title}?` });
  const yes = dialog.getByRole('button', { name: title });
  await expect(yes, 'before its word is typed').toBeDisabled();
  await dialog.getByLabel(`Type ${word} to confirm`).fill(word.toLowerCase());
  await expect(yes, 'in small letters').toBeDisabled();
  await dialog.getByLabel(`Type ${word} to confirm`).fill(word);
  await yes.click();
}

/** The audit log's newest lines: action and outcome. */
async function auditOf(page: Page): Promise<string[]> {
  await page.goto('/admin/maintenance?tab=audit');
  const rows = page.getByRole('region', { name: 'Audit log' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const cells = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.replaceAll('\n', ''))),
  );
  return cells.map(
    ([, who = '', what = '', , outcome = '']) => `${who.replace(/ \(.+@.+\)$/, '')}: ${what}, ${outcome}`,
  );
}

test('maintenance shuts people out, not administrators, until it ends', async ({
  page,
  addPerson,
  person,
  openBrowser,
  signIn,
  faults,
}) => {
  faults.expect('503 *');
  const theirs = await openBrowser();
  await signIn(theirs, person);
  const streaming = theirs.waitForResponse('**/api/me/events');
  await theirs.goto('/projects');
  await expect(theirs.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/)).toBeVisible();
  await streaming;
  await signIn(page, await addPerson({ name: 'Grace Hopper', isAdmin: true }));
  await page.goto('/admin/maintenance');
  const mode = page.getByRole('switch', { name: 'Maintenance mode' });
  await expect(mode).not.toBeChecked();
  await page.getByLabel('Message').fill(MESSAGE);
  await mode.click();
  await page.getByRole('dialog', { name: 'Start maintenance?' }).getByRole('button', { name: 'Turn On' }).click();
  await expect(mode).toBeChecked();
  await expect(page.getByText('Maintenance mode is on: all requests from people and agents are refused')).toBeVisible();

  await expect(theirs.getByText(MESSAGE), 'on a page that nobody touched').toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText(MESSAGE)).toBeVisible();
  await page.goto('/projects');
  await expect(page.getByText(/^(Welcome back, Grace Hopper$|Hello, Grace Hopper\.)/)).toBeVisible();

  await page.goto('/admin/maintenance');
  await mode.click();
  await page.getByRole('dialog', { name: 'End maintenance?' }).getByRole('button', { name: 'Turn Off' }).click();
  await expect(mode).not.toBeChecked();
  await expect(
    theirs.getByText(/^(Welcome back, Ada Lovelace$|Hello, Ada Lovelace\.)/),
    'untouched again',
  ).toBeVisible();
  expect((await auditOf(page)).slice(0, 2)).toEqual([
    'Grace Hopper: Maintenance mode turned off, Done',
    `Grace Hopper: Maintenance mode turned on${MESSAGE}, Done`,
  ]);
});

test('upkeep reports what it did, and the backup brings every row back', async ({
  page,
  addPerson,
  person,
  server,
  signIn,
}) => {
  const project = await addProject(server, person, 'Harbor “API”', { description: 'Ünïcode, "quotes"\nand lines' });
  await addTasks(server, project, [
    ['Lay the keel', 'done'],
    ['Set sail', 'open'],
  ]);
  await signIn(page, await addPerson({ name: 'Grace Hopper', isAdmin: true }));
  await page.goto('/admin/maintenance');
  for (const [name, report] of [
    ['Clear Cache', /dropped on this server; every other server has been told\. Took/],
    ['Optimize Database', /Statistics of \d+ tables are fresh\. Took/],
    ['Vacuum', /The room of dead rows in \d+ tables can be used again\. Took/],
  ] as const) {
    await controlOf(page, name).click();
    await expect(cardOf(page, name).getByText(report)).toBeVisible();
  }
  const before = await hashesOf(server.databaseUrl);
  const downloading = page.waitForEvent('download');
  await controlOf(page, 'Download Backup').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^baton-backup-\d{4}-\d\d-\d\d-\d{4}\.jsonl\.gz$/);
  await expect(cardOf(page, 'Backup').getByText(/^Saved .* to your downloads\./)).toBeVisible();
  expect(before['tasks']).toMatch(/^2:/);
  expect(await restoredHashes(await download.path())).toEqual(before);
  expect((await auditOf(page)).slice(0, 4)).toEqual([
    'Grace Hopper: Backup downloaded, Done',
    'Grace Hopper: Database vacuumed, Done',
    'Grace Hopper: Database optimized, Done',
    'Grace Hopper: Cache cleared, Done',
  ]);
});

test('what hits everybody needs its word, and says what it did', async ({
  page,
  addPerson,
  person,
  openBrowser,
  server,
  signIn,
  faults,
}) => {
  faults.expect('401 *');
  const project = await addProject(server, person, 'Harbor API');
  const idOf = await addPlan(server, project, { Foundations: [{ title: 'Set sail' }] });
  await giveBaton(server, project, idOf('Set sail'), 'claude-code');
  const theirs = await openBrowser();
  await signIn(theirs, person);
  const streaming = theirs.waitForResponse('**/api/me/events');
  await theirs.goto('/profile');
  await streaming;
  await signIn(page, await addPerson({ name: 'Grace Hopper', isAdmin: true }));
  await page.goto('/admin/maintenance');

  await runTyped(page, 'Expire all API-key locks', 'EXPIRE');
  await expect(cardOf(page, 'Expire all API-key locks').getByText(/1 lease in 1 project has ended\./)).toBeVisible();
  await runTyped(page, 'Revoke all sessions', 'REVOKE');
  await expect(cardOf(page, 'Revoke all sessions').getByText('1 session has ended; yours goes on.')).toBeVisible();
  await expect(theirs, 'their page hears of it').toHaveURL('/login');
  await runTyped(page, 'Rotate signing keys', 'ROTATE');
  await expect(
    cardOf(page, 'Rotate signing keys').getByText(/every access token is refused from now on/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'All Users' }).click();
  await expect(page.getByText('2 users in total'), 'the administrator goes on with a new token').toBeVisible();
  expect((await auditOf(page)).slice(0, 3)).toEqual([
    'Grace Hopper: Signing keys rotated, Done',
    'Grace Hopper: All sessions revoked, Done',
    'Grace Hopper: All API-key locks expired, Done',
  ]);
});
