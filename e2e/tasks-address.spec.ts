import { addNote, addPlan, addProject } from './support/plans.ts';
import { toastOf } from './support/parts.ts';
import { addNoteByHand, notesPanel, openTasks, rowOf, taskPanel, titlesOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

const LISTS = {
  Ingest: [
    { title: 'Parse', status: 'done' },
    { title: 'Store', status: 'wip', below: [{ title: 'Schema', status: 'wip' }, { title: 'Index' }] },
  ],
  Serve: [{ title: 'Answer' }, { title: 'Parse again' }],
} as const;

let projectId = '';
let idOf: (name: string) => string;

test.beforeEach(async ({ server, person }) => {
  projectId = await addProject(server, person, 'Addresses');
  idOf = await addPlan(server, projectId, LISTS);
  await addNote(server, projectId, { taskId: idOf('Parse'), type: 'FINDING', body: 'It is slow' });
  await addNote(server, projectId, { taskId: idOf('Parse'), type: 'PROGRESS', body: 'It is written' });
  await addNote(server, projectId, { taskId: idOf('Answer'), type: 'CONTEXT', body: 'Forty-two' });
});

test('an address shows what it names, and a copied link shows the same elsewhere', async ({
  signedIn: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTasks(page, projectId);
  await rowOf(page, 'Parse').click();
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await page.getByRole('button', { name: 'Ingest', exact: true }).first().click();
  await page.getByRole('button', { name: /^Done 1/ }).click();
  await page.getByRole('searchbox', { name: 'Filter tasks' }).fill('par');
  await page.getByRole('button', { name: 'Newest First' }).click();
  const wanted = {
    task: idOf('Parse'),
    tab: 'findings',
    list: idOf('Ingest'),
    status: 'done',
    q: 'par',
    sort: 'oldest',
  };
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(wanted);

  await page.getByRole('button', { name: 'Copy link to task' }).click();
  await expect(toastOf(page, 'Copied!')).toContainText('Link copied to clipboard');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());

  const other = await context.newPage();
  await other.goto(link);
  await expect(titlesOf(other)).toHaveText(['Ingest', 'Parse']);
  await expect(rowOf(other, 'Parse')).toHaveAttribute('aria-selected', 'true');
  await expect(other.getByRole('tab', { name: /^Findings/ })).toHaveAttribute('aria-selected', 'true');
  await expect(notesPanel(other).getByRole('article')).toHaveCount(1);
  await expect(notesPanel(other)).toContainText('It is slow');
  await expect(other.getByRole('button', { name: 'Oldest First' })).toBeVisible();
  await expect(other.getByRole('searchbox', { name: 'Filter tasks' })).toHaveValue('par');
  await expect(other.getByRole('button', { name: /^Done 1/ })).toHaveAttribute('aria-pressed', 'true');
});

test('selecting is a step to go back from, filtering is not', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('link', { name: 'Open Project: Addresses' })).toBeVisible();
  await openTasks(page, projectId);
  await rowOf(page, 'Parse').click();
  await expect(page).toHaveURL(new RegExp(`task=${idOf('Parse')}`));
  await expect(taskPanel(page).getByRole('heading', { name: 'Parse', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter tasks' }).fill('a');
  await page.getByRole('tab', { name: /^Progress/ }).click();
  await page.getByRole('searchbox', { name: 'Filter tasks' }).fill('');
  await rowOf(page, 'Answer').click();
  await expect(taskPanel(page).getByRole('heading', { name: 'Answer' })).toBeVisible();

  await page.goBack();
  await expect(taskPanel(page).getByRole('heading', { name: 'Parse', exact: true })).toBeVisible();
  await expect(rowOf(page, 'Parse')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(taskPanel(page).getByRole('heading', { name: 'Answer' })).toBeVisible();
  await expect(notesPanel(page).locator('[data-part=chosen]')).toContainText('Answer');
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await expect(page).toHaveURL('/projects');
});

test('an address that names what is not there is put right, with a word', async ({ signedIn: page }) => {
  await openTasks(page, projectId, '?task=T99&tab=gossip&status=lost&sort=sideways');
  await expect(toastOf(page, 'That task is no longer in this plan')).toBeVisible();
  await expect(page).not.toHaveURL(/task=/);
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Newest First' })).toBeVisible();
  await expect(titlesOf(page)).toHaveText([
    'Ingest',
    'Parse',
    'Store',
    'Schema',
    'Index',
    'Serve',
    'Answer',
    'Parse again',
  ]);
});

test('a reload keeps split, folds and order', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  const handle = page.getByRole('separator', { name: 'Resize task and notes' });
  const box = await handle.boundingBox();
  if (!box) throw new Error('there is no handle');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x - 120, box.y + 200, { steps: 5 });
  await page.mouse.up();
  const share = Number(await handle.getAttribute('aria-valuenow'));
  expect(share).toBeGreaterThan(20);
  expect(share).toBeLessThan(50);
  await rowOf(page, 'Store').locator('[data-fold]').click();
  await page.getByRole('button', { name: 'Newest First' }).click();
  await expect(page).toHaveURL(/sort=oldest/);

  await openTasks(page, projectId);
  await expect(handle).toHaveAttribute('aria-valuenow', String(share));
  await expect(rowOf(page, 'Store')).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, 'Schema')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Oldest First' })).toBeVisible();
});

