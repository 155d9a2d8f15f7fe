import type { Block } from './block.ts';

/** Every block with those inside it, in the order of their lines. */
export function* eachBlock(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    if (block.type === 'quote' || block.type === 'footnote') yield* eachBlock(block.children);
    if (block.type === 'list') for (const { children } of block.items) yield* eachBlock(children);
  }
}
