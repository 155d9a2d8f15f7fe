import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [1440, 390] as const;
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Inspection {
  widths?: readonly number[];
  /**
   * Selector of an open overlay. The page around it is inspected once, wide and light: the other three inspections of that
   * page are those of the screen without its overlay.
   */
  overlay?: string | undefined;
}

/** No axe violation in either theme at either width. Without a reload, so that overlays stay open. */
export async function expectAccessible(
  page: Page,
  what: string,
  { widths = WIDTHS, overlay }: Inspection = {},
): Promise<void> {
  for (const width of widths) {
    await resize(page, width);
    await wear(page, 'light');
    const around = width === WIDTHS[0] ? undefined : overlay;
    expect(await findViolations(page, { within: around }), `${what}, light, ${width} px`).toEqual([]);
    // A theme changes colours only.
    await wear(page, 'dark');
    const dark = await findViolations(page, { within: overlay, rules: COLOUR_RULES });
    expect(dark, `${what}, dark, ${width} px`).toEqual([]);
  }
}

export async function resize(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
}

async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const html = page.locator('html');
  // Pages without scripts follow the browser's colour scheme.
  if ((await html.getAttribute('data-theme')) !== null) await expect(html).toHaveAttribute('data-theme', theme);
}

interface Asked {
  within?: string | undefined;
  rules?: readonly string[];
}

/** Loads axe once per document, and returns only violations: both take as long as the inspection itself otherwise. */
async function findViolations(page: Page, { within, rules }: Asked): Promise<string[]> {
  if (within !== undefined) await expect(page.locator(within).first(), `${within} is open`).toBeVisible();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([selector, only]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(selector ?? document, {
        resultTypes: ['violations'],
        // Only rules that are off by default read stylesheets.
        preload: false,
        ...(only ? { runOnly: [...only] } : {}),
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`),
      );
    },
    [within, rules] as const,
  );
}

export async function expectNoSideways(page: Page, width: number, what: string): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} is wider than ${width} px`).toBeLessThanOrEqual(0);
}
