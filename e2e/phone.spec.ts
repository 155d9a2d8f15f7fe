import type { Page } from '@playwright/test';
import { cardOf, createProject, toastOf } from './support/parts.ts';
import { signInByForm } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, reducedMotion: 'no-preference' });

async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${page.url()} scrolls sideways`).toBe(0);
}

/** Minimum size of touch targets. */
async function expectRoomForFingers(page: Page): Promise<void> {
  const small = await page
    .getByRole('button')
    .or(page.locator('a[data-part=button]'))
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        // One pixel is hidden from sight: its button is elsewhere.
        return width > 1 && (width < 24 || height < 24)
          ? [`${element.outerHTML.slice(0, 120)} ${width}x${height}`]
          : [];
      }),
    );
  expect(small).toEqual([]);
}

test('a day of work on a phone', async ({ page, person, faults }) => {
  // Requests in flight at the sign-out.
  faults.expect('401 GET *');
  await test.step('from the landing page to the sign-in page', async () => {
    await page.goto('/');
    await expectNoSideways(page);
    await page.getByRole('link', { name: 'Sign In' }).first().tap();
    await expect(page).toHaveURL('/login');
    await expectNoSideways(page);
    await signInByForm(page, person);
    await expect(page).toHaveURL('/projects');
  });

  await test.step('a project is created from the account menu', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: 'New Project' })).toBeHidden();
    await page.getByRole('button', { name: /^Account menu/ }).tap();
    await page.getByRole('menuitem', { name: 'New Project' }).tap();
    const box = await page.getByRole('dialog').locator('[data-part=panel]').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await createProject(
      page,
      'In the pocket',
      'A description that is long enough to need more than one line on a phone.',
    );
    await expect(page).toHaveURL(/\/prd$/);
    await expectNoSideways(page);
    await page.getByRole('link', { name: 'Back to Projects' }).tap();
    await expect(cardOf(page, 'In the pocket')).toBeVisible();
    await expectNoSideways(page);
    await expectRoomForFingers(page);
  });

  await test.step('it is edited and deleted', async () => {
    await page.getByRole('button', { name: 'Actions for In the pocket' }).tap();
    await page.getByRole('menuitem', { name: 'Edit Project' }).tap();
    await page.getByLabel('Project Name *').fill('In the hand');
    await page.getByRole('button', { name: 'Save Changes' }).tap();
    await expect(toastOf(page, 'Success')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for In the hand' }).tap();
    await page.getByRole('menuitem', { name: 'Delete Project' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Project' }).tap();
    await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
  });

  await test.step('the menu leads everywhere, and changes the theme', async () => {
    const choose = async (item: string) => {
      await page.getByRole('button', { name: /^Account menu/ }).tap();
      await page.getByRole('menuitem', { name: item }).tap();
    };
    for (const [item, address] of [
      ['Account', '/profile'],
      ['Subscription', '/subscription'],
      ['Projects', '/projects'],
    ] as const) {
      await choose(item);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSideways(page);
      await expectRoomForFingers(page);
    }
    await choose('Switch Theme');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('baton-theme'))).toBe('light');
    await choose('Sign Out');
    await expect(page).toHaveURL('/login');
  });
});
