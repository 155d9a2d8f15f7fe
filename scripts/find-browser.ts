import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell opens a page in a third of the time. */
const commands = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];
const applications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** The Chromium for browser tests: from the environment, or the first one found. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment['BATON_TEST_BROWSER'] ?? environment['CHROMIUM_PATH'];
  if (named) {
    if (canRun(named)) return named;
    throw new Error(`BATON_TEST_BROWSER or CHROMIUM_PATH names ${named}, which cannot be run.`);
  }
  const onPath = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const installed = [...folders, ...onPath].flatMap((folder) => commands.map((name) => path.join(folder, name)));
  return [...installed, ...applications, chromium.executablePath()].find(canRun);
}

/** Chromium's sandbox does not work for root, and tests must not call home. */
export function browserArguments(): string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}

function canRun(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
