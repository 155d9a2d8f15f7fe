import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from '@playwright/test';
import { createDataDirectory } from '#test/data-directory.ts';
import { startServer } from '#test/server-process.ts';
import { GUEST_SCREENS, SIGNED_IN_SCREENS, addressOf } from '../e2e/support/screens.ts';
import { buildCli } from './build-cli.ts';
import { buildWeb } from './build-web.ts';
import { browserArguments, findBrowser } from './find-browser.ts';
import { showRelay, startDemo } from './screenshot-relay.ts';
import { type Sample, addExample, addSample } from './screenshot-sample.ts';

const images = path.join(import.meta.dirname, '../docs/images');
const landing = path.join(import.meta.dirname, '../src/web/screens/landing');
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;

/** A running instance, and a browser. */
interface Studio {
  browser: Browser;
  url: string;
  sample: Sample;
}

/** Overlays, and states that appear only after an action. */
const opened: Record<string, { at: string; open: (page: Page) => Promise<void> }> = {
  'projects-create': { at: '/projects?new=1', open: (page) => page.getByRole('dialog').waitFor() },
  'projects-menu': { at: '/projects', open: (page) => openCardMenu(page) },
  'projects-edit': { at: '/projects', open: (page) => chooseFromCard(page, 'Edit Project') },
  'projects-delete': { at: '/projects', open: (page) => chooseFromCard(page, 'Delete Project') },
  'projects-toast': {
    at: '/projects',
    open: (page) => page.getByRole('button', { name: 'Copy project id' }).first().click(),
  },
  'account-menu': { at: '/projects', open: (page) => page.getByRole('button', { name: /^Account menu/ }).click() },
  'profile-password': { at: '/profile', open: (page) => page.getByRole('button', { name: 'Change Password' }).click() },
  'profile-delete': { at: '/profile', open: (page) => page.getByRole('button', { name: 'Delete My Account' }).click() },
  'login-errors': { at: '/login', open: (page) => page.getByRole('button', { name: 'Sign In', exact: true }).click() },
  'signup-errors': { at: '/signup', open: (page) => page.getByRole('button', { name: 'Create Account' }).click() },
  'key-map': {
    at: '/projects',
    open: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
};

const openCardMenu = (page: Page) => page.getByRole('button', { name: 'Actions for Harbor API' }).click();

async function chooseFromCard(page: Page, item: string): Promise<void> {
  await openCardMenu(page);
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').waitFor();
}

/** Every screen in both themes and sizes, as screen-theme-size.png. */
async function takeAll(studio: Studio, to: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      const file = (name: string) => path.join(to, `${name}-${theme}-${size}.png`);
      const guest = await openPage(studio, { viewport, colorScheme: theme });
      const member = await openPage(studio, { viewport, colorScheme: theme });
      await signIn(studio, member.context());
      for (const [name, { at, shows }] of Object.entries(GUEST_SCREENS)) {
        await show(guest, at, shows);
        await guest.screenshot({ path: file(name), fullPage: true });
      }
      for (const [name, { at, shows }] of Object.entries(SIGNED_IN_SCREENS)) {
        await show(member, addressOf(at, studio.sample.projects), shows);
        await member.screenshot({ path: file(name), fullPage: true });
      }
      for (const [name, { at, open }] of Object.entries(opened)) {
        const page = at === '/login' || at === '/signup' ? guest : member;
        await page.goto(at);
        await open(page);
        await page.screenshot({ path: file(name) });
      }
      await Promise.all([guest.context().close(), member.context().close()]);
    }
  }
}

/** The images of README and landing page: project list, PRD page and tasks screen. */
async function takeForDocs(studio: Studio): Promise<void> {
  await mkdir(images, { recursive: true });
  for (const theme of themes) {
    const page = await openPage(studio, { viewport: sizes.desktop, colorScheme: theme, deviceScaleFactor: 2 });
    await signIn(studio, page.context());
    await show(page, '/projects', 'active projects used');
    await dismissNotice(page);
    await page.screenshot({ path: path.join(images, `projects-${theme}.png`), scale: 'css' });
    await showPrd(page, studio);
    await page.screenshot({ path: path.join(images, `prd-${theme}.png`), scale: 'css' });
    await showHeldTask(page, studio);
    await page.screenshot({ path: path.join(images, `tasks-${theme}.png`), scale: 'css' });
    await writeFile(path.join(landing, `task-screen-${theme}.webp`), await asWebp(page, await page.screenshot()));
    await page.setViewportSize(sizes.phone);
    await page.getByRole('button', { name: 'Task', exact: true }).click();
    await writeFile(path.join(landing, `task-screen-${theme}-phone.webp`), await asWebp(page, await page.screenshot()));
    await page.context().close();
  }
}

