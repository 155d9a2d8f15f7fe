import type { Block, FootnoteBlock, TextBlock } from '../block.ts';
import { Characters, type Work } from '../scan/characters.ts';
import { type DecodeEntity, decodeText } from '../scan/entities.ts';
import { scanDefinitions } from '../scan/link-definition.ts';
import { normaliseLabel } from '../scan/link-parts.ts';

export interface Target {
  url: string;
  title: string | null;
}

/** What the links and footnotes of a text refer to by name. The first of one name counts. */
export class Definitions {
  readonly decode: DecodeEntity;
  private readonly links = new Map<string, Target>();
  private readonly footnotes = new Map<string, FootnoteBlock>();

  constructor(decode: DecodeEntity) {
    this.decode = decode;
  }

  addLink(label: string, target: Target): void {
    const name = normaliseLabel(label);
    if (!this.links.has(name)) this.links.set(name, target);
  }

  addFootnote(block: FootnoteBlock): void {
    const name = normaliseLabel(block.label);
    if (!this.footnotes.has(name)) this.footnotes.set(name, block);
  }

  findLink(label: string): Target | undefined {
    return this.links.size === 0 ? undefined : this.links.get(normaliseLabel(label));
  }

  findFootnote(label: string): FootnoteBlock | undefined {
    return this.footnotes.size === 0 ? undefined : this.footnotes.get(normaliseLabel(label));
  }
}

/** Notes what links and footnotes refer to, in the order of the text. */
export function collectDefinitions(blocks: readonly Block[], definitions: Definitions, work: Work): void {
  for (const block of blocks) {
    if (block.type === 'paragraph') takeLinks(block, definitions, work);
    if (block.type === 'footnote') definitions.addFootnote(block);
    if (block.type === 'list') for (const item of block.items) collectDefinitions(item.children, definitions, work);
    if (block.type === 'quote' || block.type === 'footnote') collectDefinitions(block.children, definitions, work);
  }
}

/** Takes the definitions of links from the head of a paragraph, which may have no lines then. */
function takeLinks(paragraph: TextBlock, definitions: Definitions, work: Work): void {
  if (paragraph.lines[0]?.startsWith('[') !== true) return;
  const chars = new Characters(paragraph.lines.join('\n'), work);
  work.visits += chars.length;
  let at = 0;
  for (const { label, address, title, end } of scanDefinitions(chars)) {
    const decode = ({ from, to }: { from: number; to: number }) => decodeText(chars, from, to, definitions.decode);
    definitions.addLink(chars.slice(label.from, label.to), {
      url: decode(address),
      title: title === null ? null : decode(title),
    });
    at = end;
  }
  if (at > 0) paragraph.lines = at < chars.length ? chars.slice(at, chars.length).split('\n') : [];
}
