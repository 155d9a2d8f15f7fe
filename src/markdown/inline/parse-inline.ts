import { Characters, type Work } from '../scan/characters.ts';
import {
  AMPERSAND,
  BACKSLASH,
  BACKTICK,
  BANG,
  CARET,
  CLOSE_SQUARE,
  LESS,
  LINE_FEED,
  OPEN_SQUARE,
  SPACE,
  isAsciiPunctuation,
  isBlank,
} from '../scan/codes.ts';
import { readEntity } from '../scan/entities.ts';
import { scanLabel } from '../scan/link-parts.ts';
import type { Definitions } from '../tree/definitions.ts';
import type { InlineNode } from '../tree/tree.ts';
import { InlineHtml, readAutolink } from './angle-bracket.ts';
import { type BareAddress, BareAddresses } from './bare-address.ts';
import { Brackets } from './brackets.ts';
import { CodeSpans } from './code-span.ts';
import { type Piece, finished, textPiece } from './piece.ts';
import { isDelimiter, readDelimiter } from './read-delimiter.ts';
import { resolveEmphasis } from './resolve-emphasis.ts';

/** What names refer to, and who counts the references to footnotes. */
export interface References {
  definitions: Definitions;
  referTo: (label: string) => InlineNode | null;
}

/** Where plain text may end: marks, and the `w` and `:` of bare addresses. */
const SPECIAL = new Uint8Array(128);
for (const character of '\\`*_~[]!<&\n:wW') SPECIAL[character.charCodeAt(0)] = 1;
const isSpecial = (code: number) => SPECIAL[code] === 1;
const isPlain = (code: number) => SPECIAL[code] !== 1;

/** The nodes of a text within a block, in one pass from left to right. */
export function parseInline(text: string, references: References, work: Work): InlineNode[] {
  return new InlineParser(new Characters(text, work), references).parse();
}

class InlineParser {
  private readonly chars: Characters;
  private readonly references: References;
  private readonly pieces: Piece[] = [];
  private readonly brackets: Brackets;
  private readonly spans: CodeSpans;
  private readonly html: InlineHtml;
  private readonly addresses: BareAddresses;
  private at = 0;
  /** Where plain text begins that is not written yet. */
  private plain = 0;
  private escapeEnd = -1;

  constructor(chars: Characters, references: References) {
    this.chars = chars;
    this.references = references;
    this.brackets = new Brackets(chars, references.definitions, this.pieces);
    this.spans = new CodeSpans(chars);
    this.html = new InlineHtml(chars);
    this.addresses = new BareAddresses(chars);
  }

  parse(): InlineNode[] {
    const { chars } = this;
    while (this.at < chars.length) {
      const mail = this.addresses.mailAt(this.at);
      if (mail === null) this.step(chars.code(this.at));
      else this.addAddress(mail);
    }
    this.flush(this.at);
    return resolveEmphasis(this.pieces, chars.work).nodes;
  }

  private step(code: number): void {
    if (code === BACKSLASH) this.readEscape();
    else if (code === BACKTICK) this.readCode();
    else if (code === LESS) this.readAngle();
    else if (code === AMPERSAND) this.readCharacter();
    else if (code === LINE_FEED) this.readLineEnd();
    else if (code === OPEN_SQUARE || code === BANG) this.openBracket(code === BANG);
    else if (code === CLOSE_SQUARE) this.closeBracket();
    else if (isDelimiter(code)) this.addDelimiter();
    else if (isSpecial(code)) this.readBareAddress();
    else {
      const end = this.addresses.nextMail(this.at);
      this.at = this.chars.skip(this.at, isPlain, end);
    }
  }

  /** Writes the plain text up to a place. */
  private flush(to: number): void {
    if (to > this.plain) this.pieces.push(textPiece(this.chars.slice(this.plain, to)));
    this.plain = this.at;
  }

  private add(piece: Piece, end: number): void {
    this.flush(this.at);
    this.pieces.push(piece);
    this.at = end;
    this.plain = end;
  }

  private readEscape(): void {
    const next = this.chars.code(this.at + 1);
    if (next === LINE_FEED) this.add(finished({ type: 'break' }), this.startOfLine(this.at + 2));
    else if (isAsciiPunctuation(next)) {
      this.add(textPiece(String.fromCharCode(next)), this.at + 2);
      this.escapeEnd = this.at;
    } else this.at += 1;
  }

  private readCode(): void {
    const { code, end } = this.spans.read(this.at);
    if (code === null) this.at = end;
    else this.add(finished({ type: 'inlineCode', value: code }), end);
  }

  private readAngle(): void {
    const link = readAutolink(this.chars, this.at);
    if (link !== null) {
      const children: InlineNode[] = [{ type: 'text', value: link.text }];
      this.add(finished({ type: 'link', url: link.url, title: null, children }), link.end);
      return;
    }
    const end = this.html.end(this.at);
    if (end < 0) this.at += 1;
    else this.add(textPiece(this.chars.slice(this.at, end)), end);
  }

  private readCharacter(): void {
    const entity = readEntity(this.chars, this.at, this.references.definitions.decode);
    if (entity === null) this.at += 1;
    else this.add(textPiece(entity.text), entity.end);
  }

  /** Two spaces before the end of a line break it; spaces around it are no part of the text. */
  private readLineEnd(): void {
    const { chars } = this;
    const text = chars.skipBack(this.at, isBlank, this.plain);
    const spaces = chars.skip(text, (code) => code === SPACE, this.at) - text;
    const isBreak = spaces >= 2 && text + spaces === this.at;
    const lineEnd = this.at;
    this.flush(text);
    this.pieces.push(isBreak ? finished({ type: 'break' }) : textPiece('\n'));
    this.at = this.startOfLine(lineEnd + 1);
    this.plain = this.at;
  }

  private startOfLine(at: number): number {
    return this.chars.skip(at, isBlank);
  }

  private openBracket(isImage: boolean): void {
    const { chars } = this;
    const bracket = this.at + (isImage ? 1 : 0);
    if (chars.code(bracket) !== OPEN_SQUARE) {
      this.at += 1;
      return;
    }
    const label = chars.code(bracket + 1) === CARET ? scanLabel(chars, bracket) : null;
    const reference = label === null ? null : this.references.referTo(chars.slice(label.from + 1, label.to));
    if (label !== null && reference !== null) {
      this.at = bracket;
      this.add(finished(reference), label.end);
      return;
    }
    this.flush(this.at);
    this.brackets.open(bracket, isImage);
    this.at = bracket + 1;
    this.plain = this.at;
  }

  private closeBracket(): void {
    this.flush(this.at);
    this.at = this.brackets.close(this.at);
    this.plain = this.at;
  }

  private addDelimiter(): void {
    const { piece, end } = readDelimiter(this.chars, this.at, this.escapeEnd === this.at);
    this.add(piece, end);
  }

  private readBareAddress(): void {
    const address = this.addresses.webAt(this.at, this.brackets.isInside);
    // What stands before the colon may have been written as something else already.
    if (address === null || address.from < this.plain) this.at += 1;
    else this.addAddress(address);
  }

  private addAddress({ from, end, url }: BareAddress): void {
    this.at = from;
    const children: InlineNode[] = [{ type: 'text', value: this.chars.slice(from, end) }];
    this.add(finished({ type: 'link', url, title: null, children }), end);
  }
}
