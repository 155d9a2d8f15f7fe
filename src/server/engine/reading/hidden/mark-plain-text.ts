import { readLines } from '#markdown/read-lines.ts';
import { facetName } from '../find-units.ts';
import { isRequirementId, readAuthorId } from '../read-author-id.ts';
import { dropPages } from './drop-pages.ts';
import { type Marks, findNames, findTitles, findUnits, isLabel } from './find-plain-titles.ts';

const HEADING = /^ {0,3}#{1,6}\s/u;
const FACET_MIN = 3;
const TITLES_MIN = 3;

/**
 * A document that was never Markdown, pasted or taken from a PDF, with the marks its author could not set: numbered titles,
 * requirements by their ids and stories by their count are headings, labels below them too, criteria with ids are items.
 * Line by line, so that each stays where it is. Any other document is as it was.
 */
export function markPlainText(content: string): string {
  const source = readLines(content);
  const paged = dropPages(source);
  const lines = (paged ?? source).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => HEADING.test(line));
  const titles = findTitles(lines);
  const before = [...titles.keys()].filter((at) => first < 0 || at < first).length;
  if (before < TITLES_MIN) return paged === null ? content : paged.join('\n');
  const marks: Marks = new Map([
    ...(paged === null ? findNames(lines, titles) : []),
    ...findUnits(lines, titles),
    ...titles,
  ]);
  const labels = Map.groupBy(lines.filter(isLabel), facetName);
  const isFacet = (line: string) => (labels.get(facetName(line))?.length ?? 0) >= FACET_MIN;
  return lines.map((line, i) => markLine(line, marks.get(i), isFacet)).join('\n');
}

function markLine(
  line: string,
  mark: { level: number; text: string } | 0 | undefined,
  isFacet: (line: string) => boolean,
): string {
  if (mark === 0) return '';
  if (mark !== undefined) return `${'#'.repeat(mark.level)} ${mark.text}`;
  // Where titles are numbered lines, this mark is a comment of some code.
  if (HEADING.test(line)) return `\\${line.trimStart()}`;
  // A label of its own goes on in the lines below it, as an item does.
  if (isLabel(line)) return isFacet(line) ? `##### ${line}` : `- **${line}**`;
  return isRequirementId(readAuthorId(line).id) ? `- ${line}` : line;
}
