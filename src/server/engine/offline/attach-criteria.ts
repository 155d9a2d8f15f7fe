import type { Section } from './build-sections.ts';
import { likeness, normaliseText, wordsOf } from './compare-text.ts';
import type { Draft, Harvest, Passage } from './draft.ts';
import { stripNumber } from './recognise-role.ts';
import { draftOf } from './reading.ts';

const ALIKE = 0.25;
/** Criteria are compared with the requirements nearest above them; a list of thousands is not looked through for each. */
const COMPARED_MAX = 200;

/**
 * Gives criteria that stand in a section of their own to the requirement they are about: among those of the section
 * above, else the section above itself. What belongs to nothing is a requirement of its own.
 */
export function attachCriteria(sections: readonly Section[], harvests: readonly Harvest[]): void {
  for (const [i, section] of sections.entries()) {
    const harvest = harvests[i];
    if (harvest === undefined || harvest.criteria.length === 0) continue;
    const { parent } = section;
    const top = parent === null || parent.isTitle;
    const from = top ? 0 : sections.indexOf(parent);
    const nearby = harvests
      .slice(from, i)
      .flatMap(({ drafts }) => drafts)
      .slice(-COMPARED_MAX);
    if (nearby.length === 0 && !top) {
      const path = parent.path.slice(0, -1);
      const head = draftOf(
        { text: stripNumber(parent.heading), start: parent.start, end: parent.start },
        'heading',
        path,
        parent.strength,
      );
      head.criteria.push(...harvest.criteria);
      harvests[from]?.drafts.push(head);
    } else for (const criterion of harvest.criteria) attach(criterion, nearby, section, harvest, top);
    harvest.criteria = [];
  }
}

function attach(
  criterion: Passage,
  nearby: readonly Draft[],
  section: Section,
  harvest: Harvest,
  isTop: boolean,
): void {
  const words = wordsOf(normaliseText(criterion.text));
  let best: Draft | undefined;
  let score = isTop ? ALIKE : 0;
  for (const draft of nearby) {
    const alike = likeness(words, wordsOf(normaliseText(draft.text)));
    if (alike < score || (alike === 0 && isTop)) continue;
    best = draft;
    score = alike;
  }
  if (best !== undefined) best.criteria.push(criterion);
  else harvest.drafts.push(draftOf(criterion, 'item', section.path, section.strength));
}
