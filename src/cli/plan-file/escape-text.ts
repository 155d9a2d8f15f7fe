/** Lines that a reader would take for something else than text. */
const STRUCTURE = /^(?:[-*+>#`~<|]|(?:after|answers|requirements|blocked|steps):|note\b)/i;

/** Characters that a line cannot hold, or an editor might take away, written as Markdown writes any character. */
const CODE = /&#(\d{1,6});/g;
const codeOf = (text: string): string => `&#${text.codePointAt(0) ?? 0};`;

/** One line of the file for a text of any kind: what decodeLine gives back is the same to the character. */
function encodeLine(text: string): string {
  const safe = text.replace(/&(?=#\d{1,6};)/g, codeOf).replace(/[\n\r]/g, codeOf);
  return safe.replace(/\s$/u, codeOf);
}

/** The same where the reader also takes away what stands in front. */
export const encodeWords = (text: string): string => encodeLine(text).replace(/^\s/u, codeOf);

/** One of several that commas set apart. */
export const encodeItem = (text: string): string => encodeWords(text).replaceAll(',', codeOf);

/** A list's name must not end with what looks like the mark of a list. */
export const encodeName = (name: string): string => encodeWords(name).replaceAll(/<(?=!-- list)/g, codeOf);

/** A new task's title must not be read as the number of another. */
export const encodeTitle = (title: string, isNew: boolean): string =>
  isNew ? encodeWords(title).replace(/^[tT](?=\d)/, codeOf) : encodeWords(title);

/** Only what encodeLine writes is read as a code; any other is text. */
export const decodeLine = (line: string): string =>
  line.replace(CODE, (code, digits: string) => {
    const value = Number(digits);
    const char = value > 0x10_ff_ff ? '' : String.fromCodePoint(value);
    return /^[\s&,<tT]$/u.test(char) ? char : code;
  });

/** Lines of text: as they are where they can be read back, else each as a quotation. */
export function writeText(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  return isPlain(text, lines) ? lines : quoteText(text);
}

export const quoteText = (text: string): string[] =>
  text === '' ? [] : text.split('\n').map((line) => (line === '' ? '>' : `> ${encodeLine(line)}`));

const isPlain = (text: string, lines: readonly string[]): boolean =>
  text === text.trim() && !text.includes('\r') && lines.every((line) => line === line.trim() && !STRUCTURE.test(line));

/** Text as it is collected from the lines of a file. */
export class TextLines {
  readonly #quoted: string[] = [];
  readonly #plain: string[] = [];

  quote(line: string): void {
    this.#quoted.push(decodeLine(line));
  }

  add(line: string): void {
    this.#plain.push(line);
  }

  /** Quoted lines to the character; others without what only indents or sets them apart. */
  get value(): string {
    const plain = outdent(this.#plain);
    if (this.#quoted.length === 0) return plain;
    const quoted = this.#quoted.join('\n');
    return plain === '' ? quoted : `${quoted}\n\n${plain}`;
  }
}

function outdent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return lines
    .map((line) => line.slice(depth))
    .join('\n')
    .trim();
}
