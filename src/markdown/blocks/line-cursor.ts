import { Characters, type Work } from '../scan/characters.ts';
import { SPACE, TAB } from '../scan/codes.ts';

const TAB_STOP = 4;
/** A line indented as far begins no block but code. */
export const CODE_INDENT = 4;

/** A place in one line that moves on over what nests the line. Tabs are columns here, and stay tabs in the text. */
export class LineCursor {
  readonly chars: Characters;
  readonly end: number;
  at = 0;
  private column = 0;
  /** Columns left of a tab that was taken in part. */
  private owed = 0;
  private wordAt = -1;
  private wordColumn = 0;

  constructor(line: string, work: Work = { visits: 0 }) {
    this.chars = new Characters(line, work);
    this.end = line.length;
  }

  /** Where the next character stands that is no space. Looked for once, however often it is asked. */
  get word(): number {
    if (this.wordAt >= this.at) return this.wordAt;
    let column = this.column + this.owed;
    let at = this.at;
    for (; at < this.end; at += 1) {
      const code = this.chars.code(at);
      if (code === SPACE) column += 1;
      else if (code === TAB) column += TAB_STOP - (column % TAB_STOP);
      else break;
    }
    this.wordAt = at;
    this.wordColumn = column;
    return at;
  }

  /** How many columns of space stand before the next word. */
  get indent(): number {
    return this.word < 0 ? 0 : this.wordColumn - this.column;
  }

  get isBlank(): boolean {
    return this.word >= this.end;
  }

  /** Moves over as many columns of space, or fewer where there are fewer. */
  skip(columns: number): void {
    for (let left = columns; left > 0;) {
      if (this.owed === 0) {
        const code = this.at < this.end ? this.chars.code(this.at) : -1;
        if (code !== SPACE && code !== TAB) return;
        this.owed = code === TAB ? TAB_STOP - (this.column % TAB_STOP) : 1;
        this.at += 1;
      }
      const taken = Math.min(left, this.owed);
      this.owed -= taken;
      this.column += taken;
      left -= taken;
    }
  }

  /** Moves to the next word and over so many of its characters. */
  take(length: number): void {
    const { word } = this;
    this.at = word + length;
    this.column = this.wordColumn + length;
    this.owed = 0;
  }

  /** The rest of the line, with the columns left of a tab as spaces. */
  rest(): string {
    return ' '.repeat(this.owed) + this.chars.slice(this.at, this.end);
  }
}
