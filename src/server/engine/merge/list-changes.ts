import type { Id } from '#contract/fields.ts';
import { checkTexts, isDone, isSame, isSameSet } from './judge-task.ts';
import type { Bench, Change, MergeTask } from './sides.ts';

/** The diff, one entry per current or former task. */
export function listChanges(bench: Bench, removed: readonly Id[]): Change[] {
  const old = new Map(bench.mine.plan.task_lists.map(({ id, name }) => [id, name]));
  const nameOf = ({ task_list_id: id }: MergeTask) => bench.lists.get(id)?.name ?? old.get(id) ?? '';
  const changes = [...bench.tasks.values()].map((task): Change => {
    const before = bench.before.get(task.id);
    const mark = bench.marks.get(task.id) ?? judge(before, task);
    return { ...mark, task, isNew: before === undefined, listName: nameOf(task) };
  });
  for (const id of removed) {
    const task = bench.before.get(id);
    if (task !== undefined)
      changes.push({
        change: 'removed',
        reason: 'Nothing is left below it.',
        task,
        isNew: false,
        listName: nameOf(task),
      });
  }
  return changes;
}

const metTexts = ({ checks }: MergeTask): string[] => checks.filter(({ met }) => met).map(({ text }) => text);

/** Only visible changes: moved PRD lines are none. */
function judge(before: MergeTask | undefined, task: MergeTask): Pick<Change, 'change' | 'reason'> {
  if (before === undefined) return { change: 'added', reason: '' };
  const isMoved = before.task_list_id !== task.task_list_id;
  const isReworded =
    before.title !== task.title ||
    before.description !== task.description ||
    !isSame(checkTexts(before), checkTexts(task)) ||
    !isSameSet(before.requirement_ids, task.requirement_ids);
  if (isReworded) return { change: 'updated', reason: 'Nobody had edited it, so it follows the PRD.' };
  if (isMoved) return { change: 'updated', reason: 'It moves to another list.' };
  if (before.status !== task.status)
    return {
      change: 'updated',
      reason: isDone(task) ? 'The PRD says that it is done.' : 'The PRD no longer says that it is done.',
    };
  if (before.blocked_reason !== task.blocked_reason)
    return {
      change: 'updated',
      reason: task.blocked_reason === null ? 'The PRD no longer puts it off.' : 'The PRD puts it off.',
    };
  if (!isSame(metTexts(before), metTexts(task)))
    return { change: 'updated', reason: 'The PRD ticks other checks of it than before.' };
  if (before.prd_state === 'orphaned' && task.prd_state === null)
    return { change: 'updated', reason: 'The PRD asks for it again.' };
  return { change: 'kept', reason: '' };
}