/** The tasks screen during a run, of a demonstration that is really at work. */
async function takeRelay(studio: Studio): Promise<void> {
  await buildCli();
  const look = { viewport: { width: 1600, height: 1000 }, deviceScaleFactor: 1 } as const;
  const pages = await Promise.all(themes.map((theme) => openPage(studio, { ...look, colorScheme: theme })));
  for (const page of pages) await signIn(studio, page.context());
  const [first] = pages;
  if (first === undefined) return;
  const demo = await startDemo(studio.url, first.context());
  try {
    for (const [place, page] of pages.entries()) {
      await showRelay(page, demo);
      await page.screenshot({ path: path.join(images, `relay-${themes[place] ?? 'light'}.png`), scale: 'css' });
    }
  } finally {
    await demo.stop();
  }
}

async function showPrd(page: Page, { sample: { projects } }: Studio): Promise<void> {
  await show(page, `/projects/${projects.empty}/prd`, '0 characters');
  const buffer = await readFile(path.join(import.meta.dirname, 'screenshot-prd.md'));
  await page.getByLabel('Markdown file').setInputFiles({ name: 'tide-tables.md', mimeType: 'text/markdown', buffer });
  await page.getByText('Finding a harbour').last().waitFor();
  await page.getByRole('button', { name: /^Next unsure/ }).waitFor();
  await dismissNotice(page);
}

/** Dismisses the notice about the project limit, which the sample nearly reaches. */
async function dismissNotice(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss this notice' });
  if (await dismiss.isVisible()) await dismiss.click();
}

async function showHeldTask(page: Page, { sample: { projects } }: Studio): Promise<void> {
  await show(page, `/projects/${projects.id}/tasks`, 'Clock-skew guard');
  await page.getByRole('treeitem', { name: /Clock-skew guard/ }).click();
  await page.getByText('Copy code').first().waitFor();
}

/** Encodes as WebP in the browser: a third of the bytes, at twice the pixels. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 })).arrayBuffer(),
      );
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await blank.close();
  return Buffer.from(encoded, 'base64');
}

async function openPage({ browser, url }: Studio, look: BrowserContextOptions): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    locale: 'en-US',
    permissions,
    ...look,
  });
  return context.newPage();
}

async function signIn({ url, sample: { email, password } }: Studio, context: BrowserContext): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}`);
}

/** Waits for data and fonts, and scrolls through the page once, because some images load lazily. */
async function show(page: Page, address: string, shows: string): Promise<void> {
  await page.goto(address);
  await page.getByText(shows).first().waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    window.scrollTo(0, 0);
  });
}

async function main(): Promise<void> {
  const forDocs = process.argv.includes('--docs') || process.argv.includes('--relay');
  const to = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '/tmp';
  await buildWeb((line) => console.log(line));
  const data = await createDataDirectory();
  const env = { BATON_DATA: data.path, BATON_LOG_LEVEL: 'warn' };
  const server = await startServer(env);
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: browserArguments(), ...(executablePath ? { executablePath } : {}) });
  try {
    const isRelay = process.argv.includes('--relay');
    const sample = isRelay ? await addExample(env, data) : await addSample(env, data, forDocs ? 'pro' : 'free');
    const studio = { browser, url: server.url, sample };
    await mkdir(to, { recursive: true });
    if (isRelay) await takeRelay(studio);
    else await (forDocs ? takeForDocs(studio) : takeAll(studio, to));
    console.log(`Screenshots are in ${forDocs ? images : to}`);
  } finally {
    await browser.close();
    await server.stop();
    await data.remove();
  }
}

await main();
