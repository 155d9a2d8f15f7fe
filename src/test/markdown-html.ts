import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { normaliseLabel } from '#markdown/scan/link-parts.ts';
import { parseMarkdown } from '#markdown/tree/parse-markdown.ts';
import type { BlockNode, InlineNode } from '#markdown/tree/tree.ts';

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00A0',
  copy: '©',
  auml: 'ä',
};

/** A few names are enough to see that they are decoded where they should be; the browser knows all of them. */
export const decodeEntity = (name: string): string | undefined => ENTITIES[name];

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const text = (value: string) => escape(value.replaceAll(/[\t ]*(?:\r\n?|\n)[\t ]*/gu, '\n'));
const code = (value: string) => `<code>${escape(value.replaceAll(/\s+/gu, ' '))}</code>`;
const link = (url: string, title: string | null | undefined, inside: string) =>
  `<a href="${escape(url)}"${title === null || title === undefined ? '' : ` title="${text(title)}"`}>${inside}</a>`;
const list = (start: number | null | undefined, items: string) =>
  start === null || start === undefined
    ? `<ul>${items}</ul>`
    : `<ol${start === 1 ? '' : ` start="${start}"`}>${items}</ol>`;
const item = (checked: boolean | null | undefined, inside: string) =>
  `<li${checked === null || checked === undefined ? '' : checked ? ' done' : ' open'}>${inside}</li>`;
const cell = (tag: string, align: string | null | undefined, inside: string) =>
  `<${tag}${align === null || align === undefined ? '' : ` ${align}`}>${inside}</${tag}>`;
const block = (tag: string, inside: string) => `<${tag}>${inside}</${tag}>\n`;
const pre = (language: string | null | undefined, value: string) =>
  `<pre ${escape(language ?? '')}>${escape(value)}</pre>\n`;
const TAGS = { emphasis: 'em', strong: 'strong', delete: 'del' } as const;

/** The HTML of a text by our parser. */
export function htmlOfOurs(source: string): string {
  const inline = (nodes: readonly InlineNode[]): string =>
    nodes
      .map((node) => {
        if (node.type === 'text') return text(node.value);
        if (node.type === 'inlineCode') return code(node.value);
        if (node.type === 'break') return '<br>\n';
        if (node.type === 'image') return `<img alt="${text(node.alt)}">`;
        if (node.type === 'footnoteReference') return `<sup>${node.number}</sup>`;
        if (node.type === 'link') return link(node.url, node.title, inline(node.children));
        return `<${TAGS[node.type]}>${inline(node.children)}</${TAGS[node.type]}>`;
      })
      .join('');
  const blocks = (nodes: readonly BlockNode[], isTight = false): string =>
    nodes
      .map((node) => {
        if (node.type === 'paragraph') return isTight ? inline(node.children) : block('p', inline(node.children));
        if (node.type === 'heading') return block(`h${node.depth}`, inline(node.children));
        if (node.type === 'code') return pre(node.language, node.value);
        if (node.type === 'html') return block('p', text(node.value.trim()));
        if (node.type === 'thematicBreak') return '<hr>\n';
        if (node.type === 'blockquote') return block('blockquote', blocks(node.children));
        if (node.type === 'list')
          return list(
            node.start,
            node.items.map((each) => item(each.checked, blocks(each.children, !node.isLoose))).join(''),
          );
        const row = (tag: string, cells: InlineNode[][]) =>
          block('tr', cells.map((each, i) => cell(tag, node.align[i], inline(each))).join(''));
        return block('table', row('th', node.head) + node.rows.map((each) => row('td', each.cells)).join(''));
      })
      .join('');
  const { children, footnotes } = parseMarkdown(source, decodeEntity);
  return blocks(children) + footnotes.map((each) => block('footnote', blocks(each.children))).join('');
}

/** The HTML of a text by the parser of the field, in the same words. */
export function htmlOfTheirs(source: string): string {
  const root: Root = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const links = new Map<string, { url: string; title?: string | null | undefined }>();
  const notes = new Map<string, Nodes[]>();
  const collect = (node: Nodes): void => {
    if (node.type === 'definition' && !links.has(normaliseLabel(node.identifier)))
      links.set(normaliseLabel(node.identifier), node);
    if (node.type === 'footnoteDefinition' && !notes.has(normaliseLabel(node.identifier)))
      notes.set(normaliseLabel(node.identifier), node.children);
    if ('children' in node) node.children.forEach(collect);
  };
  collect(root);
  const called: string[] = [];
  const call = (identifier: string): number => {
    const name = normaliseLabel(identifier);
    if (!called.includes(name)) called.push(name);
    return called.indexOf(name) + 1;
  };

  const all = (nodes: readonly Nodes[], isTight = false, isInLink = false): string =>
    nodes.map((node) => one(node, isTight, isInLink)).join('');
  const one = (node: Nodes, isTight: boolean, isInLink: boolean): string => {
    switch (node.type) {
      case 'text':
      case 'html':
        return text(node.value);
      case 'inlineCode':
        return code(node.value);
      case 'break':
        return '<br>\n';
      case 'image':
      case 'imageReference':
        return `<img alt="${text(node.alt ?? '')}">`;
      case 'footnoteReference':
        return `<sup>${call(node.identifier)}</sup>`;
      case 'link':
      case 'linkReference': {
        const target = node.type === 'link' ? node : links.get(normaliseLabel(node.identifier));
        const inside = all(node.children, false, true);
        return isInLink ? inside : link(target?.url ?? '', target?.title, inside);
      }
      case 'emphasis':
      case 'strong':
      case 'delete':
        return `<${TAGS[node.type]}>${all(node.children, false, isInLink)}</${TAGS[node.type]}>`;
      case 'paragraph':
        return isTight ? all(node.children) : block('p', all(node.children));
      case 'heading':
        return block(`h${node.depth}`, all(node.children));
      case 'code':
        return pre(node.lang, node.value);
      case 'thematicBreak':
        return '<hr>\n';
      case 'blockquote':
        return block('blockquote', flow(node.children));
      case 'list': {
        const isLoose = node.spread === true || node.children.some((each) => each.spread === true);
        const items = node.children.map((each) => item(each.checked, flow(each.children, !isLoose))).join('');
        return list(node.ordered === true ? (node.start ?? 1) : null, items);
      }
      case 'table': {
        const rows = node.children.map((each, index) => {
          const tag = index === 0 ? 'th' : 'td';
          const cells = (node.align ?? []).map((align, i) => cell(tag, align, all(each.children[i]?.children ?? [])));
          return block('tr', cells.join(''));
        });
        return block('table', rows.join(''));
      }
      default:
        return '';
    }
  };
  /** HTML between blocks is a paragraph of its own. */
  const flow = (nodes: readonly Nodes[], isTight = false): string =>
    nodes
      .map((node) => (node.type === 'html' ? block('p', text(node.value.trim())) : one(node, isTight, false)))
      .join('');

  let html = flow(root.children);
  for (let index = 0; index < called.length; index += 1)
    html += block('footnote', flow(notes.get(called[index] ?? '') ?? []));
  return html;
}
