import type { BlockNode, InlineNode } from '#markdown/tree/tree.ts';

/** What a reader sees of inline nodes, without marks. */
export function textOf(nodes: readonly InlineNode[]): string {
  return nodes.map(textOfNode).join('');
}

function textOfNode(node: InlineNode): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return ' ';
  if (node.type === 'image') return node.alt;
  if (node.type === 'footnoteReference') return '';
  return textOf(node.children);
}

/** The words of a block, for the search index. */
export function wordsOf(node: BlockNode): string {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return textOf(node.children);
    case 'code':
    case 'html':
      return node.value;
    case 'thematicBreak':
      return '';
    case 'blockquote':
      return node.children.map(wordsOf).join(' ');
    case 'list':
      return node.items.map(({ children }) => children.map(wordsOf).join(' ')).join(' ');
    default:
      return [node.head, ...node.rows.map(({ cells }) => cells)].map((row) => row.map(textOf).join(' ')).join(' ');
  }
}
