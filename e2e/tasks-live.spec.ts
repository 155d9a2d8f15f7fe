import type { Page } from '@playwright/test';
import { startServer } from '#test/server-process.ts';
import { bannerHasCome } from './support/parts.ts';
import { signIn as signInAt } from './support/people.ts';
import { addPlan, addProject } from './support/plans.ts';
import {
  addNoteByHand,
  chooseFromNoteMenu,
  chooseFromRowMenu,
  focusRow,
  noteOf,
  notesPanel,
  openTasks,
  rowOf,
  statusLine,
  taskPanel,
  textsAreDrawn,
} from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

const many = (word: string, count: number) => Array.from({ length: count }, (_, i) => ({ title: `${word} ${i + 1}` }));
const LISTS = {
  Before: many('Early', 30),
  Now: [{ title: 'Folded branch', below: [{ title: 'Hidden' }] }, { title: 'Watched' }, { title: 'Wanted' }],
  After: many('Late', 30),
};

let projectId = '';
let idOf: (name: string) => string;

test.beforeEach(async ({ server, person }) => {
  projectId = await addProject(server, person, 'Shared');
  idOf = await addPlan(server, projectId, LISTS);
});

const topOf = async (page: Page, title: string) => (await rowOf(page, title).boundingBox())?.y;

test('two pages see what the other does, and nobody is moved from where they look', async ({
  signedIn: here,
  elsewhere: there,
}) => {
  await openTasks(here, projectId, `?task=${idOf('Watched')}`);
  await rowOf(here, 'Folded branch').locator('[data-fold]').click();
  await expect(rowOf(here, 'Hidden')).toHaveCount(0);
  await bannerHasCome(here);
  const top = await topOf(here, 'Watched');
  const address = here.url();
  await openTasks(there, projectId, '?q=Early');
  let loads = 0;
  here.on('request', (request) => {
    if (/\/(plan|tasks)$/.test(new URL(request.url()).pathname) && request.method() === 'GET') loads += 1;
  });
  const expectStill = async () => {
    expect(await topOf(here, 'Watched'), 'the row looked at has not moved').toBe(top);
    await expect(rowOf(here, 'Watched')).toHaveAttribute('aria-selected', 'true');
    await expect(rowOf(here, 'Folded branch')).toHaveAttribute('aria-expanded', 'false');
    expect(here.url()).toBe(address);
  };
  const count = here.getByRole('region', { name: 'Task Tree' }).locator('[data-part=task-count]');

  await test.step('tasks that come and go above', async () => {
    await chooseFromRowMenu(there, 'Early 2', 'Add task after');
    await there.getByRole('textbox', { name: 'Title of the new task' }).fill('Early bird');
    await there.keyboard.press('Enter');
    await there.keyboard.press('Escape');
    await expect(count).toHaveText('65');
    await expectStill();
    await chooseFromRowMenu(there, 'Early 4', 'Delete');
    await expect(count).toHaveText('64');
    await expectStill();
    await there.locator('[data-part=toast]').getByRole('button', { name: 'Undo' }).click();
    await expect(count).toHaveText('65');
    await expectStill();
  });

  await test.step('rows in sight', async () => {
    await there.getByRole('searchbox', { name: 'Filter tasks' }).fill('wa');
    await focusRow(there, 'Wanted');
    await there.keyboard.press('F2');
    await there.getByRole('textbox', { name: 'Task title' }).fill('Wanted most');
    await there.keyboard.press('Enter');
    await expect(rowOf(here, 'Wanted most')).toBeVisible();
    await chooseFromRowMenu(there, 'Wanted most', 'Done');
    await expect(rowOf(here, 'Wanted most')).toContainText('DONE');
    await chooseFromRowMenu(there, 'Watched', 'WIP');
    await expect(taskPanel(here).getByRole('radio', { name: 'WIP' })).toBeChecked();
    await expectStill();
  });

  await test.step('a list, a move and a dependency', async () => {
    await there.getByRole('searchbox', { name: 'Filter tasks' }).fill('');
    await openTasks(there, projectId, `?task=${idOf('Watched')}`);
    await focusRow(there, 'Now');
    await there.keyboard.press('F2');
    await there.getByRole('textbox', { name: 'List name' }).fill('Right now');
    await there.keyboard.press('Enter');
    await expect(rowOf(here, 'Right now')).toBeVisible();
    await expect(taskPanel(here).getByRole('navigation', { name: 'Task path' })).toContainText('Right now');
    await taskPanel(there).getByRole('button', { name: 'Add to "Blocked by"' }).click();
    await taskPanel(there).getByRole('combobox').fill('Early 7');
    await there.keyboard.press('Enter');
    await expect(taskPanel(here).getByRole('button', { name: 'Remove T7 from "Blocked by"' })).toBeVisible();
    await expectStill();
    await chooseFromRowMenu(there, 'Wanted most', 'Move under the task above');
    await expect(rowOf(here, 'Wanted most')).toHaveAttribute('aria-level', '3');
    await expectStill();
  });

  await test.step('notes', async () => {
    await addNoteByHand(there, 'Seen from afar');
    await expect(noteOf(here, 'Seen from afar')).toBeVisible();
    await chooseFromNoteMenu(there, 'Seen from afar', 'Pin');
    await expect(noteOf(here, 'Seen from afar').getByRole('img', { name: 'Pinned' })).toBeVisible();
    await chooseFromNoteMenu(there, 'Seen from afar', 'Edit');
    await there.getByRole('textbox', { name: 'Edit note' }).fill('Read from afar');
    await there.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(noteOf(here, 'Read from afar')).toContainText('edited');
    await expectStill();
  });

  await test.step('and the other way', async () => {
    await chooseFromRowMenu(here, 'Late 1', 'Done');
    await expect(rowOf(there, 'Late 1')).toContainText('DONE');
    await expect(statusLine(here)).toContainText(/Connected - Last update: /);
  });
  expect(loads, 'the plan was told, not fetched').toBe(0);
});

