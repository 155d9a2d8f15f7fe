import { escapeHtml } from '#server/platform/escape-html.ts';
import { DECISIONS, ELSEWHERE } from './navigation.ts';
import type { DocsPage } from './read-pages.ts';

/** What every page loads. Styles come from files, because the policy allows no inline ones. */
export interface PageAssets {
  script: string;
  styles: readonly string[];
  /** Loaded before they are asked for. */
  fonts: readonly string[];
  /** Sets the theme before the first paint; the policy allows it by its hash. */
  themeScript: string;
}

/** What of a page the frame shows. */
type Content = Pick<DocsPage, 'address' | 'group' | 'title' | 'description' | 'headings' | 'body'>;

/** The frame around one page: header, navigation, contents of the page, and its neighbours. Works without scripts. */
export function renderPage(page: Content, pages: readonly DocsPage[], assets: PageAssets): string {
  const title = page.address === '/docs' ? 'Baton documentation' : `${page.title} · Baton documentation`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f9f7f4">
<meta name="description" content="${escapeHtml(page.description)}">
<title>${escapeHtml(title)}</title>
<script>${assets.themeScript}</script>
${assets.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`).join('\n')}
${assets.styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
<script type="module" src="${assets.script}"></script>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${HEADER}
<div class="frame">
${renderNavigation(page, pages)}
<main id="main" tabindex="-1">
${renderContents(page, 'contents-above')}
<article class="prose">
${page.body}
</article>
${renderNeighbours(page, pages)}
</main>
${renderContents(page, 'contents-beside')}
</div>
</body>
</html>
`;
}

/** The body of an answer 404. */
export const NOT_FOUND: Content = {
  address: '',
  group: '',
  title: 'No such page',
  description: 'The documentation has no page at this address.',
  headings: [],
  body: '<h1>No such page</h1>\n<p>The documentation has no page at this address. Search for it, choose one from the list of pages, or <a href="/docs">start at the beginning</a>.</p>',
};

const icon = (lines: string) =>
  `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${lines}</svg>`;

const HEADER = `<header class="head">
<button class="icon-button pages-button" type="button" popovertarget="pages" aria-label="Pages">${icon('<path d="M4 6h16M4 12h16M4 18h16"/>')}</button>
<a class="brand" href="/" aria-label="Baton, home"><svg viewBox="0 0 20 20" aria-hidden="true"><path class="brand-ink" d="M4.2 15.8 9 11"/><path class="brand-ember" d="M11.9 8.1 15.8 4.2"/></svg><span>Baton</span></a>
<a class="docs-home" href="/docs">Documentation</a>
<search class="search" hidden>
<input type="search" placeholder="Search" aria-label="Search the documentation" aria-keyshortcuts="/" autocomplete="off" spellcheck="false" maxlength="100">
<kbd aria-hidden="true">/</kbd>
<div class="found" hidden><p class="found-count" role="status"></p><ul></ul></div>
</search>
<a class="head-link" href="/api/docs">API</a>
<button class="icon-button theme-button" type="button" hidden aria-keyshortcuts="t">${icon('<path class="sun" d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z"/><path class="moon" d="M20.985 12.486a9 9 0 1 1-9.473-9.472 7 7 0 0 0 9.473 9.472Z"/>')}</button>
</header>`;

/** A popover in a narrow window, which needs no script; a column beside the page in a wide one. */
function renderNavigation(page: Content, pages: readonly DocsPage[]): string {
  const groups = [...new Set(pages.map(({ group }) => group))].map((title) => {
    const own = pages.filter(({ group }) => group === title);
    // Dozens of decisions would bury the rest: they are listed where one of them is read.
    const shown = title === DECISIONS.title && page.group !== title ? own.slice(0, 1) : own;
    const elsewhere = title === 'Reference' ? ELSEWHERE : [];
    const items = [...elsewhere, ...shown].map(({ address, label }) => {
      const current = address === page.address ? ' aria-current="page"' : '';
      return `<li><a href="${address}"${current}>${escapeHtml(label)}</a></li>`;
    });
    return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join('\n')}</ul>`;
  });
  return `<nav id="pages" class="pages" popover aria-label="Documentation">\n${groups.join('\n')}\n</nav>`;
}

/** Rendered twice: folded above the text in a narrow window, open beside it in a wide one; the other one is not displayed. */
function renderContents({ headings }: Content, where: 'contents-above' | 'contents-beside'): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return where === 'contents-beside' ? '<div class="contents-beside"></div>' : '';
  const items = shown.map(
    ({ id, depth, text }) => `<li class="level-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  const list = `<ul>${items.join('\n')}</ul>`;
  return where === 'contents-above'
    ? `<details class="contents-above"><summary>On this page</summary><nav aria-label="On this page">${list}</nav></details>`
    : `<nav class="contents-beside" aria-labelledby="contents"><h2 id="contents">On this page</h2>${list}</nav>`;
}

function renderNeighbours({ address }: Content, pages: readonly DocsPage[]): string {
  const at = pages.findIndex((page) => page.address === address);
  if (at === -1) return '';
  const link = (page: DocsPage | undefined, rel: 'prev' | 'next', says: string) =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${page.address}"><span>${says}</span>${escapeHtml(page.label)}</a>`;
  const links = [link(pages[at - 1], 'prev', 'Previous'), link(pages[at + 1], 'next', 'Next')];
  return `<nav class="neighbours" aria-label="Previous and next page">${links.join('')}</nav>`;
}
