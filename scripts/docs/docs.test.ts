import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parseMarkdown } from '#markdown/tree/parse-markdown.ts';
import { nameHeadings } from './name-headings.ts';
import { ELSEWHERE, NAVIGATION, addressOf } from './navigation.ts';
import { type DocsPage, readPages } from './read-pages.ts';
import { type BlockRendering, renderBlocks } from './render-blocks.ts';
import { resolveLink } from './resolve-link.ts';
import { makeSite } from './site.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const ASSETS = { script: '/docs/assets/main.js', styles: ['/docs/assets/main.css'], fonts: [] };
const pages = readPages(ROOT);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function render(text: string, exists: (file: string) => boolean = () => false): string {
  const tree = parseMarkdown(text, () => undefined);
  const rendering: BlockRendering = { file: 'docs/agents.md', headings: nameHeadings(tree), targets: [], exists };
  return renderBlocks(tree.children, rendering);
}

describe('the documentation in the repository', () => {
  test('has every page in the navigation once', () => {
    const listed = NAVIGATION.flatMap(({ entries }) => entries.map(({ file }) => file));
    expect(listed.filter((file) => file.startsWith('docs/')).toSorted()).toEqual(
      globSync('docs/*.md', { cwd: ROOT }).toSorted(),
    );
    expect(new Set(listed).size).toBe(listed.length);
    expect(pages.filter(({ file }) => file.startsWith('docs/decisions/'))).toHaveLength(
      globSync('docs/decisions/*.md', { cwd: ROOT }).length,
    );
  });

  test('has no dead link and no dead anchor', () => {
    expect(listDeadLinks(pages, ROOT)).toEqual([]);
    expect(pages.flatMap(({ targets }) => targets).length).toBeGreaterThan(40);
  });

  test('has no dead link in README either', () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    const targets: DocsPage['targets'][number][] = [];
    const tree = parseMarkdown(readme, () => undefined);
    renderBlocks(tree.children, { file: 'README.md', headings: new Map(), targets, exists: () => false });
    expect(targets.length).toBeGreaterThan(5);
    expect(listDeadLinks([...pages, { address: 'README.md', headings: [], targets }], ROOT, 'README.md')).toEqual([]);
    const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(pictures.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  test.each(pages.map((page) => [page.file, page] as const))('%s is one page under one title', (_, page) => {
    expect(page.body.match(/<h1>/g)).toHaveLength(1);
    expect(page.title).not.toBe('');
    const depths = page.headings.map(({ depth }) => depth);
    const skips = depths.filter((depth, at) => depth > (depths[at - 1] ?? 0) + 1);
    expect(skips, 'levels that skip one').toEqual([]);
  });

  test('holds no raw HTML, which would be shown as text', () => {
    const raw = pages.filter(({ body }) => /<p>&lt;/.test(body)).map(({ file }) => file);
    expect(raw).toEqual([]);
  });
});

type Linked = Pick<DocsPage, 'address' | 'headings' | 'targets'>;

function listDeadLinks(all: readonly Linked[], root: string, from?: string): string[] {
  const elsewhere: readonly string[] = ELSEWHERE.map(({ address }) => address);
  return all
    .filter(({ address }) => from === undefined || address === from)
    .flatMap(({ address, targets }) =>
      targets.flatMap((target) => {
        const says = `${address} → ${target.href}`;
        if (target.kind === 'outside' || elsewhere.includes(target.href)) return [];
        if (target.kind === 'file') return existsSync(path.join(root, target.file)) ? [] : [says];
        const page = all.find((each) => each.address === target.address);
        const isThere = target.fragment === '' || page?.headings.some(({ id }) => id === target.fragment);
        return page !== undefined && isThere ? [] : [says];
      }),
    );
}

describe('a dead link is noticed', () => {
  const page = (markdown: string): Linked => {
    const targets = [resolveLink(markdown, 'docs/agents.md')];
    return { address: '/docs/agents', headings: [{ id: 'here', depth: 2, text: 'Here' }], targets };
  };

  test.each(['gone.md', '#gone', 'agents.md#gone', '../deploy/gone.yaml'])('%s', (url) => {
    expect(listDeadLinks([page(url)], ROOT)).toHaveLength(1);
  });

  test.each(['#here', 'agents.md#here', '../deploy/compose.yaml', 'https://example.com/'])('%s is alive', (url) => {
    expect(listDeadLinks([page(url)], ROOT)).toEqual([]);
  });
});

describe('a link', () => {
  test.each([
    ['relay.md', '/docs/relay'],
    ['relay.md#roles', '/docs/relay#roles'],
    ['decisions/', '/docs/decisions'],
    ['decisions/007-own-api-page.md', '/docs/decisions/007-own-api-page'],
    ['../CHANGELOG.md', '/docs/changelog'],
    ['../README.md', '/docs'],
    ['../SECURITY.md', '/docs/security'],
    ['#start', '/docs/agents#start'],
    ['nginx.conf', '/docs/files/docs/nginx.conf'],
    ['https://example.com/x', 'https://example.com/x'],
  ])('to %s leads to %s', (url, href) => {
    expect(resolveLink(url, 'docs/agents.md').href).toBe(href);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example/', '/api/docs', '../../etc/passwd'])(
    'to %s is refused',
    (url) => {
      expect(() => resolveLink(url, 'docs/agents.md')).toThrow('docs/agents.md links to');
    },
  );

  test('of a file that is no page has no address', () => {
    expect(addressOf('src/server/app.ts')).toBeUndefined();
    expect(addressOf('fixtures/notes.md')).toBeUndefined();
  });
});

describe('a page', () => {
  test('shows raw HTML as text', () => {
    const page = render('<script>alert(1)</script>\n\ntext <img src=x onerror=alert(1)> `</code><script>`');
    expect(page).not.toMatch(/<(script|img)/);
    expect(page).toContain('&lt;script&gt;');
  });

  test('names headings as GitHub does, each once', () => {
    const tree = parseMarkdown('# A\n\n## What `baton run` does, and why?\n\n## Start\n\n## Start\n', () => undefined);
    expect([...nameHeadings(tree).values()].map(({ id }) => id)).toEqual([
      'a',
      'what-baton-run-does-and-why',
      'start',
      'start-1',
    ]);
  });

  test('colours code of a known language and leaves other code as it is', () => {
    expect(render('```json\n{ "a": 1 }\n```')).toContain('<span data-token="value">');
    expect(render('```\n<b> & </b>\n```')).toContain('&lt;b&gt; &amp; &lt;/b&gt;');
  });

  test('shows a picture in the theme of the page', () => {
    const both = render('![A run](images/run-light.png)', () => true);
    expect(both).toContain('<img src="/docs/files/docs/images/run-light.png" alt="A run"');
    expect(both).toContain('run-dark.png');
    expect(render('![A run](images/run-light.png)')).not.toContain('run-dark.png');
  });

  test('has no style and no script of its own beside the one that sets the theme', () => {
    const { pages: made, notFound } = makeSite(ROOT, ASSETS);
    for (const html of [...made.values(), notFound]) {
      expect(html.match(/<script>/g)).toHaveLength(1);
      expect(html).not.toMatch(/ style=|<style| on[a-z]+="/);
    }
  });
});

test('a site is made of what is in the folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-docs-'));
  folders.push(folder);
  for (const { entries } of NAVIGATION)
    for (const { file } of entries) put(folder, file, `# ${file}\n\nText of ${file}.\n`);
  put(folder, 'docs/agents.md', '# Agents & co\n\nLead.\n\n## A section\n\nSee ![x](images/a.png).\n');
  put(folder, 'docs/decisions/001-first.md', '# 001: First\n\nText.\n');
  put(folder, 'src/web/index.html', '<script>theme()</script>');
  const site = makeSite(folder, ASSETS);
  expect([...site.pages.keys()]).toEqual(
    expect.arrayContaining(['index', 'agents', 'changelog', 'decisions/001-first']),
  );
  expect(site.files).toEqual(['docs/images/a.png']);
  const agents = site.pages.get('agents') ?? '';
  expect(agents).toContain('<title>Agents &amp; co · Baton documentation</title>');
  expect(agents).toContain('<script>theme()</script>');
  expect(agents).toContain('<a href="/docs/agents" aria-current="page">');
  expect(agents).toContain('rel="next"');
  expect(JSON.parse(site.searchIndex)).toContainEqual({
    page: 'Agents & co',
    heading: 'A section',
    address: '/docs/agents#a-section',
    text: 'See x.',
  });
});

function put(folder: string, file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}
