import { addProject } from './support/plans.ts';
import { TIDE_PRD, chooseFile, filterChip, generateButton, planPanel, roleAt } from './support/prd.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('a PRD is read, decided and planned on a phone', async ({ signedIn: page, person, server }) => {
  const id = await addProject(server, person, 'Tide');
  await page.goto(`/projects/${id}/prd`);
  await chooseFile(page, 'tide.md', TIDE_PRD);
  await expect(roleAt(page, 13)).toBeVisible();
  await expect(page.locator('[data-part=line-number]').first(), 'there is no room for line numbers').toBeHidden();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, 'scrolls sideways').toBe(0);

  await test.step('the role menu is a sheet at the foot, with rows for thumbs', async () => {
    await roleAt(page, 30).tap();
    const menu = page.getByRole('menu');
    const box = await menu.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(830);
    expect(box?.width).toBeGreaterThan(360);
    const rows = await menu.getByRole('menuitemradio').evaluateAll((items) => items.map((item) => item.clientHeight));
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(44);
    await menu.getByRole('menuitemradio', { name: /^Context/ }).tap();
    await expect(filterChip(page, 'limits')).toContainText('2');
  });

  await test.step('what is unsure is one tap away, and one more decides it', async () => {
    await page.getByRole('button', { name: /^Next unsure/ }).tap();
    await page
      .getByRole('button', { name: 'Limit', exact: false })
      .and(page.getByRole('group', { name: 'Decide' }).getByRole('button'))
      .tap();
    await expect(page.getByText('Every line has a role.')).toBeVisible();
  });

  await test.step('the plan is the other panel; a task leads back to its lines', async () => {
    await page.getByRole('button', { name: /^Plan \d/ }).tap();
    await expect(planPanel(page).getByText('2 tasks in 1 list')).toBeVisible();
    await expect(roleAt(page, 13)).toBeHidden();
    await planPanel(page)
      .getByRole('button', { name: /^T2 Returning/ })
      .tap();
    await expect(roleAt(page, 19)).toBeInViewport();
    await expect(planPanel(page)).toBeHidden();
  });

  await test.step('the bar at the foot says how far it is and makes the plan', async () => {
    await expect(page.locator('[data-part=phone-foot]')).toContainText('6 of 6 planned', { useInnerText: true });
    await generateButton(page).tap();
    await expect(page).toHaveURL(`/projects/${id}/tasks`);
  });
});
