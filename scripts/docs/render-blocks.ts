import type { Alignment } from '#markdown/block.ts';
import type { BlockNode, Footnote, InlineNode, ListItem } from '#markdown/tree/tree.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { type CodeToken, readTokens } from '#web/ui/markdown/read-tokens.ts';
import type { Heading, Headings } from './name-headings.ts';
import { type Rendering, referenceId, renderInline } from './render-inline.ts';

export interface BlockRendering extends Rendering {
  headings: Headings;
}

/** Code with longer lines may have to be scrolled sideways, which a keyboard can do only where it can focus. */
const LONG_LINE = /[^\n]{37}/;

export const renderBlocks = (nodes: readonly BlockNode[], rendering: BlockRendering): string =>
  nodes.map((node) => renderBlock(node, rendering)).join('\n');

function renderBlock(node: BlockNode, rendering: BlockRendering): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${renderInline(node.children, rendering)}</p>`;
    case 'heading':
      return renderHeading(node, rendering);
    case 'code':
      return renderCode(node.value, node.language.toLowerCase());
    case 'html':
      // Raw HTML is shown as text: neither interpreted nor dropped.
      return `<p>${escapeHtml(node.value)}</p>`;
    case 'thematicBreak':
      return '<hr>';
    case 'blockquote':
      return `<blockquote>${renderBlocks(node.children, rendering)}</blockquote>`;
    case 'list':
      return renderList(node, rendering);
    default:
      return renderTable(node, rendering);
  }
}

function renderHeading(node: BlockNode & { type: 'heading' }, rendering: BlockRendering): string {
  const inside = renderInline(node.children, rendering);
  const heading = rendering.headings.get(node);
  if (heading === undefined || node.depth === 1) return `<h${node.depth}>${inside}</h${node.depth}>`;
  const id = escapeHtml(heading.id);
  const anchor = `<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(heading.text)}">#</a>`;
  return `<h${node.depth} id="${id}">${inside}${anchor}</h${node.depth}>`;
}

function renderCode(code: string, language: string): string {
  const focus = LONG_LINE.test(code) ? ' tabindex="0"' : '';
  const name = language === '' ? 'text' : language;
  return (
    `<div class="code"><div class="code-head"><span>${escapeHtml(name)}</span></div>` +
    `<pre${focus}><code>${renderTokens(readTokens(code, language))}</code></pre></div>`
  );
}

const renderTokens = (tokens: readonly (string | CodeToken)[]): string =>
  tokens
    .map((token) =>
      typeof token === 'string'
        ? escapeHtml(token)
        : `<span data-token="${token.colour}">${renderTokens(token.inside)}</span>`,
    )
    .join('');

function renderList({ start, isLoose, items }: BlockNode & { type: 'list' }, rendering: BlockRendering): string {
  const inside = items.map((item) => renderItem(item, isLoose, rendering)).join('\n');
  if (start === null) return `<ul>\n${inside}\n</ul>`;
  return `<ol${start === 1 ? '' : ` start="${start}"`}>\n${inside}\n</ol>`;
}

/** In a tight list paragraphs are rendered without a p element. */
function renderItem({ checked, children }: ListItem, isLoose: boolean, rendering: BlockRendering): string {
  const box = checked === null ? '' : `<input type="checkbox" disabled${checked ? ' checked' : ''} aria-label="Done"> `;
  const inside = children.map((node) =>
    node.type === 'paragraph' && !isLoose ? renderInline(node.children, rendering) : renderBlock(node, rendering),
  );
  return `<li>${box}${inside.join('\n')}</li>`;
}

/** A scroll container must be focusable, or it cannot be scrolled by keyboard. */
function renderTable({ align, head, rows }: BlockNode & { type: 'table' }, rendering: BlockRendering): string {
  const cells = (tag: string, row: readonly InlineNode[][]) =>
    row.map((cell, at) => `<${tag}${alignment(align[at])}>${renderInline(cell, rendering)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row.cells)}</tr>`).join('\n');
  return (
    `<div class="table" role="group" aria-label="Table" tabindex="0"><table>` +
    `<thead><tr>${cells('th', head)}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
  );
}

const alignment = (align: Alignment | undefined) => (align ? ` class="${align}"` : '');

export const FOOTNOTES: Heading = { id: 'footnotes', depth: 2, text: 'Sources and notes' };

export function renderFootnotes(footnotes: readonly Footnote[], rendering: BlockRendering): string {
  if (footnotes.length === 0) return '';
  const items = footnotes.map(({ number, references, children }) => {
    const returns = Array.from(
      { length: references },
      (_, index) =>
        ` <a href="#${referenceId(number, index + 1)}" aria-label="Back to reference ${number}${index === 0 ? '' : `-${index + 1}`}">↩</a>`,
    );
    return `<li id="fn-${number}">${renderBlocks(children, rendering)}${returns.join('')}</li>`;
  });
  return `<section class="footnotes"><h2 id="${FOOTNOTES.id}">${FOOTNOTES.text}</h2><ol>${items.join('\n')}</ol></section>`;
}
