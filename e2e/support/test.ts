import { type BrowserContext, type Page, test as base, expect } from '@playwright/test';
import { TEST_LIMIT_MS } from '#test/patience.ts';
import type { Env } from '#test/server-process.ts';
import { type Instance, startInstance } from './instance.ts';
import { type KeepPage, KeptPages } from './kept-pages.ts';
import { PageFaults } from './page-faults.ts';
import { type Person, type PersonFields, addPerson, signIn } from './people.ts';
import { slowDown } from './slow-line.ts';

interface WorkerFixtures {
  sharedServer: Instance;
  keptPages: KeptPages;
}

interface Fixtures {
  /** Gives each test a server and a database of its own, started with these variables. */
  ownServer: Env | undefined;
  /** Delays every API request at random by up to so many milliseconds, independently. */
  slowLine: number | undefined;
  server: Instance;
  faults: PageFaults;
  addPerson(fields?: PersonFields): Promise<Person>;
  person: Person;
  signIn(page: Page, person: Person): Promise<void>;
  /** Another browser context: its own cookies and storage. */
  openBrowser(): Promise<Page>;
  /** The person's page, signed in. */
  signedIn: Page;
  /** The same person in another browser context, signed in. */
  elsewhere: Page;
  /** A page on the shared server that stays open for the next tests, which must find it as it was. */
  keepPage: KeepPage;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startInstance();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: TEST_LIMIT_MS },
  ],
  keptPages: [
    async ({ browser, sharedServer }, use) => {
      const pages = new KeptPages(browser, sharedServer);
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  ownServer: [undefined, { option: true }],
  slowLine: [undefined, { option: true }],
  server: async ({ ownServer, sharedServer }, use) => {
    if (ownServer === undefined) return use(sharedServer);
    const server = await startInstance(ownServer);
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.url),
  faults: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const faults = new PageFaults();
      await use(faults);
      expect(faults.unexpected(), 'what went wrong in the pages').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, faults, server, slowLine }, use) => {
    faults.watch(context, server.url);
    if (slowLine !== undefined) await slowDown(context, slowLine);
    await use(context);
    await stopAnswering(context);
  },
  addPerson: async ({ server }, use) => use((fields) => addPerson(server, fields)),
  person: async ({ server }, use) => use(await addPerson(server)),
  signIn: async ({ server }, use) => use((page, person) => signIn(page, server, person)),
  openBrowser: async ({ browser, faults, server, slowLine }, use) => {
    const opened: Page[] = [];
    await use(async () => {
      const context = await browser.newContext();
      faults.watch(context, server.url);
      if (slowLine !== undefined) await slowDown(context, slowLine);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) {
      await stopAnswering(page.context());
      await page.context().close();
    }
  },
  signedIn: async ({ page, person, signIn }, use) => {
    await signIn(page, person);
    await use(page);
  },
  elsewhere: async ({ openBrowser, person, signIn }, use) => {
    const page = await openBrowser();
    await signIn(page, person);
    await use(page);
  },
  keepPage: async ({ keptPages, faults }, use) => {
    await use(keptPages.keep);
    faults.take(keptPages.faults);
  },
});

/** Removes route handlers at the end, because a page may still have requests in flight. */
async function stopAnswering(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
}

export { expect };
