import type { ReactNode } from 'react';
import type { Alignment } from '#markdown/block.ts';
import type { BlockNode, InlineNode, RowNode } from '#markdown/tree/tree.ts';
import layout from '#web/styles/layout.module.css';
import { drawInline } from './draw-inline.tsx';

/** Rows and cells of one text never move, so the index is the key. */
export function drawTable({ align, head, rows }: BlockNode & { type: 'table' }, index: number, id: string): ReactNode {
  return (
    // A scroll container must be focusable, or it cannot be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section key={index} className={layout.scroll} aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>{head.map((cell, at) => drawCell('th', cell, at, align, id))}</tr>
        </thead>
        {rows.length > 0 && <tbody>{rows.map((row, at) => drawRow(row, at, align, id))}</tbody>}
      </table>
    </section>
  );
}

function drawRow({ cells, missing }: RowNode, index: number, align: readonly Alignment[], id: string): ReactNode {
  return (
    <tr key={index}>
      {cells.map((cell, at) => drawCell('td', cell, at, align, id))}
      {missing > 0 && <td colSpan={missing} />}
    </tr>
  );
}

function drawCell(
  Tag: 'th' | 'td',
  cell: readonly InlineNode[],
  index: number,
  align: readonly Alignment[],
  id: string,
) {
  const textAlign = align[index] ?? undefined;
  return (
    <Tag key={index} style={textAlign === undefined ? undefined : { textAlign }}>
      {drawInline(cell, id)}
    </Tag>
  );
}
