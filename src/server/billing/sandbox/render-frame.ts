import { createHash } from 'node:crypto';
import { PRODUCT } from '#contract/constants.ts';
import { type Html, html } from '#server/platform/html.ts';
import { PAGE_STYLE } from '#server/platform/http/form-page-style.ts';
import { formPagePolicy } from '#server/platform/http/security.ts';
import type { RawAnswer } from '#server/platform/http/raw.ts';

export const STYLE_PATH = '/sandbox/style.css';
const STYLE_ADDRESS = `${STYLE_PATH}?v=${createHash('sha256').update(PAGE_STYLE).digest('hex').slice(0, 12)}`;

interface Page {
  status?: number;
  title: string;
  body: Html;
}

/** A page of the sandbox: always marked as one, never kept, never found by a search, never shown inside another page. */
export function renderPage({ status = 200, title, body }: Page): RawAnswer {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title} · ${PRODUCT} sandbox</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="${STYLE_ADDRESS}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <p class="banner" role="note"><strong>Sandbox: no money moves.</strong> No card, no account, no bill.</p>
          <p class="head"><span class="brand">${PRODUCT}</span> <span class="mark">sandbox payments</span></p>
        </header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html> `;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': formPagePolicy(),
      // The address holds a secret: it is told to nobody the page leads to.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    },
    body: page.html,
  };
}

/** For what is not there, not possible any more, or not understood. */
export function renderRefusal(status: number, title: string, text: string, back: { url: string; label: string }) {
  return renderPage({
    status,
    title,
    body: html`<div class="card narrow">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p class="actions"><a class="button" href="${back.url}">${back.label}</a></p>
    </div>`,
  });
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export const showDay = (at: Date): Html => html`<time datetime="${at.toISOString()}">${DAY.format(at)}</time>`;

/** Whole dollars without cents, as on every other page. */
export const showPrice = (usd: number): string => `$${Number.isInteger(usd) ? usd : usd.toFixed(2)}`;
