import { CircleAlert, CircleCheck, CircleDashed, CircleDot, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { RequirementState, TracedRequirement } from '#contract/requirement.ts';

/** What needs a look comes first. */
export const STATES: readonly RequirementState[] = ['changed', 'uncovered', 'planned', 'in_progress', 'done'];

/** A word and a shape for each: no state is told by its colour alone. */
export const STATE_WORDS: Record<RequirementState, { word: string; icon: LucideIcon }> = {
  uncovered: { word: 'Uncovered', icon: CircleAlert },
  planned: { word: 'Planned', icon: CircleDashed },
  in_progress: { word: 'In progress', icon: CircleDot },
  done: { word: 'Done', icon: CircleCheck },
  changed: { word: 'Changed', icon: TriangleAlert },
};

export const linesOf = ({ start_line, end_line }: Pick<TracedRequirement, 'start_line' | 'end_line'>) =>
  start_line === end_line ? `line ${start_line}` : `lines ${start_line} to ${end_line}`;
