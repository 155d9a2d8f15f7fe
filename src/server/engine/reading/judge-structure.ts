import type { RoleReason } from '#contract/requirement.ts';
import { type Node, type Section, walkNodes, walkSections } from './document.ts';
import { INSIDE_WORK } from './heading-words-text.ts';
import { labelsOf } from './find-units.ts';
import { isAsking, isImperative, isStory } from './judge-words.ts';
import { nameHeading } from './name-heading.ts';

const INSIDE = new RegExp(`^(?:${INSIDE_WORK})$`, 'iu');
/** One of the few names that are no work inside a section of it. */
export const isInsideName = (name: string) => INSIDE.test(name.replace(/[:：]\s*$/u, '').trim());

export const hasContent = (section: Section): boolean =>
  [...walkSections(section)].some(({ nodes }) =>
    nodes.some(({ kind }) => kind === 'item' || kind === 'table' || kind === 'paragraph'),
  );

/** "Goals", "Frustrations", "Age" under each of them: people, not features. */
export function areFacetsContext(section: Section): boolean {
  const names = [
    ...section.children.filter(({ isFacet }) => isFacet).map(({ heading }) => heading),
    ...labelsOf(section),
  ];
  const classes = names.map((name) => (PERSON.test(name) ? 'context' : nameHeading(name)));
  return (
    classes.length > 0 &&
    classes.filter((name) => name === 'context').length * 2 >= classes.length &&
    !classes.includes('restate')
  );
}

const PERSON =
  /^(?:age|role|occupation|profile|goals?|needs?|frustrations?|pain points?|motivations?|behaviou?rs?|quote|bio|demographics?|tech(?:nical)? (?:level|proficiency|savviness)|strengths?|weaknesses|pros|cons|probability|likelihood|impact|mitigation|target|baseline)$/iu;

/** Signs that hold in every language: boxes, ids, stories, tables of requirements, two or more items that ask. */
export function isWorkByStructure({ nodes }: Pick<Section, 'nodes'>): RoleReason | null {
  let asking = 0;
  let items = 0;
  let isLedIn = false;
  for (const node of walkNodes(nodes)) {
    if (node.checked !== null) return 'box';
    if (node.mark === 'done' && node.front === 'done') return 'done_mark';
    if (node.kind === 'item' || node.kind === 'label') {
      if (node.id !== null) return 'id';
      if (isStory(node.text)) return 'story';
      // "**Requirements:**" over a list, in a section that nothing else tells of.
      if (node.kind === 'label' && isNamedWork(node)) return 'facet';
      // "The system must:" asks for everything below it.
      if (node.kind === 'label') isLedIn = isAsking(node.text) && !isImperative(node.text);
      else {
        items += 1;
        if (isLedIn || isAsking(bodyOf(node))) asking += 1;
      }
    }
    if (node.kind === 'table') {
      if (node.reading !== 'context' && node.reading !== 'whole') return 'table_rows';
    }
  }
  return asking >= 2 || (asking === 1 && items <= 3 && items > 0) ? 'modal' : null;
}

const isNamedWork = ({ label, text }: Node) => {
  const name = nameHeading((label ?? text).replace(/[:：]\s*$/u, ''));
  return name === 'work' || name === 'restate';
};

const bodyOf = ({ text, label, isBare }: Node) =>
  label === null || isBare ? text : text.slice(label.length).replace(/^[\s:：–—-]+/u, '') || text;
