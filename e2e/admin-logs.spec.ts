import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { type RecordedError, createErrorLog } from '#server/platform/error-log.ts';
import { createLogger } from '#server/platform/log.ts';
import { connectAgent, makeKey } from './support/agent.ts';
import { controlOf } from './support/console.ts';
import type { Instance } from './support/instance.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

// A server of its own, because the logs are the whole instance's.
test.use({ ownServer: {} });

/** Records errors like another server on the same database. */
async function recordErrors({ databaseUrl }: Instance, entries: readonly RecordedError[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const log = createErrorLog(pool, createLogger('silent'), () => new Date());
  for (const entry of entries) log.record(entry);
  await log.flush();
  await pool.end();
}

const messagesIn = (page: Page) => page.getByRole('region', { name: 'Errors' }).locator('tbody .message');

test('an error of the server is found, read, resolved, opened again and exported', async ({
  page,
  addPerson,
  person,
  openBrowser,
  server,
  signIn,
}) => {
  server.expectErrors(/an error was recorded/);
  const theirs = await openBrowser();
  await signIn(theirs, person);
  const answer = await theirs.request.get(`${server.url}/api/auth/token`);
  const { token } = (await answer.json()) as { token: string };
  await server.sql('alter table projects rename to projects_away');
  const broken = await fetch(`${server.url}/api/projects`, { headers: { authorization: `Bearer ${token}` } });
  expect(broken.status).toBe(500);
  await server.sql('alter table projects_away rename to projects');
  await recordErrors(server, [
    { level: 'critical', category: 'service', error: 'The model is silent', context: { model: 'fake' } },
    { level: 'critical', category: 'service', error: 'The model is silent', context: { model: 'fake' } },
    { level: 'error', category: 'auth', error: '=HYPERLINK("x"), said "somebody"' },
  ]);

  await signIn(page, await addPerson({ name: 'Grace Hopper', isAdmin: true }));
  await page.goto('/admin/errors');
  await expect(page.getByText('3 errors in total')).toBeVisible();
  await expect(messagesIn(page)).toHaveCount(3);
  await page.getByLabel('Category').selectOption('Database');
  await expect(messagesIn(page)).toHaveText(['relation "projects" does not exist']);
  await page.getByLabel('Category').selectOption('All Categories');
  await page.getByLabel('Error Level').selectOption('Critical');
  await expect(messagesIn(page)).toHaveText(['The model is silent']);

  await messagesIn(page).click();
  const sheet = page.getByRole('dialog', { name: 'Error' });
  await expect(sheet.getByText('2 times')).toBeVisible();
  await expect(sheet.getByLabel('Context')).toContainText('"model": "fake"');
  await sheet.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No errors found matching your criteria.')).toBeVisible();

  await page.getByLabel('Status').selectOption('Resolved');
  await messagesIn(page).click();
  await sheet.getByRole('button', { name: 'Reopen' }).click();
  await expect(sheet.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.getByLabel('Error Level').selectOption('All Levels');
  await page.getByLabel('Status').selectOption('All Status');
  await expect(messagesIn(page)).toHaveCount(3);
  const downloading = page.waitForEvent('download');
  await controlOf(page, 'Export CSV').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('timestamp,level,category,message,request_id,resolved,context');
  expect(lines.filter((line) => line.includes('critical,service,The model is silent,'))).toHaveLength(2);
  expect(lines.join('\n'), 'no cell begins a formula').toContain(`"'=HYPERLINK(""x""), said ""somebody"""`);
});

test('calls of agents appear while one looks, and are found by command and outcome', async ({
  page,
  addPerson,
  person,
  openBrowser,
  server,
  signIn,
}) => {
  const theirs = await openBrowser();
  await signIn(theirs, person);
  const apiKey = await makeKey(await apiOf(theirs, server));
  const projectId = await addProject(server, person, 'Harbor API');
  await signIn(page, await addPerson({ name: 'Grace Hopper', isAdmin: true }));
  await page.goto('/admin/logs');
  await expect(page.getByText('No calls yet')).toBeVisible();

  const agent = await connectAgent(server, { apiKey, projectId });
  await agent.call('orient');
  const rows = page.getByRole('region', { name: 'Calls' }).locator('tbody tr');
  const orient = rows.filter({ hasText: 'orient' });
  await expect(orient).toHaveCount(1);
  await expect(orient).toContainText(`${projectId.slice(0, 12)}...`);
  await expect(orient).toContainText('200');
  await expect(orient).toContainText(' ms');
  await agent.call('task_claim', { id: 'T99' });
  await agent.close();
  const refused = rows.filter({ hasText: 'task_claim' });
  await expect(refused).toHaveCount(1);

  await controlOf(page, 'Success').click();
  await expect(refused).toHaveCount(0);
  await expect(orient).toHaveCount(1);
  await controlOf(page, 'Errors').click();
  await expect(orient).toHaveCount(0);
  await expect(refused).toHaveCount(1);
  await controlOf(page, 'All').click();
  await page.getByRole('searchbox', { name: 'Search by command or project id' }).fill('orient');
  await expect(refused).toHaveCount(0);
  await orient.getByRole('button', { name: 'orient' }).click();
  await expect(page.getByText('claude-code')).toBeVisible();
});
