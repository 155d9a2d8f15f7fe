import type { Page } from '@playwright/test';
import { addProject } from './support/plans.ts';
import { chooseFile, filterChip, planPanel, roleAt } from './support/prd.ts';
import { expect, test } from './support/test.ts';

const ROWS_MAX = 120;

test.use({ viewport: { width: 1440, height: 900 } });

const ROOMS = ['Reading room', 'Garden', 'Cellar', 'Attic', 'Porch'];

/** 10,000 lines: 60 sections of eight features with 18 items, and five ambiguous ones in the middle. */
function largePrd(): string {
  const parts = Array.from({ length: 60 }, (_, part) => {
    const features = Array.from({ length: 8 }, (__, feature) => {
      const points = Array.from(
        { length: 18 },
        (___, point) => `- The system must do ${part + 1}-${feature + 1}-${point + 1} within a second.`,
      );
      return [`### Feature ${part + 1}.${feature + 1}`, '', ...points, ''].join('\n');
    });
    return [`## Part ${part + 1}`, '', ...features].join('\n');
  });
  const rooms = ROOMS.map((room) => `## ${room}\n\n- A lamp for the ${room}\n- A chair\n- A carpet\n`);
  return [
    '# Cathedral\n\nA very long specification.\n\n# Building\n',
    ...parts.slice(0, 30),
    '# Rooms\n',
    ...rooms,
    '# More\n',
    ...parts.slice(30),
  ].join('\n');
}

/** Counts rendered rows by a MutationObserver, so that no intermediate state is missed. */
const countRows = (page: Page) =>
  page.addInitScript(() => {
    const seen = { most: 0 };
    Object.assign(window, { rowsSeen: seen });
    const count = () => {
      seen.most = Math.max(seen.most, document.querySelectorAll('[data-row]').length);
    };
    new MutationObserver(count).observe(document, { subtree: true, childList: true });
  });

const documentOf = (page: Page) => page.getByRole('region', { name: 'with the role of every line' });

test('a document of 10,000 lines is read, folded, searched and decided with few rows drawn', async ({
  signedIn: page,
  person,
  server,
}) => {
  await countRows(page);
  const id = await addProject(server, person, 'Cathedral');
  await page.goto(`/projects/${id}/prd`);
  const text = largePrd();
  expect(text.split('\n').length).toBeGreaterThan(10_000);
  await chooseFile(page, 'cathedral.md', text);

  await test.step('its long parts start folded, those with something to decide open', async () => {
    await expect(filterChip(page, 'work'), 'read').not.toContainText('–');
    await expect(page.getByRole('button', { name: /^Building, [\d,]+ lines/ })).toBeVisible();
    await expect(planPanel(page).getByText(/^[\d,]+ of [\d,]+ work lines planned$/)).toBeVisible();
  });

  await test.step('U goes to each thing to decide, wherever it is', async () => {
    await page.keyboard.press('u');
    const asked = (room: string) => page.getByRole('group', { name: new RegExp(`^Decide: “${room}”`) });
    await expect(asked('Reading room').getByRole('button', { name: 'Plan it' })).toBeFocused();
    await expect(asked('Reading room')).toBeInViewport();
    await page.keyboard.press('2');
    await expect(asked('Reading room')).toHaveCount(0);
    await page.keyboard.press('u');
    await expect(asked('Garden').getByRole('button', { name: 'Plan it' })).toBeFocused();
  });

  await test.step('the search finds what is folded and not drawn', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('do 59-8-18 within');
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
    await expect(page.locator('mark')).toBeInViewport();
    await page.keyboard.press('Escape');
  });

  await test.step('everything unfolded, a line in the middle keeps the focus over any amount of scrolling', async () => {
    await page.keyboard.press('e');
    await page.keyboard.press('e');
    await page.getByRole('slider', { name: 'Place in the document' }).fill('5000');
    await expect.poll(() => documentOf(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(10_000);
    await page.keyboard.press('j');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    expect(focused).toMatch(/^Line \d+/);
    await documentOf(page).evaluate((box) => {
      box.scrollTop = 0;
    });
    await expect(roleAt(page, 1)).toBeInViewport();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(focused);
  });

  const { most } = await page.evaluate(() => Reflect.get(window, 'rowsSeen') as { most: number });
  expect(most, 'rows in the document at any moment').toBeGreaterThan(10);
  expect(most, 'rows in the document at any moment').toBeLessThan(ROWS_MAX);
});