test('what is being written is not touched by what others write', async ({ signedIn: here, elsewhere: there }) => {
  for (const page of [here, there]) await openTasks(page, projectId, `?task=${idOf('Watched')}`);
  await taskPanel(here).getByRole('button', { name: 'Edit description' }).click();
  const mine = taskPanel(here).getByRole('textbox', { name: 'description' });
  await mine.fill('My words');
  await taskPanel(there).getByRole('button', { name: 'Edit description' }).click();
  await taskPanel(there).getByRole('textbox', { name: 'description' }).fill('Their words');
  await there.keyboard.press('Control+Enter');
  await expect(taskPanel(here)).toContainText('This has changed since you began.');
  await expect(mine).toHaveValue('My words');
  await expect(mine).toBeFocused();
  await mine.press('Control+Enter');
  await expect(taskPanel(here)).toContainText('Saving again replaces the other text.');
  await mine.press('Control+Enter');
  await expect(taskPanel(there).locator('[data-part=text]').first()).toContainText('My words');
});

test('what was missed while cut off is caught up on, and the status line says how it stands', async ({
  signedIn: page,
  context,
  faults,
  elsewhere: there,
}) => {
  faults.expect('net::ERR_INTERNET_DISCONNECTED *', 'net::ERR_NETWORK_CHANGED *');
  await openTasks(page, projectId, `?task=${idOf('Watched')}`);
  await openTasks(there, projectId, `?task=${idOf('Watched')}`);
  await context.setOffline(true);
  await expect(statusLine(page)).toContainText('Not connected to real-time updates');

  await chooseFromRowMenu(there, 'Wanted', 'Delete');
  await focusRow(there, 'Now');
  await there.keyboard.press('F2');
  await there.getByRole('textbox', { name: 'List name' }).fill('Later');
  await there.keyboard.press('Enter');
  await chooseFromRowMenu(there, 'Watched', 'Done');
  await addNoteByHand(there, 'Said meanwhile');
  await expect(noteOf(there, 'Said meanwhile')).not.toHaveClass(/pending/);
  await expect(rowOf(page, 'Wanted'), 'nothing is known yet').toBeVisible();

  await context.setOffline(false);
  await expect(rowOf(page, 'Wanted')).toHaveCount(0);
  await expect(rowOf(page, 'Later')).toBeVisible();
  await expect(rowOf(page, 'Watched')).toContainText('DONE');
  await expect(noteOf(page, 'Said meanwhile')).toBeVisible();
  await expect(statusLine(page)).toContainText('Connected - Last update: ');
  await expect(rowOf(page, 'Watched')).toHaveAttribute('aria-selected', 'true');
});

test('a page that comes back after what it missed is no longer kept shows how things stand', async ({
  signedIn: page,
  context,
  faults,
  elsewhere: there,
  server,
}) => {
  faults.expect('net::ERR_INTERNET_DISCONNECTED *', 'net::ERR_NETWORK_CHANGED *');
  await openTasks(page, projectId, `?task=${idOf('Watched')}`);
  await openTasks(there, projectId, `?task=${idOf('Watched')}`);
  await context.setOffline(true);
  await expect(statusLine(page)).toContainText('Not connected to real-time updates');
  await chooseFromRowMenu(there, 'Wanted', 'Delete');
  await addNoteByHand(there, 'Said meanwhile');
  await expect(noteOf(there, 'Said meanwhile')).not.toHaveClass(/pending/);
  await server.sql(`delete from feed where scope = $1`, [`project:${projectId}`]);
  await server.sql(`update feed_heads set first_seq = seq + 1, first_at = null, kept_bytes = 0 where scope = $1`, [
    `project:${projectId}`,
  ]);

  await context.setOffline(false);
  await expect(rowOf(page, 'Wanted')).toHaveCount(0);
  await expect(noteOf(page, 'Said meanwhile')).toBeVisible();
  await expect(rowOf(page, 'Watched')).toHaveAttribute('aria-selected', 'true');
  await chooseFromRowMenu(there, 'Watched', 'Done');
  await expect(rowOf(page, 'Watched'), 'and it goes on from there').toContainText('DONE');
});

