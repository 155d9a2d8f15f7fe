import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

const WIDTHS = [1440, 390] as const;
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** No axe violation in either theme at either width. Without a reload, so that overlays stay open. */
export async function expectAccessible(page: Page, what: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await wear(page, 'light');
    expectNoViolation(await inspect(page).analyze(), `${what}, light, ${width} px`);
    // A theme changes colours only.
    await wear(page, 'dark');
    expectNoViolation(await inspect(page).withRules(COLOUR_RULES).analyze(), `${what}, dark, ${width} px`);
  }
}

async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const html = page.locator('html');
  // Pages without scripts follow the browser's colour scheme.
  if ((await html.getAttribute('data-theme')) !== null) await expect(html).toHaveAttribute('data-theme', theme);
}

/** Legacy mode: without frames no second page is needed to collect results. */
const inspect = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

function expectNoViolation({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>, what: string): void {
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  );
  expect(found, what).toEqual([]);
}

export async function expectNoSideways(page: Page, width: number, what: string): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} is wider than ${width} px`).toBeLessThanOrEqual(0);
}
