import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DocsPage, readPages } from './read-pages.ts';
import { NOT_FOUND, type PageAssets, renderPage } from './render-page.ts';

/** What is written to disk, or answered in development, by its path below /docs. */
export interface Site {
  /** By address, without the leading /docs: `agents`, `decisions/001-…`; the first page is `index`. */
  pages: ReadonlyMap<string, string>;
  notFound: string;
  searchIndex: string;
  /** Files of the repository that pages show or link to. */
  files: readonly string[];
}

export function makeSite(root: string, assets: Omit<PageAssets, 'themeScript'>): Site {
  const pages = readPages(root);
  const all = { ...assets, themeScript: readThemeScript(root) };
  return {
    pages: new Map(pages.map((page) => [nameOf(page), renderPage(page, pages, all)])),
    notFound: renderPage(NOT_FOUND, pages, all),
    searchIndex: JSON.stringify(pages.flatMap(({ sections }) => sections)),
    files: [...new Set(pages.flatMap(({ targets }) => targets.flatMap((to) => (to.kind === 'file' ? [to.file] : []))))],
  };
}

const nameOf = ({ address }: DocsPage) => (address === '/docs' ? 'index' : address.slice('/docs/'.length));

/** The web app's own, so that both are one in what they store, and the policy needs one hash. */
function readThemeScript(root: string): string {
  const html = readFileSync(path.join(root, 'src/web/index.html'), 'utf8');
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
  if (script === undefined) throw new Error('src/web/index.html has no inline script that sets the theme');
  return script;
}
