import type { Page } from '@playwright/test';
import type { GivenRole } from '#contract/people.ts';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { makeKey } from './support/agent.ts';
import { takeTask } from './support/agent-at-work.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { type Harbor, addHarbor } from './support/harbor.ts';
import type { Instance } from './support/instance.ts';
import type { Person } from './support/people.ts';
import { apiOf } from './support/person-api.ts';
import { notesPanel, rowOf, taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const TASK = 'Clock-skew guard';
const QUESTION = 'Whose clock counts when two servers disagree?';
const NO_LONGER = 'You are not one of this project’s people any more.';

const settings = ({ id }: Harbor) => `/projects/${id}/settings`;
const people = (page: Page) => page.getByRole('region', { name: 'People', exact: true });
const roleOf = (page: Page, name: string) => people(page).getByRole('combobox', { name: `Role of ${name}` });
const question = (page: Page) => taskPanel(page).getByRole('region', { name: QUESTION });

/** Joins over the API, as somebody whose browser is signed in. */
async function join(owner: Harbor, page: Page, server: Instance, role: GivenRole): Promise<void> {
  const { url } = await owner.api.send<{ url: string }>('POST', `/api/projects/${owner.id}/invitations`, { role });
  const api = await apiOf(page, server);
  await api.send('POST', '/api/invitations/accept', { token: url.split('/').at(-1) });
}

test('somebody joins through a sign-up, answers an agent, and sees nothing more once removed', async ({
  signedIn: page,
  person,
  server,
  openBrowser,
  faults,
}) => {
  const harbor = await addHarbor(page, server, person);
  await page.goto(`${settings(harbor)}#people`);
  const invite = people(page).getByRole('form', { name: 'Invite somebody' });
  await expect(invite).toContainText('Plans, answers questions and runs agents.');
  await invite.getByRole('button', { name: 'Create link' }).press('Enter');
  const made = people(page).getByRole('region', { name: 'Link of the invitation' });
  await expect(made.getByRole('heading')).toBeFocused();
  await expect(made).toContainText('One person can use it to become an editor');
  const link = (await made.locator('code').textContent()) ?? '';

  const guest = await openBrowser();
  faults.expect('401 GET /api/auth/token');
  const email = `tom-${harbor.id}@example.com`;
  await test.step('the invitation is looked at, and leads through the sign-up', async () => {
    await guest.goto(link);
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Join Harbor API');
    await expect(guest.getByText(`${person.name} invites you to this project as an editor.`)).toBeVisible();
    await expect(guest).toHaveTitle('Invitation · Baton');
    await guest.getByRole('link', { name: 'Create account' }).click();
    await guest.getByLabel('Email').fill(email);
    await guest.getByLabel('Password', { exact: true }).fill('correct horse');
    await guest.getByRole('checkbox').check();
    await guest.getByRole('button', { name: 'Create Account' }).click();
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Check your mail');
  });

  const tab = await guest.context().newPage();
  await test.step('the confirmation opens in another tab, and comes back to it', async () => {
    await tab.goto(await server.latestLink(email, /Confirm/));
    await expect(tab).toHaveURL(link);
    await tab.getByRole('button', { name: 'Join project' }).click();
    await expect(tab.getByText('You are an editor of Harbor API now.')).toBeVisible();
    await expect(tab).toHaveURL(harbor.at);
    await guest.close();
  });

  const name = email.split('@')[0] ?? '';
  await expect(roleOf(page, name), 'the owner sees it without a reload').toHaveValue('editor');
  await expect(people(page).getByText(email)).toBeVisible();

  await test.step('an agent of the owner is followed, and answered', async () => {
    await expect(rowOf(tab, TASK)).toBeVisible();
    const apiKey = await makeKey(harbor.api);
    const { number } = harbor.task(TASK);
    const { agent, finish } = await takeTask(server, { apiKey, projectId: harbor.id, name: 'codex', task: number });
    await expect(tab.locator('[data-part=holder]')).toContainText('codex');
    await finish({ outcome: 'ask', question: QUESTION, summary: 'skew.test.ts:41 saw 1.2 s between them' });
    await agent.close();
    await expect(rowOf(tab, TASK).getByText('NEEDS YOU', { exact: true })).toBeVisible();
    await tab.keyboard.press('q');
    await question(tab).getByLabel('Your answer').fill('The database’s.');
    await tab.keyboard.press('ControlOrMeta+Enter');
    await expect(taskPanel(tab).getByRole('region', { name: 'Question from codex' })).toContainText('The database’s.');
  });

  await test.step('once removed, the screen says so and shows nothing more', async () => {
    faults.expect('404 GET /api/projects/*', '404 POST /api/me/visit', '404 GET /api/tasks/*');
    await people(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click();
    const asking = page.getByRole('dialog', { name: `Remove ${name}?` });
    await expect(asking.getByRole('button', { name: 'Cancel' }), 'the least dangerous').toBeFocused();
    await asking.getByRole('button', { name: 'Remove' }).click();
    await expect(tab.getByText(NO_LONGER)).toBeVisible();
    await expect(tab.getByText(TASK)).toHaveCount(0);
    await expect(tab.getByText('Harbor API')).toHaveCount(0);
    await tab.getByRole('link', { name: 'Back to Projects' }).click();
    await expect(tab.getByText('Welcome to Baton!'), 'no project is there').toBeVisible();
    await expect(people(page)).toContainText(`Not among them any more: ${name}.`);
  });

  await test.step('the invitation works once', async () => {
    faults.expect('404 POST /api/invitations/look');
    await tab.goto(link);
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('This invitation is over');
  });
});

test.describe('a viewer', () => {
  let harbor: Harbor;
  let viewer: Person;
  let theirs: Page;
  test.beforeEach(async ({ signedIn: page, person, server, addPerson, openBrowser, signIn }) => {
    harbor = await addHarbor(page, server, person);
    viewer = await addPerson({ name: 'Vera Rubin' });
    theirs = await openBrowser();
    await signIn(theirs, viewer);
    await theirs.setViewportSize({ width: 1440, height: 900 });
    await join(harbor, theirs, server, 'viewer');
  });

  test('is offered nothing that would be refused, until made an editor', async ({ signedIn: page, person }) => {
    await harbor.claim('Burst window', 'claude-code');
    await theirs.goto(`${harbor.at}?task=T${harbor.task('Burst window').number}`);
    const says = `You may look at this project. Its owner, ${person.name}, can make you an editor.`;
    await expect(theirs.getByText(says)).toBeVisible();
    await expect(taskPanel(theirs).getByText('claude-code').first()).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Take the baton away…' })).toHaveCount(0);
    await expect(taskPanel(theirs).getByRole('button', { name: 'Delete task' })).toBeDisabled();
    await expect(notesPanel(theirs).getByRole('button', { name: 'Add a note…' })).toBeDisabled();
    await rowOf(theirs, TASK).click({ button: 'right' });
    const items = theirs.getByRole('menuitem').filter({ hasNotText: PLAN_TEXTS.several.mark });
    for (const item of await items.all()) await expect(item).toHaveAttribute('aria-disabled', 'true');
    await theirs.keyboard.press('Escape');
    await expectAccessible(theirs, 'the tasks of a viewer');

    await theirs.goto('/projects');
    const card = theirs.getByRole('article', { name: 'Harbor API' });
    await expect(card).toContainText(`${person.name}’s · viewer`);
    await card.getByRole('button', { name: 'Actions for Harbor API' }).click();
    await expect(theirs.getByRole('menuitem')).toHaveText([/Project settings/, /Leave Project/]);
    await theirs.keyboard.press('Escape');

    await theirs.context().grantPermissions(['notifications']);
    await theirs.goto(settings(harbor));
    await expect(people(theirs)).toContainText(viewer.name);
    await expect(people(theirs)).not.toContainText(person.email);
    await expect(theirs.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
    await expect(theirs.getByRole('switch', { name: 'Plan finished, Browser' }), 'their own').toBeEnabled();
    await expect(theirs.getByRole('region', { name: 'Webhook' })).toHaveCount(0);
    await expect(theirs.getByRole('button', { name: 'Delete…' })).toHaveCount(0);
    await expectAccessible(theirs, 'the settings of a viewer');

    await page.goto(`${settings(harbor)}#people`);
    await roleOf(page, viewer.name).selectOption('editor');
    await expect(page.getByText(`${viewer.name} is an editor now`)).toBeVisible();
    await expect(theirs.getByText(says), 'at once, on the open page').toHaveCount(0);
    await expect(theirs.getByRole('textbox', { name: 'Name', exact: true })).toBeEnabled();
    await expect(theirs.getByRole('button', { name: 'Delete…' }), 'still the owner’s').toHaveCount(0);
    await theirs.getByRole('radio', { name: /^…and the verify command passes/ }).scrollIntoViewIfNeeded();
    await expect(theirs.getByRole('radio', { name: /^…and the verify command passes/ })).toBeDisabled();
    await expect(theirs.getByText(`so only ${person.name}, the owner, can change it`)).toBeVisible();
    await theirs.goto(`${harbor.at}?task=T${harbor.task(TASK).number}`);
    await expect(taskPanel(theirs).getByRole('button', { name: 'Delete task' })).toBeEnabled();
  });

  test('is seen, and sees who else looks, on every screen of the project', async ({ signedIn: page, person }) => {
    await theirs.goto(`/projects/${harbor.id}/timeline`);
    await page.goto(`/projects/${harbor.id}/timeline`);
    await expect(page.getByText(`${viewer.name} is looking too`)).toBeAttached();
    await expect(theirs.getByText(`${person.name} is looking too`)).toBeAttached();
    await theirs.goto(`/projects/${harbor.id}/prd`);
    await expect(theirs.getByText(`${person.name} is looking too`)).toBeAttached();
    await theirs.goto(harbor.at);
    await expect(theirs.getByText(`${person.name} is looking too`)).toBeAttached();
    await theirs.goto('/projects');
    await expect(page.getByText(`${viewer.name} is looking too`), 'gone with their last window').toHaveCount(0);
  });

  test('may leave, by keyboard alone', async ({ faults }) => {
    faults.expect('404 GET /api/projects/*', '404 POST /api/me/visit');
    await theirs.goto(settings(harbor));
    await people(theirs).getByRole('button', { name: 'Leave…' }).focus();
    await theirs.keyboard.press('Enter');
    const asking = theirs.getByRole('dialog', { name: 'Leave Harbor API?' });
    await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await theirs.keyboard.press('Tab');
    await theirs.keyboard.press('Enter');
    await expect(theirs).toHaveURL('/projects');
    await expect(theirs.getByText('You are not one of the people of Harbor API any more.')).toBeVisible();
    await expect(theirs.getByRole('article', { name: 'Harbor API' })).toHaveCount(0);
  });
});

test('an editor becomes the owner, and the page of the old one follows', async ({
  signedIn: page,
  person,
  server,
  addPerson,
  openBrowser,
  signIn,
}) => {
  const harbor = await addHarbor(page, server, person);
  const editor = await addPerson({ name: 'Edith Clarke' });
  const theirs = await openBrowser();
  await signIn(theirs, editor);
  await page.goto(settings(harbor));
  const danger = page.getByRole('region', { name: 'Danger' });
  await expect(danger).toContainText('Nobody is an editor yet');
  await expect(danger.getByRole('button', { name: 'Hand over…' })).toBeDisabled();
  await join(harbor, theirs, server, 'editor');
  await danger.getByRole('combobox', { name: 'New owner' }).selectOption(editor.id);
  await expectAccessible(page, 'the people of a project, and its danger section');
  await danger.getByRole('button', { name: 'Hand over…' }).click();
  const asking = page.getByRole('dialog', { name: `Hand this project over to ${editor.name}?` });
  await expect(asking.getByRole('button', { name: 'Hand Over' })).toBeDisabled();
  await page.keyboard.type('Harbor API');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${editor.name} is the owner now, and you are an editor.`)).toBeVisible();
  await expect(danger).toHaveCount(0);
  await expect(people(page).getByRole('button', { name: 'Leave…' })).toBeVisible();
  await theirs.goto('/projects');
  await expect(theirs.getByRole('article', { name: 'Harbor API' })).toContainText('2 people');
});
