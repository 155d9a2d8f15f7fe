import type { InlineNode } from '../tree/tree.ts';

/** Emphasis, links and images inside each other beyond this are shown as text: what draws them goes down level by level. */
export const DEPTH_MAX = 32;

/** A run of `*`, `_` or `~` that may begin or end something. */
export interface Delimiter {
  type: 'delimiter';
  code: number;
  /** How many of its marks are still free. */
  length: number;
  written: number;
  canOpen: boolean;
  canClose: boolean;
}

/** A node with the number of levels below it. */
export interface Finished {
  type: 'node';
  node: InlineNode;
  height: number;
}

export type Piece = Delimiter | Finished;

export const finished = (node: InlineNode, height = 0): Finished => ({ type: 'node', node, height });
export const textPiece = (value: string): Finished => finished({ type: 'text', value });

export interface Nodes {
  nodes: InlineNode[];
  height: number;
}

/** The nodes of finished pieces; neighbouring texts become one. */
export function joinPieces(pieces: readonly Piece[]): Nodes {
  const nodes: InlineNode[] = [];
  let height = 0;
  let words: string[] = [];
  const flush = () => {
    if (words.length > 0) nodes.push({ type: 'text', value: words.join('') });
    words = [];
  };
  for (const piece of pieces) {
    if (piece.type === 'delimiter') words.push(String.fromCharCode(piece.code).repeat(piece.length));
    else if (piece.node.type === 'text') words.push(piece.node.value);
    else {
      flush();
      nodes.push(piece.node);
      height = Math.max(height, piece.height);
    }
  }
  flush();
  return { nodes, height };
}
