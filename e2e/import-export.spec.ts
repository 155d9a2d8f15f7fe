import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TASK_MASTER_SAMPLE } from '#test/task-master-sample.ts';
import { toastOf } from './support/parts.ts';
import { addNote, addPlan, addProject } from './support/plans.ts';
import { noteOf, openTasks, rowOf, taskPanel, titlesOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

async function choosePlanAction(page: Page, name: string) {
  await page.getByRole('button', { name: 'Plan actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function chooseFile(page: Page, name: string, content: string) {
  await page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
}

test('a Task Master file comes in, with a report of every line', async ({ signedIn: page, server, person }) => {
  const id = await addProject(server, person, 'Ship');
  await addPlan(server, id, { Hull: [{ title: 'Already here' }] });
  await openTasks(page, id);
  await choosePlanAction(page, 'Import…');
  const dialog = page.getByRole('dialog', { name: 'Import a plan' });
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await chooseFile(page, 'notes.txt', 'what');
  await expect(dialog).toContainText('Please choose a .json, .jsonl or .md file');
  await chooseFile(page, 'tasks.json', TASK_MASTER_SAMPLE);
  await expect(dialog).toContainText('tasks.json');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();

  const report = page.getByRole('dialog', { name: 'Import finished' });
  await expect(report).toContainText(/^.*5 tasks and \d+ notes? were imported into Ship\./);
  await expect(report).toContainText('2 imported · 3 changed · 0 skipped');
  const lines = report.getByRole('region', { name: 'What became of each line' });
  await expect(lines).toContainText('Imported');
  await report.getByRole('button', { name: /^Only problems/ }).click();
  await expect(lines).toContainText('99');
  await expect(lines.getByRole('listitem').filter({ hasText: 'Imported' })).toHaveCount(0);
  await report.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  for (const title of ['Already here', 'Lay the keel', 'Find a tree', 'Cut it', 'Launch'])
    await expect(rowOf(page, title)).toBeVisible();
  await expect(rowOf(page, 'Lay the keel')).toContainText('DONE');
  await expect(rowOf(page, 'Find a tree')).toHaveAttribute('aria-level', '3');
  await rowOf(page, 'Raise the mast').click();
  await expect(taskPanel(page).getByRole('region', { name: 'Dependencies' })).toContainText('Lay the keel');

  await choosePlanAction(page, 'Checkpoints…');
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('Before an import');
});

test('a file that cannot be read changes nothing and says why', async ({ signedIn: page, server, person, faults }) => {
  faults.expect('400 POST /api/projects/import');
  const id = await addProject(server, person, 'Ship');
  await addPlan(server, id, { Hull: [{ title: 'Already here' }] });
  await openTasks(page, id);
  await choosePlanAction(page, 'Import…');
  const dialog = page.getByRole('dialog', { name: 'Import a plan' });
  await chooseFile(page, 'tasks.json', '{"master":{"tasks":[');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(/JSON/);
  await expect(dialog, 'another file can be chosen').toContainText('tasks.json');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(titlesOf(page)).toHaveText(['Hull', 'Already here']);
});

test('an export comes back as a new project without loss', async ({ page, server, addPerson, signIn }) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Lighthouse', { description: 'It shines' });
  const idOf = await addPlan(server, id, {
    Tower: [
      { title: 'Dig', status: 'done' },
      { title: 'Build', below: [{ title: 'Stone' }, { title: 'Stairs' }] },
    ],
    Lamp: [{ title: 'Grind the lens' }],
  });
  await addNote(server, id, { taskId: idOf('Stairs'), type: 'FINDING', body: 'Two hundred and ten steps' });
  await server.sql('insert into task_dependencies (project_id, task_id, depends_on_id) values ($1, $2, $3)', [
    id,
    idOf('Build'),
    idOf('Dig'),
  ]);
  await openTasks(page, id);
  const titles = ['Tower', 'Dig', 'Build', 'Stone', 'Stairs', 'Lamp', 'Grind the lens'];
  await expect(titlesOf(page)).toHaveText(titles);

  const exporting = page.waitForEvent('download');
  await choosePlanAction(page, 'Export JSON');
  const download = await exporting;
  expect(download.suggestedFilename()).toBe('lighthouse.json');
  const content = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(content)).toMatchObject({ format: 'baton', version: 2, project: { name: 'Lighthouse' } });

  await choosePlanAction(page, 'Import…');
  await chooseFile(page, 'lighthouse.json', content);
  await page.getByRole('button', { name: 'As a new project' }).click();
  await page.getByRole('textbox', { name: 'Name of the new project' }).fill('Second light');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const report = page.getByRole('dialog', { name: 'Import finished' });
  await expect(report).toContainText('5 tasks and 1 note were imported into Second light.');
  await report.getByRole('link', { name: 'Open Second light' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Second light' })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(titlesOf(page)).toHaveText(titles);
  await expect(rowOf(page, 'Dig')).toContainText('DONE');
  await rowOf(page, 'Stairs').click();
  await expect(noteOf(page, 'Two hundred and ten steps')).toContainText('Finding');
  await rowOf(page, 'Build').click();
  await expect(taskPanel(page).getByRole('region', { name: 'Dependencies' })).toContainText('Dig');
});

test('a plan is exported as Markdown to read', async ({ signedIn: page, server, person }) => {
  const id = await addProject(server, person, 'Lighthouse');
  await addPlan(server, id, { Tower: [{ title: 'Dig', status: 'done' }, { title: 'Build' }] });
  await openTasks(page, id);
  const exporting = page.waitForEvent('download');
  await choosePlanAction(page, 'Export Markdown');
  const download = await exporting;
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/# Lighthouse[\s\S]*Tower[\s\S]*\[x\].*Dig[\s\S]*\[ \].*Build/);
});

test('an export that fails is said so', async ({ signedIn: page, server, person, faults }) => {
  faults.expect('500 GET /api/projects/*/export');
  const id = await addProject(server, person, 'Lighthouse');
  await addPlan(server, id, { Tower: [{ title: 'Dig' }] });
  await page.route('**/api/projects/*/export*', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Out of ink' } }),
  );
  await openTasks(page, id);
  await choosePlanAction(page, 'Export JSON');
  await expect(toastOf(page, 'Error')).toContainText('Out of ink');
});
