import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { signIn } from '../../e2e/support/people.ts';
import { panelButton } from '../../e2e/support/phone-panels.ts';
import type { World } from './add-world.ts';
import { type Difference, compareImages } from './compare-images.ts';
import type { CssCoverage } from './css-coverage.ts';
import type { FrontServer } from './front-server.ts';
import { SharedAnswers } from './share-answers.ts';
import type { View, Viewer } from './view.ts';

export const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Width = keyof typeof WIDTHS;

/** How the page is coloured, and the media features that make it so. */
export const COLOURS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  contrast: { colorScheme: 'light', forcedColors: 'active' },
} as const;
export type Colours = keyof typeof COLOURS;

/** Both builds may need a moment more until everything on them stands still. */
const TRIES = 8;
const PAUSE_MS = 250;
const SETTLE_MS = 1500;
const OPEN_MS = 30_000;

export interface Studio {
  browser: Browser;
  world: World;
  before: FrontServer;
  after: FrontServer;
  /** Decodes images; shows nothing. */
  decoder: Page;
  /** The moment at which every page believes to be. */
  now: Date;
  coverage?: CssCoverage;
}

export interface Shot {
  colours: Colours;
  difference: Difference | undefined;
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
const sessions = new Map<Viewer, Promise<Session>>();
const GUEST: Session = { cookies: [], origins: [] };
/** Kept for the next view, with the files and the compiled scripts they have; their storage is emptied. */
const contexts = new Map<string, Promise<BrowserContext>>();

/** Brings a page of each build to the view and compares them in every colouring. */
export async function takePair(studio: Studio, view: View, width: Width): Promise<Shot[]> {
  const answers = new SharedAnswers();
  const opened: Page[] = [];
  const faults: string[] = [];
  const open = async (build: FrontServer) => {
    build.answers = answers;
    const context = await contextFor(studio, build, view, width);
    const page = await context.newPage();
    opened.push(page);
    page.on('pageerror', (error) => faults.push(error.message));
    if (build === studio.before) await studio.coverage?.start(page);
    await page.setViewportSize({ ...WIDTHS[width], ...(view.height !== undefined && { height: view.height }) });
    await page.emulateMedia(COLOURS.light);
    await bringTo(page, studio.world, view, width);
    return page;
  };
  try {
    const pages = await settled([open(studio.before), open(studio.after)]);
    const shots: Shot[] = [];
    for (const colours of coloursOf(view)) {
      await Promise.all(pages.map((page) => page.emulateMedia(COLOURS[colours])));
      shots.push({ colours, difference: await compareUntilEqual(studio.decoder, pages) });
    }
    if (pages[0]) await studio.coverage?.stop(pages[0]);
    if (faults.length > 0) throw new Error(faults.join('; '));
    return shots;
  } finally {
    await Promise.all(opened.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(opened.map((page) => page.close()));
  }
}

const coloursOf = ({ highContrast }: View): Colours[] =>
  highContrast ? ['light', 'dark', 'contrast'] : ['light', 'dark'];

/** Waits for all, so that a failure of one leaves nothing under way. */
async function settled<T>(under: Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(under);
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

/** What differs for a moment only (one page was slower) is no difference; what stays is. */
async function compareUntilEqual(decoder: Page, pages: Page[]): Promise<Difference | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const [before, after] = await Promise.all(pages.map((page) => photograph(page)));
    if (!before || !after) throw new Error('a pair is two pages');
    if (before.equals(after)) return undefined;
    if (attempt === TRIES) return compareImages(decoder, before, after);
    await setTimeout(PAUSE_MS * attempt);
  }
}

/** The whole page where it is longer than the window; what fits is not laid out anew for its image. */
async function photograph(page: Page): Promise<Buffer> {
  const fullPage = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
  return page.screenshot({ fullPage, animations: 'disabled', caret: 'hide', scale: 'css', timeout: OPEN_MS });
}

async function contextFor(studio: Studio, build: FrontServer, view: View, width: Width): Promise<BrowserContext> {
  const key = `${build.address} ${width}`;
  const kept = contexts.get(key) ?? openContext(studio, build, width);
  contexts.set(key, kept);
  const context = await kept;
  await context.setStorageState(view.as === 'guest' ? GUEST : await sessionOf(studio, view.as));
  return context;
}

async function openContext(studio: Studio, build: FrontServer, width: Width): Promise<BrowserContext> {
  const context = await studio.browser.newContext({
    baseURL: studio.world.server.url,
    proxy: { server: build.address, bypass: '<-loopback>' },
    viewport: WIDTHS[width],
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(OPEN_MS);
  await context.clock.setFixedTime(studio.now);
  return context;
}

/** One sign-in for each person of the whole run. */
function sessionOf({ browser, world }: Studio, viewer: Exclude<Viewer, 'guest'>): Promise<Session> {
  const kept = sessions.get(viewer) ?? openSession(browser, world, viewer);
  sessions.set(viewer, kept);
  return kept;
}

async function openSession(browser: Browser, world: World, viewer: Exclude<Viewer, 'guest'>): Promise<Session> {
  const page = await browser.newPage();
  await signIn(page, world.server, world.people[viewer]);
  const session = await page.context().storageState();
  await page.close();
  return session;
}

async function bringTo(page: Page, world: World, view: View, width: Width): Promise<void> {
  await view.prepare?.(page, world);
  await page.goto(typeof view.at === 'string' ? view.at : view.at(world));
  if (width === 'phone' && view.panel) await panelButton(page, view.panel).click();
  if (view.shows !== undefined) await page.getByText(view.shows).first().waitFor({ state: 'attached' });
  await view.open?.(page, world);
  // Loading states have no text of their own to wait for.
  if (view.shows === undefined && !view.open) await setTimeout(SETTLE_MS);
  await page.evaluate(passOver);
}

/** Waits for the fonts, and scrolls through the page once: some drawings come only when they come near. */
async function passOver(): Promise<void> {
  await document.fonts.ready;
  const { scrollX, scrollY } = window;
  for (let y = 0; y < document.body.scrollHeight - window.innerHeight; y += window.innerHeight) {
    window.scrollTo(0, y);
    await new Promise((resolve) => window.setTimeout(resolve, 50));
  }
  window.scrollTo(scrollX, scrollY);
}
