import type { DraftTask, TaskOrigin } from '#contract/plan-draft.ts';
import { answerAlso } from './answer-requirements.ts';
import { findRestated, isTicked } from './draft-checks.ts';
import { hasOwnRequirements, isDone, isFixed, isSameSet, isWorkedOn } from './judge-task.ts';
import { followState, followTexts, followTicks } from './follow-draft.ts';
import { isBuried } from './read-deleted.ts';
import { isChanged, rememberTexts } from './remember-texts.ts';
import type { Bench, MergeTask } from './sides.ts';

/** What the PRD's new text means for one task. */
export interface Verdict {
  /** Reasons for a review; empty when none is needed. */
  changed: string[];
  /** Requirements a finished task does not cover any more: they need a follow-up. */
  unanswered: string[];
}

/** In place of a hash: the requirement is gone, which was reported; if it returns, that is a change. */
const LOST = '';

/** Merges one task with its draft: unedited fields follow the draft, edited ones stay. */
export function mergeTask(
  bench: Bench,
  task: MergeTask,
  drafted: DraftTask,
  coveredElsewhere: ReadonlySet<string>,
): Verdict {
  const base = task.origin;
  if (base === null) return { changed: [], unanswered: [] };
  const isWorked = isWorkedOn(bench, task);
  const alive = new Set(task.requirement_ids.filter((id) => bench.theirs.requirements.has(id)));
  const changed = new Set([...alive].filter((id) => isChanged(bench, base, id)));
  // Requirements a person removed are not added again.
  const isOwn = hasOwnRequirements(task);
  const known = new Set(isOwn ? base.requirement_ids : []);
  const isAsBefore = (id: string) => alive.has(id) && !changed.has(id);
  const isFresh = (id: string) => findRestated(drafted, id, isAsBefore) === undefined;
  const isNotIts = (id: string) => !alive.has(id) && (coveredElsewhere.has(id) || known.has(id));
  const isWanted = (id: string) => {
    if (isNotIts(id)) return false;
    if (!isFresh(id)) return true;
    return findRestated(drafted, id, isNotIts) === undefined && !isBuried(bench, drafted, id);
  };
  const wanted = drafted.requirement_ids.filter((id) => alive.has(id) || isWanted(id));
  const added = wanted.filter((id) => !alive.has(id));
  rememberTexts(bench, base, [...alive]);
  if (base.key !== null && base.key !== drafted.key) bench.renamed.set(base.key, drafted.key);
  base.key = drafted.key;
  if (isDone(task) && isWorked) {
    const isOpen = (id: string) => !isTicked(bench, id);
    const fresh = added.filter((id) => isFresh(id) && isOpen(id));
    answerAlso(bench, task, [...new Set(added).difference(new Set(fresh))]);
    if (!drafted.done) delete base.done;
    return { changed: [], unanswered: [...[...changed].filter(isOpen), ...fresh] };
  }

  const lost = task.requirement_ids.filter((id) => !alive.has(id) && base.requirements[id] !== LOST);
  const isNarrower = isWorked && !isOwn && alive.size + added.length > 0 && lost.length > 0;
  if (isNarrower) for (const id of lost) base.requirements[id] = LOST;
  setRequirements(bench, task, base, { alive, wanted, added, isOwn, isWorked });
  task.is_enabler = drafted.is_enabler;
  const isFollowing = !isOwn || isSameSet(task.requirement_ids, drafted.requirement_ids);
  if (!isFixed(bench, task)) followTexts(bench, task, drafted, { added, isFollowing });
  if (!bench.mine.held.has(task.id)) followTicks(bench, task, drafted, isWorked);
  followState(bench, task, drafted, isWorked);
  const fresh = isWorked ? added.filter(isFresh) : [];
  return { changed: [...changed, ...fresh, ...(isNarrower ? ['narrower'] : [])], unanswered: [] };
}

interface Ids {
  alive: ReadonlySet<string>;
  wanted: readonly string[];
  added: readonly string[];
  isOwn: boolean;
  isWorked: boolean;
}

function setRequirements(bench: Bench, task: MergeTask, base: TaskOrigin, ids: Ids): void {
  const { alive, wanted, added, isOwn, isWorked } = ids;
  rememberTexts(bench, base, added);
  if (isOwn) {
    task.requirement_ids.push(...added);
    base.requirement_ids.push(...added);
    return;
  }
  // Requirements that no draft covers stay with their task.
  const undrafted = [...alive].filter((id) => !bench.drafts.tasksFor.has(id));
  const kept = isFixed(bench, task) ? task.requirement_ids : [...alive];
  const now = isWorked ? [...kept, ...added] : [...wanted, ...undrafted];
  // If none is left they stay, and the task is marked for a person.
  if (now.length > 0) task.requirement_ids = now;
  base.requirement_ids = [...task.requirement_ids];
}
