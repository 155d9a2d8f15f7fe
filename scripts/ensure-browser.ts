import { findBrowser } from './find-browser.ts';
import { canInstallPackages, installDebianPackage } from './install-debian-package.ts';

const advice =
  'No Chromium found for the browser journeys: install Chromium or Google Chrome, run "npx playwright install chromium", or set BATON_TEST_BROWSER to its path.';

/** Makes sure a browser is there, or says in one line how to get one. */
function ensureBrowser(): boolean {
  if (findBrowser()) return true;
  const installed = canInstallPackages() && installDebianPackage('chromium');
  if (installed && findBrowser()) return true;
  console.error(advice);
  return false;
}

try {
  if (!ensureBrowser()) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
