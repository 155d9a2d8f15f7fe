import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.use({ reducedMotion: 'no-preference' });

interface Seen {
  /** Every value of the root's attribute, with its time. */
  changes: { at: number; theme: string | null }[];
  firstPaint: number;
  /** The background colour as RGB. */
  canvas: number[];
}

const CANVAS = { light: [249, 247, 244], dark: [13, 12, 10] };

/** Records from before the page's first script, so that no flash is missed. */
async function watchTheme(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes: { at: number; theme: string | null }[] = [];
    new MutationObserver(() => {
      const theme = document.documentElement?.getAttribute('data-theme') ?? null;
      if (theme !== null && changes.at(-1)?.theme !== theme) changes.push({ at: performance.now(), theme });
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-theme'] });
    Object.assign(window, { themeChanges: changes });
  });
}

async function load(page: Page, address: string): Promise<Seen> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length)).toBe(1);
  return page.evaluate(() => {
    const pencil = document.createElement('canvas').getContext('2d');
    if (!pencil) throw new Error('nothing to draw with');
    pencil.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    pencil.fillRect(0, 0, 1, 1);
    return {
      changes: (window as unknown as { themeChanges: Seen['changes'] }).themeChanges,
      firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
      canvas: [...pencil.getImageData(0, 0, 1, 1).data].slice(0, 3),
    };
  });
}

const CASES = [
  { stored: 'light', system: 'dark', look: 'light' },
  { stored: 'dark', system: 'light', look: 'dark' },
  { stored: 'system', system: 'dark', look: 'dark' },
  { stored: 'system', system: 'light', look: 'light' },
  { stored: undefined, system: 'dark', look: 'dark' },
] as const;

for (const { stored, system, look } of CASES) {
  test(`a ${stored ?? 'missing'} choice on a ${system} system is ${look} from the first painted frame on`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await watchTheme(page);
    if (stored !== undefined) {
      await page.addInitScript((choice) => localStorage.setItem('baton-theme', choice), stored);
    }
    for (const address of ['/', '/login']) {
      const { changes, firstPaint, canvas } = await load(page, address);
      expect(changes, 'the theme is set once').toEqual([{ at: expect.any(Number), theme: look }]);
      expect(changes[0]?.at, 'before anything is painted').toBeLessThanOrEqual(firstPaint);
      expect(canvas).toEqual(CANVAS[look]);
    }
    const meta = page.locator('meta[name="theme-color"]');
    await expect(meta).toHaveAttribute('content', look === 'dark' ? '#0d0c0a' : '#f9f7f4');
  });
}

test('the button toggles, the key cycles, and the choice stays', async ({ page }) => {
  const root = page.locator('html');
  const stored = () => page.evaluate(() => localStorage.getItem('baton-theme'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/pricing');
  await expect(root).toHaveAttribute('data-theme', 'dark');

  await page.getByRole('button', { name: 'Theme: system' }).click();
  await expect(root, 'from system to the opposite of what is seen').toHaveAttribute('data-theme', 'light');
  expect(await stored()).toBe('light');
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(root).toHaveAttribute('data-theme', 'dark');

  const walked: (string | null)[] = [await stored()];
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('t');
    walked.push(await stored());
  }
  expect(walked).toEqual(['dark', 'system', 'light', 'dark']);

  await page.keyboard.press('t');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root, 'system follows the system').toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('t');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.goto('/login');
  await page.getByLabel('Email').pressSequentially('t');
  expect(await stored(), 'a t that is typed is a t').toBe('light');
});

test('another tab follows', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/pricing');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto('/privacy');
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});
