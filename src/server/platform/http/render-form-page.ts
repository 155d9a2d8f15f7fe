import { type Html, html } from '../html.ts';
import type { RawAnswer } from './raw.ts';
import { formPagePolicy } from './security.ts';
import type { StyleSheet } from './style-sheet.ts';

interface FormPage {
  status?: number | undefined;
  /** The document title. */
  title: string;
  style: StyleSheet;
  /** Above the content, on every page of the kind. */
  header: Html;
  body: Html;
  /** A further allowed target of its forms (CSP form-action). */
  leadsTo?: string | undefined;
  /** In addition to the headers of every such page. */
  headers?: Record<string, string>;
}

/** A page without scripts: not cached, not indexed by search engines, not framable. */
export function renderFormPage({ status = 200, title, style, header, body, leadsTo, headers }: FormPage): RawAnswer {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="${style.address}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>${header}</header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html> `;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': formPagePolicy(leadsTo),
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      ...headers,
    },
    body: page.html,
  };
}
