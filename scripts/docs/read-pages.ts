import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseMarkdown } from '#markdown/tree/parse-markdown.ts';
import type { BlockNode } from '#markdown/tree/tree.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import type { Section } from '../../src/docs/section.ts';
import { type Heading, nameHeadings } from './name-headings.ts';
import { DECISIONS, NAVIGATION, addressOf } from './navigation.ts';
import { textOf, wordsOf } from './plain-text.ts';
import { type BlockRendering, FOOTNOTES, renderBlocks, renderFootnotes } from './render-blocks.ts';
import type { Target } from './resolve-link.ts';

export interface DocsPage {
  file: string;
  address: string;
  group: string;
  /** In the navigation. */
  label: string;
  title: string;
  /** The first paragraph, for search engines and link previews. */
  description: string;
  headings: readonly Heading[];
  body: string;
  sections: readonly Section[];
  targets: readonly Target[];
}

/** The few names that documentation uses. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u{A0}' };

const LONGEST_DESCRIPTION = 200;

/** All pages of the documentation in reading order. */
export function readPages(root: string): DocsPage[] {
  const listed = NAVIGATION.flatMap(({ title, entries }) =>
    entries.map(({ file, label }) => readPage(root, { file, label, group: title })),
  );
  const decisions = globSync(`${DECISIONS.folder}/*.md`, { cwd: root })
    .toSorted()
    .map((file) => readPage(root, { file, group: DECISIONS.title }));
  return [...listed, listDecisions(decisions), ...decisions];
}

interface Place {
  file: string;
  group: string;
  label?: string;
}

function readPage(root: string, { file, group, label }: Place): DocsPage {
  const tree = parseMarkdown(readFileSync(path.join(root, file), 'utf8'), (name) => ENTITIES[name]);
  const headings = nameHeadings(tree);
  const targets: Target[] = [];
  const exists = (other: string) => existsSync(path.join(root, other));
  const rendering: BlockRendering = { file, headings, targets, exists };
  const body = [renderBlocks(tree.children, rendering), renderFootnotes(tree.footnotes, rendering)].join('\n');
  const title = [...headings.values()].find(({ depth }) => depth === 1)?.text ?? file;
  const first = tree.children.find((node) => node.type === 'paragraph');
  const address = addressOf(file) ?? '';
  return {
    file,
    address,
    group,
    label: label ?? title,
    title,
    description: first === undefined ? '' : shorten(textOf(first.children)),
    headings: [...headings.values(), ...(tree.footnotes.length > 0 ? [FOOTNOTES] : [])],
    body,
    sections: listSections(tree.children, headings, { page: title, address }),
    targets,
  };
}

function listSections(
  nodes: readonly BlockNode[],
  headings: ReadonlyMap<BlockNode, Heading>,
  { page, address }: Pick<Section, 'page' | 'address'>,
): Section[] {
  const sections: Section[] = [{ page, address, text: '' }];
  for (const node of nodes) {
    const heading = headings.get(node);
    if (heading !== undefined && heading.depth > 1)
      sections.push({ page, heading: heading.text, address: `${address}#${heading.id}`, text: '' });
    const current = sections.at(-1);
    if (heading === undefined && current !== undefined) current.text = `${current.text} ${wordsOf(node)}`.trim();
  }
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ') }));
}

function listDecisions(decisions: readonly DocsPage[]): DocsPage {
  const lead =
    'Choices that close off others, half a page each: what was the question, what was decided, what follows.';
  const items = decisions.map(({ address, title }) => ({ address, title }));
  const rows = items.map(({ address, title }) => `<li><a href="${address}">${escapeHtml(title)}</a></li>`);
  return {
    file: DECISIONS.folder,
    address: DECISIONS.address,
    group: DECISIONS.title,
    label: 'All decisions',
    title: DECISIONS.title,
    description: lead,
    headings: [],
    body: `<h1>${DECISIONS.title}</h1>\n<p>${lead}</p>\n<ul>\n${rows.join('\n')}\n</ul>`,
    sections: [{ page: DECISIONS.title, address: DECISIONS.address, text: lead }],
    targets: [],
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= LONGEST_DESCRIPTION ? line : `${line.slice(0, LONGEST_DESCRIPTION).replace(/\s\S*$/, '')}…`;
}
