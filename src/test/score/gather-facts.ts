import type { DraftTask, PlanDraft } from '#contract/plan-draft.ts';
import type { PrdRole, Reading, Requirement } from '#contract/requirement.ts';
import { countWords, type SourceLine } from './describe-lines.ts';
import type { ScoredDocument } from './read-folder.ts';
import { rolesByLine } from './score-roles.ts';

/** A document with its reading and plan, and indexes for the measures. */
export interface Facts {
  document: ScoredDocument;
  reading: Reading;
  draft: PlanDraft;
  roles: ReadonlyMap<number, PrdRole>;
  requirements: ReadonlyMap<string, Requirement>;
  /** Leaf tasks. */
  leaves: readonly DraftTask[];
  words: number;
  /** Lines a task covers, itself or through its subtasks; without headings. */
  linesOf(task: DraftTask): ReadonlySet<number>;
}

export function gatherFacts(document: ScoredDocument, { reading, draft }: Pick<Facts, 'reading' | 'draft'>): Facts {
  const requirements = new Map(reading.requirements.map((requirement) => [requirement.id, requirement]));
  const children = Map.groupBy(draft.tasks, ({ list }) => draft.lists.find(({ key }) => key === list)?.parent ?? null);
  const isText = (line: SourceLine | undefined) => line?.kind === 'text' || line?.kind === 'code';
  const linesOf = (task: DraftTask): ReadonlySet<number> => {
    const own = task.requirement_ids.flatMap((id) => {
      const requirement = requirements.get(id);
      return requirement === undefined ? [] : linesBetween(requirement);
    });
    const below = (children.get(task.key) ?? []).flatMap((child) => [...linesOf(child)]);
    return new Set([...own, ...below].filter((line) => isText(document.lines[line - 1])));
  };
  return {
    document,
    reading,
    draft,
    roles: rolesByLine(reading),
    requirements,
    leaves: draft.tasks.filter(({ key }) => !children.has(key)),
    words: countWords(document.lines),
    linesOf,
  };
}

export const linesBetween = ({ start_line, end_line }: Pick<Requirement, 'start_line' | 'end_line'>): number[] =>
  Array.from({ length: end_line - start_line + 1 }, (_, i) => start_line + i);
