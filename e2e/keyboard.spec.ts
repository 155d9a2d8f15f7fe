import { expectSeenFocus, tabTo } from './support/keys.ts';
import { cardOf, toastOf } from './support/parts.ts';
import { expect, test } from './support/test.ts';

test.use({ reducedMotion: 'no-preference' });

test('a day of work by keys alone', async ({ page, person, faults }) => {
  // Requests in flight at the sign-out are refused.
  faults.expect('401 GET *');
  const keys = page.keyboard;
  await test.step('sign in', async () => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await tabTo(page, page.getByLabel('Email'));
    await keys.type(person.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await keys.type(person.password);
    await tabTo(page, page.getByLabel('Remember me'));
    await keys.press('Space');
    await expect(page.getByLabel('Remember me')).not.toBeChecked();
    await keys.press('Enter');
    await expect(page).toHaveURL('/projects');
    await expect(page.getByRole('main'), 'the focus follows to the new page').toBeFocused();
  });

  await test.step('create', async () => {
    await expect(page.getByRole('button', { name: 'Create Your First Project' })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Create Your First Project' }));
    await keys.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create New Project' });
    await expect(dialog.getByLabel('Project Name *')).toBeFocused();
    await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Create Your First Project' }), 'back at the origin').toBeFocused();
    await keys.press('c');
    await expect(dialog.getByLabel('Project Name *')).toBeFocused();
    await keys.type('By hand');
    await tabTo(page, dialog.getByLabel('Description'));
    await keys.type('No pointer was moved.');
    await keys.press('Control+Enter');
    await expect(page).toHaveURL(/\/prd$/);
    await keys.press('g');
    await keys.press('p');
    await expect(page).toHaveURL('/projects');
    await expect(cardOf(page, 'By hand')).toContainText('No pointer was moved.');
    await expect(page.getByRole('main'), 'a new screen has the focus').toBeFocused();
  });

  const actions = page.getByRole('button', { name: 'Actions for' });
  await test.step('edit', async () => {
    await tabTo(page, actions);
    await keys.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Project' })).toBeFocused();
    await expectSeenFocus(page);
    await keys.press('Enter');
    const name = page.getByRole('dialog', { name: 'Edit Project' }).getByLabel('Project Name *');
    await expect(name).toBeFocused();
    await keys.press('Control+a');
    await keys.type('By key');
    await keys.press('Enter');
    await expect(cardOf(page, 'By key')).toBeVisible();
    await expect(actions).toBeFocused();
  });

  await test.step('archive', async () => {
    await keys.press('ArrowDown');
    await keys.press('ArrowDown');
    await keys.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Archive Project' })).toBeFocused();
    await expectSeenFocus(page);
    await keys.press('Space');
    await expect(cardOf(page, 'By key')).toContainText('archived');
    await expect(actions).toBeFocused();
  });

  await test.step('delete', async () => {
    const dialog = page.getByRole('dialog', { name: 'Delete Project' });
    const ask = async () => {
      await keys.press('Enter');
      await keys.press('d');
      await expect(page.getByRole('menuitem', { name: 'Delete Project' })).toBeFocused();
      await keys.press('Enter');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    };
    await ask();
    await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(actions).toBeFocused();
    await ask();
    await tabTo(page, dialog.getByRole('button', { name: 'Delete Project' }));
    await keys.press('Enter');
    await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
    await expect(page.getByRole('main'), 'what had the focus is gone: the page has it').toBeFocused();
  });

  await test.step('toasts', async () => {
    await keys.press('Alt+t');
    await expect(toastOf(page, 'Project Deleted').getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await keys.press('Escape');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('theme, map and sign out', async () => {
    const before = await page.locator('html').getAttribute('data-theme');
    await tabTo(page, page.getByRole('button', { name: /^Theme:/ }));
    await keys.press('Enter');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? '');
    await keys.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await keys.press('Escape');
    await expect(page.getByRole('button', { name: /^Theme:/ })).toBeFocused();

    const menu = page.getByRole('button', { name: /^Account menu/ });
    await tabTo(page, menu);
    await keys.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Projects' })).toBeFocused();
    await keys.press('Escape');
    await expect(menu).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Projects' })).toBeFocused();
    await keys.press('End');
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused();
    await keys.press('Enter');
    await expect(page).toHaveURL('/login');
  });
});

test('the skip link jumps over the header', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('button', { name: 'Create Your First Project' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Create Your First Project' }));
});

test('a dialog keeps the focus inside', async ({ signedIn: page }) => {
  await page.goto('/projects?new=1');
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await expect(dialog.getByLabel('Project Name *')).toBeFocused();
  await page.keyboard.type('Named');
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    const outside = await dialog.evaluate((element) => {
      const { activeElement } = document;
      // Between two rounds of the focus trap the browser's own controls have the focus.
      return activeElement !== document.body && !element.contains(activeElement);
    });
    expect(outside).toBe(false);
  }
});
