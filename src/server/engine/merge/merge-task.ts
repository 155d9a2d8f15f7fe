import type { DraftTask, TaskOrigin } from '#contract/plan-draft.ts';
import {
  checkTexts,
  editsOf,
  hasOwnRequirements,
  isDone,
  isFixed,
  isSame,
  isSameSet,
  isWorkedOn,
} from './judge-task.ts';
import type { Bench, MergeTask } from './sides.ts';

/** What a PRD's new text means for one task. */
export interface Verdict {
  /** Why somebody has to look at it again; empty when nobody has to. */
  changed: string[];
  /** A finished task does not answer these: somebody has to go on from it. */
  unanswered: string[];
}

/** In the place of a hash: that the PRD no longer asks for it has been told, and if it ever does, that is a change. */
const LOST = '';

/** Brings a task together with what is drafted for it: what nobody edited follows the draft, the rest stays. */
export function mergeTask(
  bench: Bench,
  task: MergeTask,
  drafted: DraftTask,
  coveredElsewhere: ReadonlySet<string>,
): Verdict {
  const base = task.origin;
  if (base === null) return { changed: [], unanswered: [] };
  const alive = task.requirement_ids.filter((id) => bench.theirs.requirements.has(id));
  const changed = alive.filter((id) => isChanged(bench, base, id));
  const wanted = drafted.requirement_ids.filter((id) => alive.includes(id) || !coveredElsewhere.has(id));
  const isOwn = hasOwnRequirements(task);
  const added = isOwn ? [] : wanted.filter((id) => !alive.includes(id));
  rememberTexts(bench, base, alive);
  if (isDone(task)) return { changed: [], unanswered: [...changed, ...added] };

  const isFixedNow = isFixed(bench, task);
  const isWorked = isWorkedOn(bench, task);
  const lost = task.requirement_ids.filter((id) => !alive.includes(id) && base.requirements[id] !== LOST);
  const isNarrower = isWorked && !isOwn && alive.length > 0 && lost.length > 0;
  if (isNarrower) for (const id of lost) base.requirements[id] = LOST;
  if (!isOwn) {
    const kept = isFixedNow ? task.requirement_ids : isWorked ? alive : wanted.filter((id) => alive.includes(id));
    const ids = [...kept, ...added];
    // Where nothing of it is left, that is what a person has to see.
    if (ids.length > 0) task.requirement_ids = ids;
    base.requirement_ids = [...task.requirement_ids];
    rememberTexts(bench, base, added);
  }
  task.is_enabler = drafted.is_enabler;
  if (!isFixedNow && isSameSet(task.requirement_ids, drafted.requirement_ids)) takeTexts(task, drafted, base);
  base.key = drafted.key;
  return { changed: [...changed, ...(isWorked ? added : []), ...(isNarrower ? ['narrower'] : [])], unanswered: [] };
}

/** A text that follows the draft becomes the new base; one that does not keeps the old, and with it the right to follow later. */
function takeTexts(task: MergeTask, drafted: DraftTask, base: TaskOrigin): void {
  const edits = editsOf(task, base);
  if (!edits.title) task.title = drafted.title;
  if (!edits.description) task.description = drafted.description;
  if (!edits.checks) setChecks(task, drafted.checks);
  if (task.title === drafted.title) base.title = drafted.title;
  if (task.description === drafted.description) base.description = drafted.description;
  if (isSame(checkTexts(task), drafted.checks)) base.checks = [...drafted.checks];
}

/** What was met before stays met. */
export function setChecks(task: MergeTask, texts: readonly string[]): void {
  const met = new Set(task.checks.filter((check) => check.met).map(({ text }) => text));
  task.checks = texts.map((text) => ({ text, met: met.has(text) }));
}

/** Its words are others than those the task was made from. What it was made from nobody may know: then nothing has changed. */
export function isChanged(bench: Bench, base: TaskOrigin | null, id: string): boolean {
  const now = bench.theirs.requirements.get(id);
  const then = base?.requirements[id];
  return now !== undefined && then !== undefined && then !== now.hash;
}

export function rememberTexts(bench: Bench, base: TaskOrigin, ids: readonly string[]): void {
  for (const id of ids) {
    const now = bench.theirs.requirements.get(id);
    if (now !== undefined) base.requirements[id] = now.hash;
  }
}
