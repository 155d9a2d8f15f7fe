import { readFileSync } from 'node:fs';
import { aptGet } from './apt-get.ts';
import { findBrowser } from './find-browser.ts';

const advice =
  'No Chromium found for the browser journeys: install Chromium or Google Chrome, run "npx playwright install chromium", or set BATON_TEST_BROWSER to its path.';

const packages = ['chromium-headless-shell', 'chromium'];

/** Installs a browser if there is none and we are root on Debian; otherwise says in one line how to get one. */
function ensureBrowser(): boolean {
  if (findBrowser()) return true;
  if (process.getuid?.() !== 0 || !isDebian()) {
    console.error(advice);
    return false;
  }
  console.log('No browser found: installing Debian’s Chromium (apt-get).');
  // The headless shell takes a third of the size and time; older releases only have the whole browser.
  const installed =
    aptGet(['update']) && packages.some((name) => aptGet(['install', '-y', '--no-install-recommends', name]));
  if (installed && findBrowser()) return true;
  console.error(advice);
  return false;
}

function isDebian(): boolean {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

try {
  if (!ensureBrowser()) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
