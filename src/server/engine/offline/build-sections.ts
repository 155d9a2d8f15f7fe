import type { Block } from './block.ts';
import type { Strength } from './draft.ts';
import { strengthOfLabel } from './judge-text.ts';
import { readHeading } from './read-heading.ts';
import { type HeadingRole, isContainerName, recogniseRole, stripNumber } from './recognise-role.ts';

/** A heading with the blocks up to the next one. */
export interface Section {
  /** Empty for the text before the first heading. */
  heading: string;
  level: number;
  role: HeadingRole;
  /** What the heading says of everything below it: "Nice to have". */
  strength: Strength | null;
  /** The headings above it and its own, without numbers and without the document's title. */
  path: string[];
  parent: Section | null;
  isTitle: boolean;
  start: number;
  end: number;
  blocks: Block[];
}

/** The tree of sections, in the order of the document. Bold lines and numbered lines count as headings where they are used so. */
export function buildSections(blocks: readonly Block[], lines: number): Section[] {
  const sections: Section[] = [];
  const stack: Section[] = [];
  let current: Section = openSection('', 0, 1, null);
  /** The level of the last heading that is marked as one: bold lines stand below it, all on one level. */
  let marked = 0;
  for (const [i, block] of blocks.entries()) {
    const heading = readHeading(block, blocks[i + 1], marked);
    if (heading === null) {
      current.blocks.push(block);
      continue;
    }
    if (current.heading !== '' || current.blocks.length > 0) sections.push(current);
    if (block.type === 'heading') marked = block.level;
    while ((stack.at(-1)?.level ?? 0) >= heading.level) stack.pop();
    current = openSection(heading.text, heading.level, block.start, stack.at(-1) ?? null);
    stack.push(current);
  }
  if (current.heading !== '' || current.blocks.length > 0) sections.push(current);
  markTitle(sections);
  for (const [i, section] of sections.entries()) {
    section.end = Math.max(section.start, (sections[i + 1]?.start ?? lines + 1) - 1);
    settle(section);
  }
  return sections;
}

function openSection(heading: string, level: number, start: number, parent: Section | null): Section {
  return {
    heading,
    level,
    role: 'work',
    strength: null,
    path: [],
    parent,
    isTitle: false,
    start,
    end: start,
    blocks: [],
  };
}

/** Parents come first, so what a section inherits is settled already. */
function settle(section: Section): void {
  const { parent, heading } = section;
  const inherited = parent === null || parent.isTitle ? 'work' : parent.role;
  const own =
    heading === '' || section.isTitle
      ? null
      : recogniseRole(heading, parent !== null && !parent.isTitle && parent.role === 'work');
  section.role = own ?? inherited;
  const label =
    heading !== '' && heading.length < 60 && isContainerName(heading) ? strengthOfLabel(heading) : priorityOf(heading);
  if (label === 'never') section.role = 'non_goals';
  else section.strength = label ?? parent?.strength ?? null;
  section.path = [...(parent?.path ?? []), ...(heading === '' || section.isTitle ? [] : [stripNumber(heading)])];
}

const priorityOf = (heading: string) => strengthOfLabel(/(?<![\p{L}\d])P[0-4](?![\p{L}\d])/u.exec(heading)?.[0] ?? '');

/** The first heading is the document's title when no other stands as high as it does. */
function markTitle(sections: readonly Section[]): void {
  const headed = sections.filter(({ level }) => level > 0);
  const [first, ...others] = headed;
  if (first === undefined || recogniseRole(first.heading) !== null) return;
  const highest = others.reduce((least, { level }) => Math.min(least, level), 7);
  if (first.level < highest) first.isTitle = first.level === 1 || others.length > 1;
  // Where all headings look alike, the first is the title when it only introduces the others.
  else if (first.level === highest && others.length > 1 && stripNumber(first.heading) === first.heading)
    first.isTitle =
      first === sections[0] &&
      first.blocks.every(({ type }) => type === 'paragraph') &&
      others.some(({ blocks }) => blocks.some(({ type }) => type === 'list'));
}
