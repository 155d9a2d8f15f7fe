import { type Locator, type Page, expect } from '@playwright/test';

const STOPS_MAX = 60;

/** Presses Tab until the element has the focus; at every stop the focus indicator must be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // On a page that has not drawn its screen yet, Tab leads nowhere.
  await expect(target).toBeAttached();
  for (let stop = 0, rounds = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab');
    // After the last element of the page come the browser's own controls, then the first element again.
    if (rounds === 0 && (await page.evaluate(() => document.activeElement === document.body))) rounds += 1;
    else await expectSeenFocus(page);
    if (await hasFocus(target)) return;
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** The focus ring may be drawn by the element, by an overlay, or by the box beside a hidden input. */
export async function expectSeenFocus(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing has the focus';
    const styles = [getComputedStyle(element), getComputedStyle(element, '::after')];
    if (element.nextElementSibling) styles.push(getComputedStyle(element.nextElementSibling));
    const seen = styles.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    );
    return seen ? 'seen' : `no ring around ${element.outerHTML.slice(0, 200)}`;
  });
  expect(found).toBe('seen');
}

async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((elements) => elements.includes(document.activeElement as never));
}
