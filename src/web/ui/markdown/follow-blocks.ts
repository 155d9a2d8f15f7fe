const BLANK = /^ {0,3}(?:> {0,3})*[ \t]*$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const ITEM = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])[ \t]+[^ \t]/;
const ROW = /^ {0,3}\|/;
const DELIMITER_ROW = /^ {0,3}(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/;

const trimRow = (row: string) => row.replace(/^ *\|/, '').replace(/\|?[ \t]*$/, '');
const countCells = (row: string) => trimRow(row).split('|').length;
const isHeader = (row: string, delimiters: string) =>
  ROW.test(row) && !row.includes('\\') && countCells(row) === countCells(delimiters);

/**
 * Answers line by line whether it surely begins a new text, so that no mark before it has its other half in it.
 * In doubt (a number that may be a word, a table that may be none) the answer is no.
 */
export function followBlocks() {
  let before = '';
  let linesBefore = 0;
  let listIndent: number | undefined;
  let isTable = false;

  const startsItem = (line: string) => {
    const [item, space = '', number] = ITEM.exec(line) ?? [];
    if (item === undefined) return false;
    const indent = space.replaceAll('\t', '    ').length;
    // Further in it may be the next line of a paragraph, and so may any number but the first.
    const canInterrupt = number === undefined || number === '1';
    if (!canInterrupt && listIndent === undefined) return false;
    if (indent > (listIndent ?? 0) + (canInterrupt ? 3 : 1)) return false;
    listIndent = indent;
    return true;
  };

  return (line: string): 'blank' | 'start' | 'goes on' => {
    if (BLANK.test(line)) {
      linesBefore = 0;
      before = '';
      listIndent = undefined;
      isTable = false;
      return 'blank';
    }
    isTable = isTable ? ROW.test(line) : linesBefore === 1 && DELIMITER_ROW.test(line) && isHeader(before, line);
    const isStart = isTable || startsItem(line) || HEADING.test(line);
    linesBefore += 1;
    before = line;
    return isStart ? 'start' : 'goes on';
  };
}
