import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type Page, chromium } from '@playwright/test';
import { createDataDirectory } from '#test/data-directory.ts';
import { startServer } from '#test/server-process.ts';
import { buildCli } from './build-cli.ts';
import { buildWeb } from './build-web.ts';
import { browserArguments, findBrowser } from './find-browser.ts';
import { showRelay, startDemo } from './screenshot-relay.ts';
import { type Sample, addExample } from './screenshot-sample.ts';

const PICTURE = path.join(import.meta.dirname, '../docs/images/relay.webp');
const VIEW = { width: 1280, height: 800 } as const;
const FRAMES = 24;
/** The run is shown at twice its pace. */
const EVERY_MS = 1_800;
const SHOWN_MS = 900;
const LAST_SHOWN_MS = 3_000;
const MOST_BYTES = 1_500_000;

/** Makes docs/images/relay.webp of a demonstration that is really at work. Needs `img2webp`, of Debian's package webp. */
async function main(): Promise<void> {
  await buildWeb((line) => console.log(line));
  await buildCli();
  const data = await createDataDirectory();
  const env = { BATON_DATA: data.path, BATON_LOG_LEVEL: 'warn' };
  const server = await startServer(env);
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: browserArguments(), ...(executablePath ? { executablePath } : {}) });
  const folder = await mkdtemp(path.join(tmpdir(), 'baton-frames-'));
  try {
    const page = await openPage(browser, server.url, await addExample(env, data));
    encode(await takeFrames(page, server.url, folder));
    const { size } = await stat(PICTURE);
    console.log(`${PICTURE}  ${(size / 1e6).toFixed(2)} MB`);
    if (size > MOST_BYTES) throw new Error('the picture is too large for a README');
  } finally {
    await browser.close();
    await server.stop();
    await Promise.all([data.remove(), rm(folder, { recursive: true })]);
  }
}

async function openPage(browser: Browser, url: string, { email, password }: Sample): Promise<Page> {
  const look = { viewport: VIEW, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-US' } as const;
  const context = await browser.newContext({ baseURL: url, ...look });
  const headers = { origin: url };
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, { data: { email, password }, headers });
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}`);
  return context.newPage();
}

async function takeFrames(page: Page, url: string, folder: string): Promise<string[]> {
  const demo = await startDemo(url, page.context());
  try {
    await showRelay(page, demo);
    const files: string[] = [];
    while (files.length < FRAMES) {
      const file = path.join(folder, `${String(files.length).padStart(2, '0')}.png`);
      await page.screenshot({ path: file });
      files.push(file);
      await wait(EVERY_MS);
    }
    return files;
  } finally {
    await demo.stop();
  }
}

function encode(files: readonly string[]): void {
  const frames = files.flatMap((file, at) => [
    '-d',
    String(at === files.length - 1 ? LAST_SHOWN_MS : SHOWN_MS),
    '-lossy',
    '-q',
    '70',
    '-m',
    '6',
    file,
  ]);
  execFileSync('img2webp', ['-loop', '0', '-min_size', ...frames, '-o', PICTURE], { stdio: 'ignore' });
}

await main();
