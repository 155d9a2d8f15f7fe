import { createHash } from 'node:crypto';
import { get } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const SCRIPT_LIMIT = 150 * 1024;

/** Transferred bytes of this file for a client that accepts gzip. */
function transferred(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        if (response.headers['content-encoding'] === 'gzip') resolve(bytes);
        else reject(new Error(`${url} came without gzip`));
      });
    }).on('error', reject);
  });
}

async function openCold(page: Page, address: string) {
  const requests: { url: string; type: string }[] = [];
  page.on('request', (request) => requests.push({ url: request.url(), type: request.resourceType() }));
  const answer = await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { requests, answer };
}

test('a first visit asks nobody else, and for little', async ({ page, server }) => {
  const { requests } = await openCold(page, '/');
  expect(requests.map(({ url }) => new URL(url).origin).filter((origin) => origin !== server.url)).toEqual([]);

  const scripts = requests.filter(({ type }) => type === 'script').map(({ url }) => url);
  expect(new Set(scripts).size, 'each script is asked for once').toBe(scripts.length);
  const sizes = await Promise.all(scripts.map(transferred));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(0);
  expect(total, `${(total / 1024).toFixed(1)} KB of script`).toBeLessThanOrEqual(SCRIPT_LIMIT);
});

test('both fonts are preloaded, asked for once, and used', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const { requests } = await openCold(page, '/');
  const preloaded = await page
    .locator('link[rel="preload"][as="font"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(preloaded).toHaveLength(2);
  const fonts = requests.filter(({ type }) => type === 'font').map(({ url }) => url);
  expect(fonts.toSorted()).toEqual(preloaded.toSorted());
  const used = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''));
  });
  expect(used).toEqual(expect.arrayContaining(['Geist Variable', 'Geist Mono Variable']));
  expect(complaints).toEqual([]);
});

test('the content policy is exactly this, with the theme script by its hash', async ({ page }) => {
  const { answer } = await openCold(page, '/login');
  const html = (await answer?.text()) ?? '';
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  expect(inline).toHaveLength(1);
  const hash = createHash('sha256')
    .update(inline[0] ?? '')
    .digest('base64');
  const headers = answer?.headers() ?? {};
  expect(headers['content-security-policy']).toBe(
    [
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
});

test('the policy holds: a foreign script, style or request is refused and noticed', async ({ page, faults }) => {
  faults.expect('console: *Content Security Policy*', 'console: *violates the following*', 'csp GET *');
  await page.goto('/login');
  await page.evaluate(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    );
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(script, style);
    fetch('https://elsewhere.example/').catch(() => undefined);
  });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { violations: string[] }).violations.toSorted()))
    .toEqual(['connect-src', 'script-src-elem', 'style-src-elem']);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a way through every screen leaves the host alone and violates nothing', async ({ signedIn: page, server }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== server.url) strangers.push(request.url());
  });
  for (const address of [
    '/projects',
    '/home',
    '/profile',
    '/subscription',
    '/pricing',
    '/privacy',
    '/terms',
    '/contact',
    '/outbox',
  ]) {
    await page.goto(address, { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const remote = await page
      .locator('[src^="http"], link[href^="http"]')
      .evaluateAll((elements) => elements.map((element) => element.outerHTML));
    expect(remote.filter((html) => !html.includes(server.url))).toEqual([]);
  }
  expect(strangers).toEqual([]);
});
