import { Characters, type Work } from '../scan/characters.ts';
import { OPEN_SQUARE } from '../scan/codes.ts';
import { type DecodeEntity, decodeText } from '../scan/entities.ts';
import { scanDefinition } from '../scan/link-definition.ts';
import { normaliseLabel } from '../scan/link-parts.ts';
import type { FootnoteBlock, ParagraphBlock } from './raw-block.ts';

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

/** Takes the definitions of links from the head of a paragraph; one without other lines is none any more. */
export function takeDefinitions(paragraph: ParagraphBlock, definitions: Definitions, work: Work): void {
  if (paragraph.lines[0]?.charCodeAt(0) !== OPEN_SQUARE) return;
  const chars = new Characters(paragraph.lines.join('\n'), work);
  work.visits += chars.length;
  let at = 0;
  while (at < chars.length) {
    const found = scanDefinition(chars, at);
    if (found === null) break;
    const { label, address, title, end } = found;
    const decode = ({ from, to }: { from: number; to: number }) => decodeText(chars, from, to, definitions.decode);
    definitions.addLink(chars.slice(label.from, label.to), {
      url: decode(address),
      title: title === null ? null : decode(title),
    });
    at = end;
  }
  if (at > 0) paragraph.lines = at < chars.length ? chars.slice(at, chars.length).split('\n') : [];
}
