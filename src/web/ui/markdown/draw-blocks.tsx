import type { ReactNode } from 'react';
import type { BlockNode, ListItem } from '#markdown/tree/tree.ts';
import { CodeBlock } from './code-block.tsx';
import { drawInline } from './draw-inline.tsx';
import { drawTable } from './draw-table.tsx';
import type { HeadingLevels } from './heading-levels.ts';

export interface Drawing {
  /** Prefix that makes the ids within this text unique in the page. */
  id: string;
  levels: HeadingLevels;
}

/** Nodes of one text never move, so the index is the key. `end` is appended to the last paragraph, or after the last block. */
export function drawBlocks(nodes: readonly BlockNode[], drawing: Drawing, end?: ReactNode): ReactNode[] {
  const isInLast = end !== undefined && nodes.at(-1)?.type === 'paragraph';
  const drawn = nodes.map((node, index) =>
    drawBlock(node, index, drawing, isInLast && index === nodes.length - 1 ? end : null),
  );
  if (end !== undefined && !isInLast) drawn.push(end);
  return drawn;
}

function drawBlock(node: BlockNode, index: number, drawing: Drawing, end: ReactNode): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return (
        <p key={index}>
          {drawInline(node.children, drawing.id)}
          {end}
        </p>
      );
    case 'heading': {
      const Tag = drawing.levels.next(node.depth);
      return <Tag key={index}>{drawInline(node.children, drawing.id)}</Tag>;
    }
    case 'code':
      return <CodeBlock key={index} code={node.value} language={node.language.toLowerCase()} />;
    case 'html':
      // Raw HTML is shown as text: neither interpreted (XSS) nor dropped.
      return <p key={index}>{node.value}</p>;
    case 'thematicBreak':
      return <hr key={index} />;
    case 'blockquote':
      return <blockquote key={index}>{drawBlocks(node.children, drawing)}</blockquote>;
    case 'list':
      return drawList(node, index, drawing);
    default:
      return drawTable(node, index, drawing.id);
  }
}

function drawList(node: BlockNode & { type: 'list' }, index: number, drawing: Drawing): ReactNode {
  const className = node.items.some(({ checked }) => checked !== null) ? 'contains-task-list' : undefined;
  const items = node.items.map((item, at) => drawItem(item, at, node.isLoose, drawing));
  if (node.start === null)
    return (
      <ul key={index} className={className}>
        {items}
      </ul>
    );
  return (
    <ol key={index} className={className} start={node.start === 1 ? undefined : node.start}>
      {items}
    </ol>
  );
}

function drawItem({ checked, children }: ListItem, index: number, isLoose: boolean, drawing: Drawing): ReactNode {
  const [first, ...rest] = children;
  const box = checked === null ? null : <Box isDone={checked} />;
  const text = first?.type === 'paragraph' ? drawInline(first.children, drawing.id) : null;
  return (
    <li key={index} className={box === null ? undefined : 'task-list-item'}>
      {text !== null && isLoose ? (
        <p>
          {box}
          {text}
        </p>
      ) : (
        <>
          {box}
          {text}
        </>
      )}
      {(text === null ? children : rest).map((node, at) => drawInItem(node, at, isLoose, drawing))}
    </li>
  );
}

/** In a tight list paragraphs are rendered without a p element. */
function drawInItem(node: BlockNode, index: number, isLoose: boolean, drawing: Drawing): ReactNode {
  return node.type === 'paragraph' && !isLoose
    ? ['\n', ...drawInline(node.children, drawing.id)]
    : drawBlock(node, index, drawing, null);
}

function Box({ isDone }: { isDone: boolean }) {
  return (
    <>
      <input type="checkbox" disabled checked={isDone} aria-label={isDone ? 'Done' : 'Not done'} />{' '}
    </>
  );
}
