import type { SectionRole } from '#contract/requirement.ts';
import { CONTAINER_WORDS, ROLE_WORDS } from './role-texts.ts';

/** A section's role as its heading tells it. `goals` is settled later: background, unless the document has nothing else. */
export type HeadingRole = SectionRole | 'goals';

const HEADING_MAX = 80;
const ROLES = (Object.keys(ROLE_WORDS) as (keyof typeof ROLE_WORDS)[]).map((role) => ({
  role,
  words: compile(ROLE_WORDS[role]),
}));
const CONTAINER = compile(CONTAINER_WORDS);
const AND = /\s*(?:[&/+,、・]|\s(?:and|or|und|oder|et|ou|y|e|en|i)\s)\s*/iu;

/** A bar between spaces or a line end parts two names; a bar inside brackets belongs to one. */
function compile(words: string): RegExp {
  const names = words.split(/\s+\|\s+|\n/u).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  return new RegExp(`^(?:${names.join('|')})$`, 'iu');
}

/** Words that name a part of a document on its top level, and as often a feature below one: "Notes", "History", "Users". */
const FEATURE_WORDS =
  /^(?:notes?|users|team|people|links|resources|contents|index|history|versions?|changes|revisions?|issues|points|items|terms|cost|budget|milestones?|schedule|approvals?|reviewers|metrics|market)$/iu;

/** The role a heading names, or null when it names none: then it is as its parent is. */
export function recogniseRole(heading: string, isBelowWork = false): HeadingRole | null {
  const name = bareName(heading);
  if (name === '' || name.length > HEADING_MAX || (isBelowWork && FEATURE_WORDS.test(name))) return null;
  const whole = roleOf(name);
  if (whole !== null) return whole;
  const [first = null, ...others] = name.split(AND).map(roleOf);
  if (first === null || others.length === 0) return null;
  // "Background and strategic fit" is background; "History and undo" is a feature.
  if (first === 'background') return others.includes('work') ? null : first;
  return others.every((part) => part !== null && (part === 'work') === (first === 'work')) ? first : null;
}

/** A heading that holds requirements without being one: "Functional requirements", "Features". */
export const isContainerName = (heading: string) => {
  const name = bareName(heading);
  return name.length <= HEADING_MAX && name.split(AND).every((part) => CONTAINER.test(part) || roleOf(part) !== null);
};

function roleOf(name: string): HeadingRole | null {
  return ROLES.find(({ words }) => words.test(name))?.role ?? (CONTAINER.test(name) ? 'work' : null);
}

/** Without numbering, signs around it and what stands in brackets behind it. */
function bareName(heading: string): string {
  // Cut first: no name is this long, and the patterns below look at a run of signs once from each of its places.
  return stripNumber(heading.slice(0, 3 * HEADING_MAX))
    .replace(/\s*[(（][^()（）]*[)）]\s*$/u, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}?]+$/gu, '')
    .toLowerCase();
}

/** "3.1.2 Export", "IV. Export", "A) Export" and "第3章 Export" are all called Export. */
export function stripNumber(heading: string): string {
  const bare = heading.replace(
    /^\s*(?:(?:section|chapter|part|kapitel|abschnitt|chapitre)\s+)?(?:\d+(?:\.\d+)*[.):]?|[IVX]{1,5}[.)]|[A-Z][.)]|第\d+[章節节]|§\s*\d+)\s+(?:[-–—:]\s+)?/u,
    '',
  );
  return bare.trim() === '' ? heading.trim() : bare.trim();
}
