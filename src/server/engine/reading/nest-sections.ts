import type { Section } from './document.ts';
import { nameHeading } from './name-heading.ts';

/**
 * Builds the tree of sections: by number if a heading continues an open section's, else by level. Where most headings
 * of a level are numbered, an unnumbered one belongs to the numbered one before it.
 */
export function nestSections(sections: Section[], lines: number): Section[] {
  const [lead, ...headed] = sections;
  if (lead === undefined) return [];
  markTitle(headed);
  const isNumberedLevel = findNumberedLevels(headed);
  const stack: Section[] = [];
  for (const section of headed) {
    const parent = parentOf(section, stack, isNumberedLevel);
    while (stack.length > 0 && stack.at(-1) !== parent) {
      const closed = stack.pop();
      if (closed !== undefined) closed.end = Math.max(closed.start, section.start - 1);
    }
    section.parent = parent;
    parent?.children.push(section);
    stack.push(section);
  }
  const all = lead.nodes.length > 0 ? sections : headed;
  for (const [index, section] of all.entries()) section.index = index;
  for (const open of stack) open.end = Math.max(open.start, lines);
  lead.end = Math.max(1, (headed[0]?.start ?? lines + 1) - 1);
  return all;
}

/** The first heading is the title if no other has its level. */
function markTitle(headed: readonly Section[]): void {
  const [first, ...others] = headed;
  if (first === undefined || first.number !== null) return;
  const highest = others.reduce((least, { level }) => Math.min(least, level), 7);
  const [second, ...rest] = others;
  if (first.level < highest && others.length > 0) {
    first.isTitle = true;
    if (second !== undefined && isSubtitle(second, rest)) second.isTitle = true;
  }
  // "# Product Requirements Document", then "# Name of the product": two lines of one title.
  else if (
    second !== undefined &&
    first.nodes.length === 0 &&
    second.level === first.level &&
    rest.length > 0 &&
    rest.every(({ level }) => level > first.level)
  ) {
    first.isTitle = true;
    second.isTitle = true;
  }
  // "# Product", then only one "# Appendix": documents of one top heading and its afterthoughts.
  else if (others.length === 0 && nameHeading(first.heading) === null) first.isTitle = true;
}

const DOCUMENT =
  /(?<!\p{L})(?:prd|srs|frd|brd|document|dokument|documento|documentation|pflichtenheft|lastenheft|cahier des charges|тз|техническое задание)(?!\p{L})|文档|文件|定義書|仕様書|명세서|정의서/iu;

/** "# Tide", then "## Product Requirements Document" over nothing of its own and all the rest: a second line of the title. */
function isSubtitle(second: Section, rest: readonly Section[]): boolean {
  return (
    second.number === null &&
    second.nodes.length === 0 &&
    rest.length > 1 &&
    rest.every(({ level }) => level > second.level) &&
    DOCUMENT.test(second.heading.slice(0, 160))
  );
}

function findNumberedLevels(headed: readonly Section[]): (level: number) => boolean {
  const counts = new Map<number, { all: number; numbered: number }>();
  for (const { level, number, isTitle } of headed) {
    if (isTitle) continue;
    const count = counts.get(level) ?? { all: 0, numbered: 0 };
    count.all += 1;
    if (number !== null) count.numbered += 1;
    counts.set(level, count);
  }
  return (level) => {
    const { all, numbered } = counts.get(level) ?? { all: 0, numbered: 0 };
    return numbered >= 3 && numbered / all > 0.6;
  };
}

function parentOf(
  section: Section,
  stack: readonly Section[],
  isNumberedLevel: (level: number) => boolean,
): Section | null {
  const { number, level } = section;
  const above = number?.includes('.') === true ? number.slice(0, number.lastIndexOf('.')) : null;
  if (above !== null) {
    const named = stack.findLast((open) => open.number === above);
    if (named !== undefined) return named;
  }
  const open = stack.findLast((each) => each.level < level) ?? null;
  if (number !== null || !isNumberedLevel(level) || nameHeading(section.heading) !== null) return open;
  const before = stack.findLast((each) => each.level === level && each.number !== null);
  return before ?? open;
}
