import type { Fault } from './fault.ts';
import type { Facts } from './gather-facts.ts';

/** Lines without a role, and work without a task. */
export function findLostLines({ document, reading, draft, roles, requirements }: Facts): Fault[] {
  const answered = new Set(draft.tasks.flatMap(({ requirement_ids }) => requirement_ids));
  const withoutRole = document.lines.flatMap(({ kind, text }, at): Fault[] =>
    kind === 'blank' || roles.has(at + 1) ? [] : [{ kind: 'lost', text: `line ${at + 1} has no role: ${text}` }],
  );
  const unplanned = reading.blocks
    .filter(
      ({ role, requirement_ids: ids }) => role === 'work' && (ids.length === 0 || !ids.every((id) => answered.has(id))),
    )
    .map(({ start_line, end_line, requirement_ids: ids }): Fault => ({
      kind: 'lost',
      text: `lines ${start_line}-${end_line} are work and ${ids.length === 0 ? 'traced by nothing' : 'in no task'}: ${document.lines[start_line - 1]?.text ?? ''}`,
    }));
  const forgotten = [...requirements.values()]
    .filter(({ id }) => !answered.has(id))
    .map(({ start_line, text }): Fault => ({
      kind: 'lost',
      text: `requirement of line ${start_line} is in no task: ${text}`,
    }));
  return [...withoutRole, ...unplanned, ...forgotten];
}
