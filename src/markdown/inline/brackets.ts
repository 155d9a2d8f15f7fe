import type { Characters } from '../scan/characters.ts';
import { CLOSE_ROUND, CLOSE_SQUARE, OPEN_ROUND, OPEN_SQUARE, isSpace } from '../scan/codes.ts';
import { decodeText } from '../scan/entities.ts';
import { scanAddress, scanLabel, scanTitle } from '../scan/link-parts.ts';
import type { Definitions, Target } from '../tree/definitions.ts';
import type { InlineNode } from '../tree/tree.ts';
import { DEPTH_MAX, type Piece, finished, textPiece } from './piece.ts';
import { resolveEmphasis } from './resolve-emphasis.ts';

interface Bracket {
  /** Where its label would begin. */
  from: number;
  /** Its place among the pieces. */
  piece: number;
  isImage: boolean;
  /** Another bracket stands between it and the end: no label, which holds none. */
  holdsBracket: boolean;
}

const LABEL_MAX = 999;

/** Pairs square brackets and makes links and images of them. Each closing one looks at the last open one alone. */
export class Brackets {
  private readonly chars: Characters;
  private readonly definitions: Definitions;
  private readonly pieces: Piece[];
  private readonly stack: Bracket[] = [];
  /** Those below it cannot be links: they would hold one. Kept as a bound, so that nobody walks through them. */
  private noLinksBelow = 0;

  constructor(chars: Characters, definitions: Definitions, pieces: Piece[]) {
    this.chars = chars;
    this.definitions = definitions;
    this.pieces = pieces;
  }

  get isInside(): boolean {
    return this.stack.length > 0;
  }

  open(at: number, isImage: boolean): void {
    const last = this.stack.at(-1);
    if (last !== undefined) last.holdsBracket = true;
    this.stack.push({ from: at + 1, piece: this.pieces.length, isImage, holdsBracket: false });
    this.pieces.push(textPiece(isImage ? '![' : '['));
  }

  /** Makes a link or an image of what ends here, if it is one, and tells where to read on. */
  close(at: number): number {
    const bracket = this.stack.pop();
    const isForbidden = bracket !== undefined && !bracket.isImage && this.stack.length < this.noLinksBelow;
    this.noLinksBelow = Math.min(this.noLinksBelow, this.stack.length);
    const found = bracket === undefined || isForbidden ? null : this.findTarget(bracket, at);
    if (bracket === undefined || found === null || !this.finish(bracket, found.target)) {
      this.pieces.push(textPiece(']'));
      return at + 1;
    }
    return found.end;
  }

  private finish({ piece, isImage }: Bracket, { url, title }: Target): boolean {
    const inside = this.pieces.splice(piece);
    const [mark, ...rest] = inside;
    const { nodes, height } = resolveEmphasis(rest, this.chars.work);
    if (height >= DEPTH_MAX) {
      if (mark !== undefined) this.pieces.push(mark);
      for (const node of nodes) this.pieces.push(finished(node, height));
      // Brackets around it would hold it too, and be as deep.
      this.stack.length = 0;
      return false;
    }
    const node: InlineNode = isImage
      ? { type: 'image', alt: this.textOf(nodes), url }
      : { type: 'link', url, title, children: unlink(nodes) };
    this.pieces.push(finished(node, height + 1));
    if (!isImage) this.noLinksBelow = this.stack.length;
    return true;
  }

  private findTarget(bracket: Bracket, at: number): { target: Target; end: number } | null {
    const { chars } = this;
    const next = chars.code(at + 1);
    const resource = next === OPEN_ROUND ? this.readResource(at + 2) : null;
    if (resource !== null) return resource;
    const label = next === OPEN_SQUARE ? scanLabel(chars, at + 1) : null;
    if (label !== null) {
      const target = this.definitions.findLink(chars.slice(label.from, label.to));
      return target === undefined ? null : { target, end: label.end };
    }
    if (bracket.holdsBracket || at - bracket.from > LABEL_MAX) return null;
    const target = this.definitions.findLink(chars.slice(bracket.from, at));
    if (target === undefined) return null;
    const isCollapsed = next === OPEN_SQUARE && chars.code(at + 2) === CLOSE_SQUARE;
    return { target, end: at + (isCollapsed ? 3 : 1) };
  }

  /** What stands in round brackets behind the text: an address and perhaps a title. */
  private readResource(at: number): { target: Target; end: number } | null {
    const { chars } = this;
    const from = chars.skip(at, isSpace);
    const address = scanAddress(chars, from);
    if (address === null) return null;
    const gap = chars.skip(address.end, isSpace);
    const title = gap > address.end ? scanTitle(chars, gap) : null;
    const end = chars.skip(title?.end ?? gap, isSpace);
    if (chars.code(end) !== CLOSE_ROUND) return null;
    const decode = (span: { from: number; to: number }) =>
      decodeText(chars, span.from, span.to, this.definitions.decode);
    return { target: { url: decode(address), title: title === null ? null : decode(title) }, end: end + 1 };
  }

  /** What an image says when it is not shown. */
  private textOf(nodes: readonly InlineNode[]): string {
    let text = '';
    for (const node of nodes) {
      if (node.type === 'text' || node.type === 'inlineCode') text += node.value;
      else if (node.type === 'image') text += node.alt;
      else if ('children' in node) text += this.textOf(node.children);
    }
    this.chars.work.visits += text.length;
    return text;
  }
}

/** A link holds no other: bare addresses in its text are text. */
function unlink(nodes: readonly InlineNode[]): InlineNode[] {
  return nodes.flatMap((node): InlineNode[] => {
    if (node.type === 'link') return node.children;
    return 'children' in node ? [{ ...node, children: unlink(node.children) }] : [node];
  });
}
