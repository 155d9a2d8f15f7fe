import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [1440, 390] as const;
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** No axe violation in either theme at either width. Without a reload, so that overlays stay open. */
export async function expectAccessible(page: Page, what: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await wear(page, 'light');
    expect(await findViolations(page), `${what}, light, ${width} px`).toEqual([]);
    // A theme changes colours only.
    await wear(page, 'dark');
    expect(await findViolations(page, COLOUR_RULES), `${what}, dark, ${width} px`).toEqual([]);
  }
}

async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const html = page.locator('html');
  // Pages without scripts follow the browser's colour scheme.
  if ((await html.getAttribute('data-theme')) !== null) await expect(html).toHaveAttribute('data-theme', theme);
}

/** Loads axe once per document, and returns only violations: both take as long as the inspection itself otherwise. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const { violations } = await loaded.run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: [...only] } : {}),
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`),
    );
  }, rules);
}

export async function expectNoSideways(page: Page, width: number, what: string): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} is wider than ${width} px`).toBeLessThanOrEqual(0);
}
