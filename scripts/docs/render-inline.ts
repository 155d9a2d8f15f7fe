import type { FootnoteReference, InlineNode } from '#markdown/tree/tree.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { type Target, resolveLink } from './resolve-link.ts';

/** What rendering one file needs to know, and what it finds out. */
export interface Rendering {
  file: string;
  /** Whether a file is in the repository. */
  exists(file: string): boolean;
  /** Every link and image of the page, in order. */
  targets: Target[];
}

const TAGS = { emphasis: 'em', strong: 'strong', delete: 'del' } as const;

export const renderInline = (nodes: readonly InlineNode[], rendering: Rendering): string =>
  nodes.map((node) => renderNode(node, rendering)).join('');

function renderNode(node: InlineNode, rendering: Rendering): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value);
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`;
    case 'break':
      return '<br>';
    case 'image':
      return renderImage(node.url, node.alt, rendering);
    case 'link': {
      const target = follow(node.url, rendering);
      const away = target.kind === 'outside' ? ' rel="noopener noreferrer"' : '';
      return `<a href="${escapeHtml(target.href)}"${away}>${renderInline(node.children, rendering)}</a>`;
    }
    case 'footnoteReference':
      return renderReference(node);
    default: {
      const tag = TAGS[node.type];
      return `<${tag}>${renderInline(node.children, rendering)}</${tag}>`;
    }
  }
}

function follow(url: string, rendering: Rendering): Target {
  const target = resolveLink(url, rendering.file);
  rendering.targets.push(target);
  return target;
}

/** A picture `…-light.png` with a `…-dark.png` beside it is shown in the theme of the page. */
function renderImage(url: string, alt: string, rendering: Rendering): string {
  const draw = (source: string, className: string) =>
    `<img src="${escapeHtml(follow(source, rendering).href)}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async"${className}>`;
  const dark = url.replace(/-light\./, '-dark.');
  const target = resolveLink(dark, rendering.file);
  if (dark === url || target.kind !== 'file' || !rendering.exists(target.file)) return draw(url, '');
  return draw(url, ' class="in-light"') + draw(dark, ' class="in-dark"');
}

export const referenceId = (number: number, nth: number) => `fnref-${number}${nth === 1 ? '' : `-${nth}`}`;

const renderReference = ({ number, nth }: FootnoteReference) =>
  `<sup><a id="${referenceId(number, nth)}" href="#fn-${number}" aria-label="Footnote ${number}">${number}</a></sup>`;
