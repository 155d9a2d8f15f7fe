import type { DraftCheck, DraftTask } from '#contract/plan-draft.ts';
import { TASK_CHECKS_MAX } from '#contract/constants.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import { type Drafted, isSaidToBeDone, pickChecks } from './draft-checks.ts';
import { checkTexts, editsOf, isDone, isSame } from './judge-task.ts';
import type { Bench, MergeTask } from './sides.ts';

interface Following {
  /** Requirements it newly covers. */
  added: readonly string[];
  /** Its requirements follow the draft, not a person's assignment. */
  isFollowing: boolean;
}

/**
 * Three-way merge of texts: an unedited text takes the draft's and makes it the new base; an edited one keeps its base,
 * so that it can follow later.
 */
export function followTexts(
  bench: Bench,
  task: MergeTask,
  drafted: DraftTask,
  { added, isFollowing }: Following,
): void {
  const base = task.origin;
  if (base === null) return;
  const edits = editsOf(task, base);
  if (isFollowing && !edits.title) task.title = drafted.title;
  if (isFollowing && !edits.description) task.description = drafted.description;
  if (task.title === drafted.title) base.title = drafted.title;
  if (task.description === drafted.description) base.description = drafted.description;

  const checks = pickChecks(bench, drafted, task.requirement_ids);
  // Where no draft covers it, only its old checks tell what it was.
  const isSpokenOf = task.requirement_ids.every(
    (id) => bench.drafts.tasksFor.has(id) || !bench.theirs.requirements.has(id),
  );
  if (isFollowing && isSpokenOf && !edits.checks) setChecks(task, checks);
  else {
    addChecks(task, pickChecks(bench, { ...drafted, checks: aboutSome(drafted, added) }, added));
    if (!edits.checks) base.checks = checkTexts(task);
  }
  const texts = checks.map(({ text }) => text);
  if (isSame(checkTexts(task), texts)) base.checks = texts;
}

const aboutSome = ({ checks }: DraftTask, ids: readonly string[]): DraftCheck[] => {
  const wanted = new Set(ids);
  return checks.filter(({ requirement_ids }) => requirement_ids.some((id) => wanted.has(id)));
};

/** Met checks stay met. */
export function setChecks(task: MergeTask, checks: readonly Pick<DraftCheck, 'text'>[]): void {
  const met = new Set(task.checks.filter((check) => check.met).map(({ text }) => text));
  task.checks = checks.map(({ text }) => ({ text, met: met.has(text) }));
}

function addChecks(task: MergeTask, checks: readonly DraftCheck[]): void {
  const said = new Set(checkTexts(task));
  const more = checks.filter(({ text }) => !said.has(text)).map(({ text }) => ({ text, met: false }));
  task.checks = [...task.checks, ...more].slice(0, Math.max(task.checks.length, TASK_CHECKS_MAX));
}

/** Ticks follow the PRD, unless somebody worked on the task: then their state wins. */
export function followTicks(bench: Bench, task: MergeTask, drafted: Drafted, isWorked: boolean): void {
  const base = task.origin;
  if (base === null) return;
  const isAll = isSaidToBeDone(bench, drafted, task.requirement_ids);
  const isTicked = new Map<string, boolean>();
  for (const { text, done } of pickChecks(bench, drafted, task.requirement_ids)) isTicked.set(text, done || isAll);
  const ticked = new Set(base.ticked);
  for (const check of task.checks) {
    const says = isTicked.get(check.text);
    if (says === true && !ticked.has(check.text) && !check.met) {
      check.met = true;
      ticked.add(check.text);
    }
    if (says === false && ticked.delete(check.text) && !isWorked) check.met = false;
  }
  const left = [...new Set(checkTexts(task))].filter((text) => ticked.has(text));
  if (left.length > 0) base.ticked = left;
  else delete base.ticked;
}

/** Done and deferred follow the PRD, unless somebody changed them. */
export function followState(bench: Bench, task: MergeTask, drafted: Drafted, isWorked: boolean): void {
  const base = task.origin;
  if (base === null) return;
  const isAll = isSaidToBeDone(bench, drafted, task.requirement_ids);
  if (isAll && base.done !== true && !isWorked) {
    task.status = 'done';
    base.done = true;
  }
  if (!isAll && base.done === true) {
    if (isDone(task) && !isWorked) task.status = 'open';
    delete base.done;
  }
  const isParked = drafted.parked && !isAll;
  if (isParked && base.parked !== true && !isWorked) {
    task.blocked_reason = PARKED_REASON;
    base.parked = true;
  }
  if (isParked || base.parked !== true) return;
  if (task.blocked_reason === PARKED_REASON) task.blocked_reason = null;
  delete base.parked;
}
