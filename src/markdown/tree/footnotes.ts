import type { Block, FootnoteBlock } from '../block.ts';
import type { Definitions } from './definitions.ts';

import type { BlockNode, Footnote, FootnoteReference } from './tree.ts';

/** Numbers footnotes in the order in which the text comes to them. */
export class Footnotes {
  private readonly definitions: Definitions;
  private readonly known = new Map<FootnoteBlock, Footnote>();

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  referTo(label: string): FootnoteReference | null {
    const block = /\s/u.test(label) ? undefined : this.definitions.findFootnote(label);
    if (block === undefined) return null;
    const number = this.known.size + 1;
    const footnote = this.known.get(block) ?? { number, references: 0, children: [] };
    this.known.set(block, footnote);
    footnote.references += 1;
    return { type: 'footnoteReference', number: footnote.number, nth: footnote.references };
  }

  /** The footnotes with their texts, which may refer to further ones. */
  finish(finishAll: (blocks: readonly Block[]) => BlockNode[]): Footnote[] {
    // A Map that grows while it is walked through comes to what was added, too.
    for (const [block, footnote] of this.known) footnote.children = finishAll(block.children);
    return [...this.known.values()];
  }
}
