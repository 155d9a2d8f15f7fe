import { PRD_ROLES_PER_CALL_MAX } from '#contract/constants.ts';
import type { PrdBlock, Reading, SettableRole } from '#contract/requirement.ts';
import type { Correction } from '../planner.ts';
import type { Outline, OutlineTask } from './gather-outline.ts';
import { lastLineOf, ownLines } from './own-lines.ts';

/**
 * What the outline says about roles, block by block, where it differs from the reader. A task that answers lines nobody
 * could place says that they are work, one that is finished says that its lines are. What a person or an agent has set
 * stands.
 */
export function settleCorrections({ blocks }: Reading, { roles, tasks }: Outline): Correction[] {
  const lastLine = lastLineOf(blocks);
  const claims = (of: readonly OutlineTask[]) =>
    of.flatMap(({ ranges }) => ranges.map((range) => ({ ...range, by: true })));
  const said = ownLines(
    roles.toReversed().map(({ range, role }) => ({ ...range, by: role })),
    lastLine,
  );
  const answered = ownLines(claims(tasks), lastLine);
  const finished = ownLines(claims(tasks.filter(({ isDone }) => isDone)), lastLine);
  const roleOf = (block: PrdBlock): SettableRole | undefined => {
    const within = <T>(owners: readonly (T | undefined)[]) =>
      owners.slice(block.start_line, block.end_line + 1).find((owner) => owner !== undefined);
    const role = within(said);
    if (role !== undefined || (block.role !== 'unsure' && block.role !== 'work')) return role;
    if (within(finished)) return 'done';
    return within(answered) ? 'work' : undefined;
  };
  return blocks
    .flatMap((block): Correction[] => {
      const role = roleOf(block);
      const isSetByOthers = block.set_by !== null && block.set_by.kind !== 'system';
      if (role === undefined || role === block.role || isSetByOthers) return [];
      return [{ start_line: block.start_line, end_line: block.end_line, role }];
    })
    .slice(0, PRD_ROLES_PER_CALL_MAX);
}

/**
 * What a reading with corrections sees otherwise although nobody said so: an item below a corrected one follows it. Such
 * lines are given the role they had.
 */
export function pinOthers(before: Reading, after: Reading, corrections: readonly Correction[]): Correction[] {
  const lastLine = lastLineOf(before.blocks);
  const roles = ownLines(
    after.blocks.map(({ start_line, end_line, role }) => ({ start: start_line, end: end_line, by: role })),
    lastLine,
  );
  const said = ownLines(
    corrections.map(({ start_line, end_line }) => ({ start: start_line, end: end_line, by: true })),
    lastLine,
  );
  return before.blocks
    .flatMap(({ start_line, end_line, role }): Correction[] =>
      role === 'unsure' || said[start_line] || roles[start_line] === role ? [] : [{ start_line, end_line, role }],
    )
    .slice(0, PRD_ROLES_PER_CALL_MAX);
}
