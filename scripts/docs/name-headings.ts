import type { BlockNode, MarkdownTree } from '#markdown/tree/tree.ts';
import { textOf } from './plain-text.ts';

export interface Heading {
  id: string;
  depth: number;
  text: string;
}

export type Headings = ReadonlyMap<BlockNode, Heading>;

/** Names the headings of a page as GitHub does, so that a link to a section works in both places. */
export function nameHeadings({ children }: MarkdownTree): Headings {
  const used = new Map<string, number>();
  const named = new Map<BlockNode, Heading>();
  for (const node of children) {
    if (node.type !== 'heading') continue;
    const text = textOf(node.children);
    const slug = slugOf(text);
    const before = used.get(slug);
    used.set(slug, (before ?? -1) + 1);
    named.set(node, { id: before === undefined ? slug : `${slug}-${before + 1}`, depth: node.depth, text });
  }
  return named;
}

const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
