import { noOrigin } from '#server/plan/index.ts';
import { followState, followTicks } from './follow-draft.ts';
import { isDone, isWorkedOn } from './judge-task.ts';
import { isTicked } from './draft-checks.ts';
import type { Verdict } from './merge-task.ts';
import { isChanged, rememberTexts } from './remember-texts.ts';
import type { Bench, MergeTask } from './sides.ts';

/** Checks an undrafted task against its own requirements. */
export function traceTask(bench: Bench, task: MergeTask): Verdict {
  const alive = task.requirement_ids.filter((id) => bench.theirs.requirements.has(id));
  if (alive.length === 0) return { changed: [], unanswered: [] };
  const changed = alive.filter((id) => isChanged(bench, task.origin, id));
  task.origin ??= noOrigin();
  rememberTexts(bench, task.origin, alive);
  const isWorked = isWorkedOn(bench, task);
  if (isDone(task) && isWorked) return { changed: [], unanswered: changed.filter((id) => !isTicked(bench, id)) };
  const drafted = { checks: [], requirement_ids: [], done: false, parked: task.origin.parked ?? false };
  if (!bench.mine.held.has(task.id)) followTicks(bench, task, drafted, isWorked);
  followState(bench, task, drafted, isWorked);
  return { changed, unanswered: [] };
}

/** Sets the task's PRD state at the end: current, to review or orphaned, with its lines. */
export function markState(bench: Bench, task: MergeTask, { changed }: Verdict): void {
  if (task.requirement_ids.length === 0) return;
  const [first] = task.requirement_ids.flatMap((id) => bench.theirs.requirements.get(id) ?? []);
  if (first === undefined) return orphan(bench, task);
  if (task.prd_state === 'orphaned') task.prd_state = null;
  if (task.origin !== null) task.origin.kept = false;
  const drafted = bench.draftOf.get(task.id);
  const lines = drafted?.prd_lines ?? { start: first.start_line, end: first.end_line };
  task.prd_start_line = lines.start;
  task.prd_end_line = lines.end;
  if (changed.length === 0) return;
  task.prd_state = 'review';
  bench.marks.set(task.id, { change: 'review', reason: 'What it answers says something else now.' });
}

function orphan(bench: Bench, task: MergeTask): void {
  task.prd_start_line = null;
  task.prd_end_line = null;
  // A person has acknowledged it before and keeps the task.
  if (task.origin?.kept === true || task.prd_state === 'orphaned') return;
  task.origin ??= noOrigin();
  task.prd_state = 'orphaned';
  bench.marks.set(task.id, { change: 'orphaned', reason: 'The PRD no longer asks for it.' });
}
