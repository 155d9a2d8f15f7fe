/** `|---|:-:|`: the line that makes a table of the one above it. */
export function isDelimiterRow(line: string): boolean {
  const text = line.trim();
  if (!text.includes('-') || !/^[|:\- \t]+$/u.test(text)) return false;
  const cells = readCells(text);
  return (text.includes('|') || cells.length > 1) && cells.every((cell) => /^:?-+:?$/u.test(cell));
}

/** The cells of a table row; a bar behind a backslash or inside code of the same cell is escaped by the backslash only. */
export function readCells(line: string): string[] {
  const text = line.trim();
  const cells: string[] = [];
  let cell = '';
  for (let i = text.startsWith('|') ? 1 : 0; i < text.length; i += 1) {
    const character = text[i] ?? '';
    if (character === '\\' && text[i + 1] === '|') {
      cell += '|';
      i += 1;
    } else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  if (cell.trim() !== '' || !text.endsWith('|')) cells.push(cell.trim());
  return cells;
}
