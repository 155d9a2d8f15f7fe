import type { ComponentType } from 'react';

/** As much of a drawn text as is looked at here. */
export interface DrawnNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: DrawnNode[];
  position?: { start: { line: number }; end: { line: number } } | undefined;
}

export interface Marking {
  /** Adds elements with the tag to the tree of the text, after it was made safe. */
  place: () => (tree: DrawnNode) => void;
  tag: 'samp';
  draw: ComponentType<{ 'data-mark'?: string }>;
}
