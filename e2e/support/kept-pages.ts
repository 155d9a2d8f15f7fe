import { type Browser, type BrowserContext, type Page, expect } from '@playwright/test';
import type { Instance } from './instance.ts';
import { PageFaults } from './page-faults.ts';

/** The page under this name, made on first use; with what was made for it. */
export type KeepPage = <T>(name: string, make: (page: Page) => Promise<T>) => Promise<{ page: Page; made: T }>;

/**
 * Pages that stay open for all tests of a worker that only look at them: a new browser context with its sign-in, and the
 * first load in it, take more processor time than most of what these tests look at. A failing test ends its worker, and
 * its pages with it.
 */
export class KeptPages {
  readonly #browser: Browser;
  readonly #server: Instance;
  readonly #kept = new Map<string, { page: Page; made: unknown }>();
  readonly #contexts: BrowserContext[] = [];
  /** Of all pages, since a test has last taken them. */
  readonly faults = new PageFaults();

  constructor(browser: Browser, server: Instance) {
    this.#browser = browser;
    this.#server = server;
  }

  keep: KeepPage = async <T>(name: string, make: (page: Page) => Promise<T>) => {
    const known = this.#kept.get(name);
    if (known) return known as { page: Page; made: T };
    const context = await this.#browser.newContext({ baseURL: this.#server.url });
    this.#contexts.push(context);
    this.faults.watch(context, this.#server.url);
    const page = await context.newPage();
    const kept = { page, made: await make(page) };
    this.#kept.set(name, kept);
    return kept;
  };

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

/** A screen without data, for guests and users. */
const NEUTRAL = '/contact';

/**
 * Shows a screen newly mounted, as after a load, but without loading the document again: by way of another screen, with
 * the history API and the event of the back button.
 */
export async function showAnew(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(address);
    return;
  }
  const neutral = page.locator('h1', { hasText: 'Contact' });
  await goWithin(page, NEUTRAL);
  await neutral.waitFor();
  await closeOverlays(page);
  if (address === NEUTRAL) return;
  await goWithin(page, address);
  // Or the caller would find its words in this screen's footer.
  await neutral.waitFor({ state: 'detached' });
}

/** Those of the whole app, such as the key sheet, stay open on the next screen. */
async function closeOverlays(page: Page): Promise<void> {
  const open = page.locator('dialog[open], [role=menu]');
  await expect(async () => {
    if ((await open.count()) > 0) await page.keyboard.press('Escape');
    expect(await open.count(), 'open overlays').toBe(0);
  }).toPass();
}

const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