test('the split stops at 20 and 80 percent, and a collapsed panel is a strip of 48 px', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  const handle = page.getByRole('separator', { name: 'Resize task and notes' });
  const overview = page.getByRole('region', { name: 'Overview' });
  const dragTo = async (x: number) => {
    const box = await handle.boundingBox();
    if (!box) throw new Error('there is no handle');
    await page.mouse.move(box.x + box.width / 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(x, box.y + 200, { steps: 5 });
    await page.mouse.up();
  };
  const sides = async () => {
    const left = (await overview.boundingBox())?.width ?? 0;
    const right = (await notesPanel(page).boundingBox())?.width ?? 0;
    return Math.round((left / (left + right)) * 100);
  };
  await dragTo(0);
  await expect(handle).toHaveAttribute('aria-valuenow', '20');
  expect(await sides()).toBe(20);
  await dragTo(5_000);
  await expect(handle).toHaveAttribute('aria-valuenow', '80');
  expect(await sides()).toBe(80);
  await handle.dblclick();
  await expect(handle).toHaveAttribute('aria-valuenow', '50');

  const strip = (name: string) => page.getByRole('region', { name: `${name}, collapsed` });
  await page.getByRole('button', { name: 'Collapse notes panel' }).click();
  expect((await strip('Notes').boundingBox())?.width).toBe(48);
  await expect(notesPanel(page)).toBeHidden();
  await overview.getByRole('button', { name: 'Collapse task panel' }).click();
  expect((await strip('Task').boundingBox())?.width, 'the other opens').toBe(48);
  await expect(notesPanel(page)).toBeVisible();
  await page.getByRole('button', { name: 'Collapse Task Tree panel' }).click();
  expect((await strip('Task Tree').boundingBox())?.width).toBe(48);
  await page.reload();
  await expect(strip('Task')).toBeVisible();
  await expect(strip('Task Tree')).toBeVisible();
  await page.getByRole('button', { name: 'Expand Task panel' }).click();
  await page.getByRole('button', { name: 'Expand Task Tree panel' }).click();
  await expect(overview).toBeVisible();
  await expect(rowOf(page, 'Parse')).toBeVisible();
  await expect(handle).toHaveAttribute('aria-valuenow', '50');
});

test('a link to a note brings it into view', async ({ signedIn: page, server }) => {
  for (let i = 0; i < 30; i += 1)
    await addNote(server, projectId, { taskId: idOf('Answer'), body: `Filler ${i}\n\nMore of it\n\nAnd more` });
  const [first] = await server.sql<{ id: string }>(
    `select id from notes where project_id = $1 and body = 'Forty-two'`,
    [projectId],
  );
  const elsewhere = `?task=${idOf('Answer')}&tab=progress`;
  const note = page.locator(`#note-${first?.id}`);
  await openTasks(page, projectId, `${elsewhere}#note-${first?.id}`);
  await expect(note).toBeInViewport();
  await expect(note).toBeFocused();

  await openTasks(page, projectId, elsewhere);
  await expect(notesPanel(page).getByRole('article')).toHaveCount(30);
  await page.evaluate((hash) => location.assign(hash), `#note-${first?.id}`);
  await expect(note, 'also from among notes of another type').toBeInViewport();
});

test('a task whose notes take long to come shows those the project has told already', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  await expect(notesPanel(page).getByRole('article')).toHaveCount(3);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/projects/*/notes*', async (route) => {
    await answer.promise;
    await route.fallback();
  });
  await rowOf(page, 'Answer').click();
  await expect(notesPanel(page).getByRole('article')).toHaveCount(1);
  await rowOf(page, 'Parse').click();
  await expect(notesPanel(page).getByRole('article')).toHaveCount(2);
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await expect(notesPanel(page)).toContainText('It is slow');
  await addNoteByHand(page, 'Written while waiting');
  await expect(notesPanel(page)).toContainText('Written while waiting');
  answer.resolve();
  await expect(notesPanel(page)).toContainText('Written while waiting');
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect(notesPanel(page).getByRole('article')).toHaveCount(3);
});

test('two steps in one breath are both in the address', async ({ signedIn: page }) => {
  await openTasks(page, projectId);
  const row = await rowOf(page, 'Answer').elementHandle();
  const tab = await page.getByRole('tab', { name: /^Context/ }).elementHandle();
  await page.evaluate(
    ([first, second]) => {
      for (const each of [first, second]) if (each instanceof HTMLElement) each.click();
    },
    [row, tab],
  );
  await expect(page.getByRole('tab', { name: /^Context/ })).toHaveAttribute('aria-selected', 'true');
  await expect(taskPanel(page).getByRole('heading', { name: 'Answer' })).toBeVisible();
  await expect(page).toHaveURL(/task=.*tab=context/);
});
