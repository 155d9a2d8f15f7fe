import type { Requirement } from '#contract/requirement.ts';
import { splitIdea } from './split-idea.ts';
import { splitCrowd } from './split-crowd.ts';
import { type Branch, type Group, type Leaf, leaf } from './tree.ts';

/** Small things that are entered or shown together, as the heading above them says. */
const SMALL_THINGS =
  /\b(?:fields?|columns?|attributes?|properties|formats?|options|values|statuses|states|parameters|flags|languages|browsers|devices|currencies|colou?rs|shortcuts|units|codes|sizes|inputs|outputs|enums?|keys)$/iu;
const SMALL_TEXT = 48;
const TOGETHER = 8;
/** More criteria than one sitting meets. */
const CRITERIA = 8;
const CROWD = 24;

export interface Sizing {
  isEnglish: boolean;
  /** A document this short is an idea: what it lists in one sentence becomes several tasks. */
  isIdea: boolean;
}

/** Makes every leaf of a group the size of one sitting: small ones together, large ones broken down. */
export function sizeTasks(group: Group, sizing: Sizing): Group {
  const children = group.children.flatMap((child) => (child.kind === 'group' ? sizeGroup(child, sizing) : [child]));
  const sized = joinSmall(children, group.name).map((child) => breakDown(child, sizing));
  const leaves = sized.filter(({ kind }) => kind === 'leaf').length;
  if (leaves <= CROWD) return { ...group, children: sized };
  return { ...group, children: splitCrowd({ ...group, children: sized }, sizing.isEnglish) };
}

/** A section with a single task in it needs no task above that one. */
function sizeGroup(group: Group, sizing: Sizing): Branch[] {
  const sized = sizeTasks(group, sizing);
  return sized.children.length === 1 ? sized.children : [sized];
}

function joinSmall(children: Branch[], heading: string): Branch[] {
  if (!SMALL_THINGS.test(heading) && !children.every(isFragment)) return children;
  const joined: Branch[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (
      child.kind === 'leaf' &&
      last?.kind === 'leaf' &&
      isSmall(child) &&
      isSmall(last) &&
      last.requirements.length < TOGETHER
    )
      joined[joined.length - 1] = {
        ...last,
        requirements: [...last.requirements, ...child.requirements],
        together: heading,
      };
    else joined.push(child);
  }
  return joined;
}

const isSmall = ({ requirements }: Leaf): boolean =>
  requirements.every(
    ({ text, kind, criteria }) => text.length <= SMALL_TEXT && (criteria ?? []).length === 0 && SMALL_KINDS.has(kind),
  );
/** "7 daily": a number and what is counted say nothing without the heading above. */
const isFragment = (child: Branch): boolean =>
  child.kind === 'leaf' && child.requirements.every(({ text }) => /^\d/u.test(text) && text.split(' ').length <= 4);
const SMALL_KINDS = new Set<Requirement['kind']>(['item', 'row', 'checkbox']);

function breakDown(child: Branch, { isEnglish, isIdea }: Sizing): Branch {
  const [requirement, second] = child.kind === 'leaf' ? child.requirements : [];
  if (child.kind === 'group' || requirement === undefined || second !== undefined || child.part !== undefined)
    return child;
  const criteria = (requirement.criteria ?? []).map(({ text }) => text);
  const parts = criteria.length > CRITERIA ? criteria : isIdea && isEnglish ? splitIdea(requirement.text) : [];
  if (parts.length < 2) return child;
  return {
    kind: 'group',
    name: requirement.text,
    path: [...requirement.heading_path, `#${requirement.id}`],
    whole: requirement,
    children: parts.map((text, place) => ({ ...leaf(requirement), part: { text, place } })),
  };
}
