import type { Requirement } from '#contract/requirement.ts';
import type { Fault } from './fault.ts';
import { type Facts, linesBetween } from './gather-facts.ts';

/** Headings of deferred work, in any document. */
const LATER =
  /^(?:\S+\s+)?(?:future (?:work|features?|enhancements?|ideas?|phases?|versions?|improvements?|roadmap)|nice[- ]to[- ]haves?|could[- ]haves?|stretch(?: goals?)?|post[- ](?:mvp|launch)(?: features?)?|later(?: versions?| phases?)?|icebox)\b/iu;

/** Tasks that can be claimed although the document defers their work. */
export function findLaterWork(facts: Facts): Fault[] {
  const isLater = tellLater(facts);
  return facts.leaves
    .filter(({ parked, done }) => !parked && !done)
    .flatMap(({ title, requirement_ids }) =>
      requirement_ids.flatMap((id): Fault[] => {
        const requirement = facts.requirements.get(id);
        if (requirement === undefined || !isLater(requirement)) return [];
        return [{ kind: 'later', text: `${title}: line ${requirement.start_line}: ${requirement.text}` }];
      }),
    );
}

/** By the labels where there are any, otherwise by the headings; the document's title says nothing. */
function tellLater({ document: { labels, lines } }: Facts): (requirement: Requirement) => boolean {
  if (labels === null) {
    const hasTitle = lines.filter(({ kind, text }) => kind === 'heading' && /^\s*#\s/u.test(text)).length === 1;
    return ({ heading_path: path }) => (hasTitle ? path.slice(1) : path).some((heading) => LATER.test(heading));
  }
  const linesWhere = (isParked: boolean) =>
    new Set(labels.tasks.filter(({ later }) => later === isParked).flatMap((task) => [...task.lines]));
  const now = linesWhere(false);
  const later = linesWhere(true);
  return (requirement) => {
    const text = linesBetween(requirement).filter((line) => lines[line - 1]?.kind === 'text');
    return text.length > 0 && text.every((line) => later.has(line) && !now.has(line));
  };
}
