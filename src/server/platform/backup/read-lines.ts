/** The lines of a text that comes in pieces. Only a line feed ends one: rows hold the other line ends as they were typed. */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  // Joined once, when its end has come: a row of many megabytes arrives in thousands of pieces.
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
