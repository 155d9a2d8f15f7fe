const PAGE =
  /^#{1,6}\s+(?:page|seite|página|pagina|strona|sayfa|страница|trang|第|ページ|페이지)\s*(\d{1,4})\s*(?:页|頁|ページ)?\s*$/iu;
const LINE_MAX = 60;
const PAGES_MIN = 3;
/** A running head or foot stands this near to the edge of its page, and on this share of the pages. */
const EDGE = 3;
const SHARE = 0.6;

/**
 * The lines of a document that a program took page by page from a PDF, without what belongs to the paper: the headings that
 * only count pages, rules between them, running heads and feet. Null where the document has no such pages.
 */
export function dropPages(lines: readonly string[]): string[] | null {
  const starts = lines.flatMap((line, i) => (line.length <= LINE_MAX && PAGE.test(line) ? [i] : []));
  const isCounting = starts.every((at, i) => Number(PAGE.exec(lines[at] ?? '')?.[1]) === i + 1);
  if (starts.length < PAGES_MIN || !isCounting) return null;
  const pages = starts.map((from, i) => edgeOf(lines, from + 1, starts[i + 1] ?? lines.length));
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const key of new Set(page.map((at) => keyOf(lines[at] ?? '')))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRunning = (line: string) =>
    // A label recurs as well, at the head of a page by chance.
    !/[:：]\s*$/u.test(line) && (counts.get(keyOf(line)) ?? 0) >= SHARE * pages.length;
  const dropped = new Set(starts);
  for (const at of pages.flat()) {
    const line = lines[at] ?? '';
    if (/^\s*(?:-{3,}|\d{1,4})\s*$/u.test(line) || isRunning(line)) dropped.add(at);
  }
  return lines.map((line, i) => (dropped.has(i) ? '' : line));
}

/** The first and last lines of a page that are not blank; the rule before the next page is one more. */
function edgeOf(lines: readonly string[], from: number, to: number): number[] {
  const own: number[] = [];
  for (let i = from; i < to; i += 1) if ((lines[i] ?? '').trim() !== '') own.push(i);
  return own.length <= 2 * EDGE + 1 ? own : [...own.slice(0, EDGE), ...own.slice(-EDGE - 1)];
}

const keyOf = (line: string) => line.trim().replace(/\d+/gu, '0');
