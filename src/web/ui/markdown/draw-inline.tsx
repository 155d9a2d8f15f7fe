import { Fragment, type ReactNode } from 'react';
import type { FootnoteReference, InlineNode, LinkNode } from '#markdown/tree/tree.ts';
import typography from '#web/styles/typography.module.css';
import { encodeAddress, isForeign, safeAddress } from './safe-address.ts';

const TAGS = { emphasis: 'em', strong: 'strong', delete: 'del' } as const;

/** Inline nodes of a block. `id` makes the ids of its footnotes unique. Nodes of one text never move, so the index is the key. */
export function drawInline(nodes: readonly InlineNode[], id: string): ReactNode[] {
  return nodes.map((node, index) => drawNode(node, index, id));
}

function drawNode(node: InlineNode, index: number, id: string): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'inlineCode':
      return <code key={index}>{node.value}</code>;
    case 'break':
      return (
        <Fragment key={index}>
          <br />
          {'\n'}
        </Fragment>
      );
    case 'image':
      // Nothing is fetched from other hosts: an image is shown as its alt text.
      return <span key={index}>{node.alt === '' ? 'image' : node.alt}</span>;
    case 'link':
      return drawLink(node, index, id);
    case 'footnoteReference':
      return drawReference(node, index, id);
    default: {
      const Tag = TAGS[node.type];
      return <Tag key={index}>{drawInline(node.children, id)}</Tag>;
    }
  }
}

function drawLink({ url, title, children }: LinkNode, index: number, id: string): ReactNode {
  const href = safeAddress(encodeAddress(url));
  const inside = drawInline(children, id);
  if (href === undefined) return <span key={index}>{inside}</span>;
  const away = isForeign(href) ? { target: '_blank' } : {};
  return (
    <a
      key={index}
      title={title ?? undefined}
      {...away}
      href={href}
      rel="noopener noreferrer"
      className={typography.link}
    >
      {inside}
    </a>
  );
}

/** Id of the nth reference to a footnote. */
export const referenceId = (id: string, number: number, nth: number) =>
  `${id}-fnref-${number}${nth === 1 ? '' : `-${nth}`}`;

function drawReference({ number, nth }: FootnoteReference, index: number, id: string): ReactNode {
  return (
    <sup key={index}>
      <a
        id={referenceId(id, number, nth)}
        data-footnote-ref
        aria-describedby={`${id}-footnotes`}
        href={`#${id}-fn-${number}`}
        rel="noopener noreferrer"
        className={typography.link}
      >
        {number}
      </a>
    </sup>
  );
}
