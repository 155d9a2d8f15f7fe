/** Splits a stream of chunks into lines, at line feeds only: rows contain other line separators as data. */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  // Joined once at the end of the line: a row of many megabytes arrives in thousands of chunks, and repeated
  // concatenation would be quadratic.
  let begun: string[] = [];
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
      begun.push(piece.slice(start, end));
      yield begun.join('');
      begun = [];
      start = end + 1;
    }
    if (start < piece.length) begun.push(piece.slice(start));
  }
  if (begun.length > 0) yield begun.join('');
}
