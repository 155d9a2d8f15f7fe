import { PRODUCT } from '#contract/constants.ts';
import { type Html, html } from '#server/platform/html.ts';
import { PAGE_STYLE } from '#server/platform/http/form-page-style.ts';
import type { RawAnswer } from '#server/platform/http/raw.ts';
import { renderFormPage } from '#server/platform/http/render-form-page.ts';
import { createStyleSheet } from '#server/platform/http/style-sheet.ts';
import { formTarget } from './rules.ts';

/** Added to the style of all pages without scripts: the app, and the list of projects. */
export const CONNECT_STYLE = createStyleSheet(
  '/connect/style.css',
  `${PAGE_STYLE}
header .head, .foot { width: 100%; max-width: 552px; }
.connect { width: 100%; max-width: 520px; margin: 16px auto 0; padding: 24px; }
.connect .lead strong { color: var(--text); }
.connect h2 { margin-top: 24px; font-size: 14px; line-height: 20px; }
.connect ul { margin-top: 8px; padding-left: 20px; color: var(--text-2); }
.connect li { margin-top: 2px; }
fieldset { margin: 24px 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-size: 14px; line-height: 20px; font-weight: 600; }
.hint { margin-top: 2px; font-size: 13px; line-height: 20px; color: var(--text-3); }
.choices { display: flex; flex-direction: column; margin-top: 8px; max-height: 300px; overflow-y: auto; border: 1px solid var(--line); border-radius: 8px; }
.choices label { display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 8px 12px; cursor: pointer; }
.choices label + label { border-top: 1px solid var(--line); }
.choices label:hover { background: var(--hover); }
.choices label:has(:checked) { background: var(--sunken); }
.choices label:has(:focus-visible) { outline: 2px solid var(--ink); outline-offset: -2px; border-radius: 6px; }
.choices input { flex: none; width: 16px; height: 16px; margin: 0; accent-color: var(--ink); outline: none; }
.choices span { min-width: 0; overflow-wrap: anywhere; }
.choices .badge { margin-left: auto; flex: none; }
.connect .notice { margin-top: 16px; }
.connect .actions { margin-top: 24px; }
.connect .actions .button { flex: 1 1 120px; }
.connect ul + .hint { margin-top: 8px; }
.foot { margin: 0 auto; padding: 0 16px; font-size: 13px; line-height: 20px; color: var(--text-3); }
`,
);

interface Page {
  status?: number;
  title: string;
  body: Html;
  /** Where the form's answer redirects to, for the CSP's form-action. */
  leadsTo?: string;
}

export const renderPage = ({ status, title, body, leadsTo }: Page): RawAnswer =>
  renderFormPage({
    status,
    title: `${title} · ${PRODUCT}`,
    style: CONNECT_STYLE,
    header: html`<p class="head"><span class="brand">${PRODUCT}</span></p>`,
    body,
    leadsTo: leadsTo === undefined ? undefined : formTarget(leadsTo),
  });

/** An error page that says what to do instead. */
export const renderRefusal = (status: number, title: string, text: string): RawAnswer =>
  renderPage({
    status,
    title,
    body: html`<div class="card connect">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p class="lead">Nothing was connected. Go back to the app and begin again, or connect it with an API key.</p>
      <p class="actions"><a class="button" href="/projects">Open ${PRODUCT}</a></p>
    </div>`,
  });
