import { PRODUCT } from '#contract/constants.ts';
import { type Html, html } from '#server/platform/html.ts';
import { PAGE_STYLE } from '#server/platform/http/form-page-style.ts';
import type { RawAnswer } from '#server/platform/http/raw.ts';
import { renderFormPage } from '#server/platform/http/render-form-page.ts';
import { createStyleSheet } from '#server/platform/http/style-sheet.ts';

export const SANDBOX_STYLE = createStyleSheet('/sandbox/style.css', PAGE_STYLE);
const HEADER = html`
  <p class="banner" role="note"><strong>Sandbox: no money moves.</strong> No card, no account, no bill.</p>
  <p class="head"><span class="brand">${PRODUCT}</span> <span class="mark">sandbox payments</span></p>
`;

interface Page {
  status?: number;
  title: string;
  body: Html;
}

/** Every page is marked as the sandbox's. */
export const renderPage = ({ status, title, body }: Page): RawAnswer =>
  renderFormPage({
    status,
    title: `${title} · ${PRODUCT} sandbox`,
    style: SANDBOX_STYLE,
    header: HEADER,
    body,
    // The URL contains a secret, which must not leak in the Referer header.
    headers: { 'referrer-policy': 'no-referrer' },
  });

/** An error page. */
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
