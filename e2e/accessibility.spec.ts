import type { Page } from '@playwright/test';
import { TOLD_COOKIE } from '#contract/auth-told.ts';
import { expectAccessible, expectNoSideways, resize } from './support/expect-accessible.ts';
import { showAnew } from './support/kept-pages.ts';
import { chooseFromCardMenu, toastOf } from './support/parts.ts';
import { addProject, addTasks } from './support/plans.ts';
import { GUEST_SCREENS, SIGNED_IN_SCREENS, addressOf } from './support/screens.ts';
import { addStory } from './support/story.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

for (const [name, { at, shows, told }] of Object.entries(GUEST_SCREENS)) {
  test(`${name} is accessible in both themes and on both widths`, async ({ keepPage, server }) => {
    const { page } = await keepPage('guest', async () => undefined);
    if (told !== undefined)
      await page.context().addCookies([{ name: `baton.${TOLD_COOKIE}`, value: told, url: server.url }]);
    await resize(page, 1440);
    await showAnew(page, at);
    await expect(page.getByText(shows).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page, name);
    await expectNoSideways(page, 320, name);
  });
}

for (const [name, { at, shows }] of Object.entries(SIGNED_IN_SCREENS)) {
  test(`${name} is accessible in both themes and on both widths`, async ({
    keepPage,
    addPerson,
    signIn,
    server,
    faults,
  }) => {
    faults.expect('404 GET /api/projects/*');
    const { page, made } = await keepPage('signed-in screens', async (fresh) => {
      const person = await addPerson();
      await signIn(fresh, person);
      const id = await addProject(server, person, 'Harbor API', { description: 'Rate limits and usage metering.' });
      const long = 'A project with a name that is far too long for the card it is on';
      const empty = await addProject(server, person, long, { status: 'archived' });
      await addTasks(server, id, [
        ['Lay the keel', 'done'],
        ['Raise the mast', 'wip'],
        ['Set sail', 'open'],
      ]);
      await addStory(server, id);
      return { id, empty };
    });
    await resize(page, 1440);
    await showAnew(page, addressOf(at, made));
    await expect(page.getByText(shows).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page, name);
    await expectNoSideways(page, 320, name);
  });
}

/** Each opens one overlay on its screen and waits for its content. */
const OPENED: Record<string, { at: string; open: (page: Page) => Promise<void>; seen: (page: Page) => Promise<void> }> =
  {
    'the empty project list': {
      at: '/projects?empty',
      open: async () => undefined,
      seen: (page) => expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible(),
    },
    'the create dialog': {
      at: '/projects?new=1',
      // It may be open before the page behind it has its heading.
      open: (page) => expect(page.locator('h1')).toBeVisible(),
      seen: (page) => expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible(),
    },
    'the edit dialog': {
      at: '/projects',
      open: (page) => chooseFromCardMenu(page, 'Harbor API', 'Edit Project'),
      seen: (page) => expect(page.getByRole('dialog', { name: 'Edit Project' })).toBeVisible(),
    },
    'the delete dialog': {
      at: '/projects',
      open: (page) => chooseFromCardMenu(page, 'Harbor API', 'Delete Project'),
      seen: (page) => expect(page.getByRole('dialog', { name: 'Delete Project' })).toBeVisible(),
    },
    'the change-password dialog with an error': {
      at: '/profile',
      open: async (page) => {
        await page.getByRole('button', { name: 'Change Password' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
      },
      seen: (page) => expect(page.getByText('Please enter your password.')).toBeVisible(),
    },
    'the delete-account dialog': {
      at: '/profile',
      open: (page) => page.getByRole('button', { name: 'Delete My Account' }).click(),
      seen: (page) => expect(page.getByRole('dialog', { name: 'Delete My Account' })).toBeVisible(),
    },
    'the key map': {
      at: '/projects',
      open: async (page) => {
        await expect(page.getByRole('article')).toHaveCount(1);
        await page.keyboard.press('?');
      },
      seen: (page) => expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible(),
    },
    'the login form with every error': {
      at: '/login',
      open: (page) => page.getByRole('button', { name: 'Sign In', exact: true }).click(),
      seen: (page) => expect(page.getByText('Please enter your password.')).toBeVisible(),
    },
    'the sign-up form with every error': {
      at: '/signup',
      open: (page) => page.getByRole('button', { name: 'Create Account' }).click(),
      seen: (page) => expect(page.getByText('Please accept the Terms of Service')).toBeVisible(),
    },
  };

for (const [name, { at, open, seen }] of Object.entries(OPENED)) {
  test(`${name} is accessible in both themes and on both widths`, async ({ keepPage, addPerson, server, signIn }) => {
    const guest = at === '/login' || at === '/signup';
    const isEmpty = at.endsWith('empty');
    const { page } = await keepPage(guest ? 'guest' : isEmpty ? 'no projects' : 'Harbor API', async (fresh) => {
      const person = await addPerson();
      if (!guest) await signIn(fresh, person);
      if (!guest && !isEmpty) await addProject(server, person, 'Harbor API');
    });
    await resize(page, 1440);
    await showAnew(page, at);
    await open(page);
    await seen(page);
    await expectAccessible(page, name, { overlay: guest || isEmpty ? undefined : 'dialog[open]' });
    await seen(page);
    await expectNoSideways(page, 320, name);
  });
}

for (const name of ['Account menu', 'Actions for Harbor API']) {
  test(`the menu "${name}" is accessible in both themes and on both widths`, async ({
    keepPage,
    addPerson,
    server,
    signIn,
  }) => {
    const { page } = await keepPage('Harbor API', async (fresh) => {
      const person = await addPerson();
      await signIn(fresh, person);
      await addProject(server, person, 'Harbor API');
    });
    // A menu closes when the viewport changes, so each width opens it anew.
    for (const width of [1440, 390]) {
      await resize(page, width);
      await showAnew(page, '/projects');
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page, name, { widths: [width], overlay: '[role=menu]' });
      await expect(page.getByRole('menu')).toBeVisible();
    }
  });
}

test('toasts of each kind are accessible', async ({ signedIn: page, person, server, faults }) => {
  faults.expect('404 DELETE /api/projects/*');
  await addProject(server, person, 'Harbor API');
  await page.route('**/api/projects/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 404, json: { success: false, error: 'The project was not found.' } })
      : route.fallback(),
  );
  await page.goto('/projects');
  await chooseFromCardMenu(page, 'Harbor API', 'Archive Project');
  await expect(toastOf(page, 'Success')).toBeVisible();
  await chooseFromCardMenu(page, 'Harbor API', 'Delete Project');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Project' }).click();
  await expect(toastOf(page, 'Deletion Failed')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Alt+t');
  await expectAccessible(page, 'toasts');
  await expect(toastOf(page, 'Deletion Failed'), 'the focus held it').toBeVisible();
});
