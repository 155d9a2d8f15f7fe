const lineEnd = /\r\n?/g;

/** Cut to a length that PostgreSQL and the contract count alike, never through the middle of a character. */
export function cutText(value: string, max: number): string {
  if (value.length <= max) return value;
  const cut = value.slice(0, max);
  const last = cut.charCodeAt(max - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

/** For report lines: one short line that is safe to show, whatever the file held. */
export function clip(value: string, max = 80): string {
  const line = oneLine(storableText(cutText(value, max * 4)));
  return line.length <= max ? line : `${cutText(line, max - 1)}…`;
}

export const quote = (value: string): string => `"${clip(value)}"`;

export const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** The text without what the database cannot hold: NUL and unpaired surrogates. */
export function storableText(value: string): string {
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value;
  return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '');
}

export const unixLines = (value: string): string => (value.includes('\r') ? value.replace(lineEnd, '\n') : value);

export const withoutMark = (text: string): string => (text.startsWith('\u{feff}') ? text.slice(1) : text);

/** Walks the lines that are not empty without holding them all: a file may be nothing but line ends. */
export function* eachLine(text: string): Generator<{ line: string; number: number }> {
  let start = 0;
  for (let number = 1; start < text.length; number += 1) {
    if (text[start] === '\n') {
      start += 1;
      continue;
    }
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    yield { line: text.slice(start, text[stop - 1] === '\r' ? stop - 1 : stop), number };
    start = stop + 1;
  }
}

export const count = (many: number, one: string, more = `${one}s`): string =>
  `${many.toLocaleString('en-US')} ${many === 1 ? one : more}`;
