import type { Extraction, Requirement } from '#contract/requirement.ts';
import { assignIds } from '../offline/assign-ids.ts';
import { extractRequirements } from '../offline/extract-requirements.ts';
import type { LabelledPrd } from './read-corpus.ts';
import type { Variation } from './vary-text.ts';

export interface IdScore {
  kept: number;
  of: number;
  lost: Requirement[];
}

/** How many requirements still have their id after the text was changed around them, or in them. */
export function scoreIds({ content }: LabelledPrd, vary: (content: string) => Variation): IdScore {
  const before = extractRequirements(content);
  const { content: changed, lineOf } = vary(content);
  const after = assignIds(extractRequirements(changed), before.requirements);
  const lost = before.requirements.filter((requirement) => {
    const line = lineOf.get(requirement.start_line);
    const place = startingAt(before, requirement.start_line).indexOf(requirement);
    return line === undefined || startingAt(after, line)[place]?.id !== requirement.id;
  });
  return { kept: before.requirements.length - lost.length, of: before.requirements.length, lost };
}

/** Several sentences may stand on one line: they keep their order. */
const startingAt = ({ requirements }: Extraction, line: number) =>
  requirements.filter(({ start_line }) => start_line === line);