test('a feed that cannot be opened is said so, and Refresh tries at once', async ({ signedIn: page, faults }) => {
  faults.expect('503 GET /api/projects/*/events');
  const reopened = Promise.withResolvers<void>();
  let tries = 0;
  await page.route('**/api/projects/*/events*', async (route) => {
    tries += 1;
    if (tries === 1) return route.fulfill({ status: 503, json: { success: false, error: 'The database is away' } });
    // Delayed for automatic and manual retries alike, so that the button stays visible.
    await reopened.promise;
    return route.fallback();
  });
  await page.goto(`/projects/${projectId}/tasks`);
  await expect(statusLine(page)).toContainText('Connection error: The database is away');
  await expect(rowOf(page, 'Early 1'), 'the plan itself is there').toBeVisible();
  await statusLine(page).getByRole('button', { name: 'Refresh' }).click();
  reopened.resolve();
  await expect(statusLine(page)).toContainText('Connected');
});

test('notes that come while one reads below wait behind a pill', async ({ signedIn: here, elsewhere: there }) => {
  for (const page of [here, there]) await openTasks(page, projectId);
  for (let i = 0; i < 9; i += 1) await addNoteByHand(there, `Line ${i}\n\n- a\n- b\n- c\n- d`);
  await expect(notesPanel(here).getByRole('article')).toHaveCount(9);
  await textsAreDrawn(here);
  await noteOf(here, 'Line 0').scrollIntoViewIfNeeded();
  await expect(noteOf(here, 'Line 0')).toBeInViewport();
  const before = (await noteOf(here, 'Line 0').boundingBox())?.y;
  await addNoteByHand(there, 'The newest of all');
  const pill = notesPanel(here).getByRole('button', { name: '1 new note' });
  await expect(pill).toBeVisible();
  expect((await noteOf(here, 'Line 0').boundingBox())?.y).toBe(before);
  await pill.click();
  await expect(noteOf(here, 'The newest of all')).toBeInViewport();
});

test.describe('two servers on one database', () => {
  const SECRET = 'a-secret-two-servers-of-one-journey-share';
  test.use({ ownServer: { BATON_SECRET: SECRET } });
  const startOther = ({ databaseUrl }: { databaseUrl: string }, more: Record<string, string> = {}) =>
    startServer({
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '6',
      BATON_SECRET: SECRET,
      BATON_LOG_LEVEL: 'warn',
      ...more,
    });

  test('what is done through one reaches the pages of the other', async ({
    signedIn: here,
    server,
    person,
    openBrowser,
    faults,
  }) => {
    const other = await startOther(server);
    faults.allowHost(other.url);
    const there = await openBrowser();
    await signInAt(there, { ...server, url: other.url }, person);
    await openTasks(here, projectId, `?task=${idOf('Watched')}`);
    await there.goto(`${other.url}/projects/${projectId}/tasks?task=${idOf('Watched')}`);
    await chooseFromRowMenu(there, 'Watched', 'Done');
    await expect(rowOf(here, 'Watched')).toContainText('DONE');
    await chooseFromRowMenu(here, 'Wanted', 'Delete');
    await expect(rowOf(there, 'Wanted')).toHaveCount(0);
    await addNoteByHand(there, 'Through the other door');
    await expect(noteOf(here, 'Through the other door')).toBeVisible();
    await there.goto('about:blank');
    await other.stop();
  });

  test('a page whose server is killed goes on with the next one, and misses nothing', async ({
    signedIn: here,
    server,
    person,
    openBrowser,
    faults,
  }) => {
    const broken = ['CONNECTION_REFUSED', 'CONNECTION_RESET', 'EMPTY_RESPONSE', 'INCOMPLETE_CHUNKED_ENCODING'];
    faults.expect(...broken.map((reason) => `net::ERR_${reason} *`));
    const other = await startOther(server);
    faults.allowHost(other.url);
    const there = await openBrowser();
    await signInAt(there, { ...server, url: other.url }, person);
    await openTasks(here, projectId, `?task=${idOf('Watched')}`);
    await there.goto(`${other.url}/projects/${projectId}/tasks?task=${idOf('Watched')}`);
    await expect(statusLine(there)).toContainText('Connected');
    await other.kill();
    await expect(statusLine(there)).toContainText('Connection error: ');
    await chooseFromRowMenu(here, 'Watched', 'Done');
    await chooseFromRowMenu(here, 'Wanted', 'Delete');
    await addNoteByHand(here, 'Said meanwhile');
    await expect(noteOf(here, 'Said meanwhile')).not.toHaveClass(/pending/);
    await expect(rowOf(there, 'Wanted'), 'what was there stays to be read').toBeVisible();

    const next = await startOther(server, { PORT: new URL(other.url).port });
    await expect(rowOf(there, 'Wanted')).toHaveCount(0);
    await expect(rowOf(there, 'Watched')).toContainText('DONE');
    await expect(noteOf(there, 'Said meanwhile')).toBeVisible();
    await expect(statusLine(there)).toContainText('Connected');
    await there.goto('about:blank');
    await next.stop();
  });
});
