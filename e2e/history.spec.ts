import { bannerHasCome, cardOf, createProject } from './support/parts.ts';
import { addProject } from './support/plans.ts';
import { editorOf, writeSpecification } from './support/prd.ts';
import { expect, test } from './support/test.ts';

test('the filter is in the address: it survives a reload, a link and the way back', async ({
  signedIn: page,
  person,
  server,
}) => {
  await addProject(server, person, 'Harbor API');
  await addProject(server, person, 'Lighthouse', { status: 'archived' });
  await page.goto('/projects');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.keyboard.press('/');
  await page.keyboard.type('lighthouse');
  await expect(page.getByRole('searchbox'), 'no letter is lost').toHaveValue('lighthouse');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Archived' }).click();
  await expect(page).toHaveURL('/projects?q=lighthouse&status=archived');

  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('lighthouse');
  await cardOf(page, 'Lighthouse').getByRole('link', { name: 'Open Project: Lighthouse' }).click();
  await expect(page).toHaveURL(/\/prd$/);
  await page.goBack();
  await expect(page).toHaveURL('/projects?q=lighthouse&status=archived');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/projects?status=archived');
});

test('Back closes the dialog it came from, and a created project is not offered again', async ({ signedIn: page }) => {
  await page.goto('/home');
  await page.getByRole('banner').getByRole('link', { name: 'New Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('banner').getByRole('link', { name: 'New Project' }).click();
  await createProject(page, 'Only once');
  await expect(page).toHaveURL(/\/prd$/);
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await page.goForward();
  await expect(page).toHaveURL(/\/prd$/);
});

test('the way back restores where the page was scrolled to', async ({ signedIn: page, person, server }) => {
  // As many as are shown as cards.
  for (let n = 1; n <= 12; n += 1) await addProject(server, person, `Project ${n}`);
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto('/projects');
  await bannerHasCome(page);
  const last = page.getByRole('link', { name: 'Open Project: Project 1', exact: true });
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  await last.click();
  await expect(page).toHaveURL(/\/prd$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('a draft of a specification is there after a reload', async ({ signedIn: page, person, server }) => {
  const id = await addProject(server, person, 'Drafted');
  await page.goto(`/projects/${id}/prd`);
  await writeSpecification(page, '# Harbor\n\nRate limits.');
  await expect(page.getByText('22 characters · 3 lines')).toBeVisible();
  await page.reload();
  await expect(page.getByText('22 characters · 3 lines')).toBeVisible();
  await expect(editorOf(page)).toContainText('Rate limits.');

  await page
    .getByLabel('Markdown file')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await expect(page.getByText('Please upload a markdown file (.md or .markdown)')).toBeVisible();
  await page
    .getByLabel('Markdown file')
    .setInputFiles({ name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('x'.repeat(1_536)) });
  await page.getByRole('tab', { name: 'Edit' }).click();
  await expect(page.getByText('plan.md', { exact: true })).toBeVisible();
  await expect(page.getByText('1.5 KB')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('0 characters')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('1,536 characters'), 'Z takes it back').toBeVisible();
});
