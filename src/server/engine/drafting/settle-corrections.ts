import { PRD_ROLES_PER_CALL_MAX } from '#contract/constants.ts';
import type { PrdBlock, Reading, SettableRole } from '#contract/requirement.ts';
import type { Correction } from '../planner.ts';
import type { Outline, OutlineTask } from './gather-outline.ts';
import { lastLineOf, ownLines } from './own-lines.ts';

/**
 * Role corrections per block, where the outline differs from the reader. A task on lines of unknown role makes them
 * work, a finished one makes them done. Roles set by a person or agent are kept.
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

/** Side effects of corrections (an item below a corrected one inherits its role) are pinned to the role they had. */
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
