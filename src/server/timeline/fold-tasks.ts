import type { Id } from '#contract/fields.ts';
import type { Question } from '#contract/question.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import { sayAnswer } from '#contract/question-notes.ts';
import { type Fold, type Reading, addEntry, changeEntry, findOpen, fromOf, settle } from './fold.ts';

/** A question that waits, also after its answer was taken back. */
const ASKED = ['asked', 'withdrawn'] as const;
const MERGE_NOTES_MS = 30 * 60_000;

/** Notes count for the work that is in progress on their task; others are entries of their own. */
export function foldNotes(fold: Fold, change: Reading): void {
  for (const { task_id: taskId, type } of change.notes) {
    fold.state.notes = (fold.state.notes ?? 0) + 1;
    const stretch = taskId === null ? undefined : findOpen(fold, taskId, 'held');
    if (stretch !== undefined) changeEntry(fold, stretch, { data: { notes: (stretch.data.notes ?? 0) + 1 } });
    else if (!isOfChange(change, taskId, type)) addNote(fold, change, taskId);
  }
}

/** Notes that a change of the same step writes about itself: the change is the news. */
function isOfChange(change: Reading, taskId: Id | null, type: string): boolean {
  if (change.has('generation.failed')) return true;
  const patch = taskId === null ? undefined : change.patches.get(taskId);
  return (type === 'CONTEXT' && patch?.question?.answer != null) || change.has('baton.released');
}

function addNote(fold: Fold, change: Reading, taskId: Id | null): void {
  const { last } = fold;
  const continues =
    last?.kind === 'noted' &&
    last.taskId === taskId &&
    last.who === change.actor.name &&
    change.at.getTime() - last.at.getTime() < MERGE_NOTES_MS;
  if (continues) changeEntry(fold, last, { at: change.at, data: { notes: (last.data.notes ?? 0) + 1 } });
  else addEntry(fold, change, { kind: 'noted', taskId, data: { notes: 1, started_at: change.at.toISOString() } });
}

/** Blocks, questions and statuses that change without a baton. */
export function foldTasks(fold: Fold, change: Reading): void {
  for (const [taskId, patch] of change.patches) {
    if (patch.blocked_reason === null) liftBlock(fold, change, taskId);
    else if (patch.blocked_reason !== undefined && patch.blocked_reason !== PARKED_REASON)
      keepBlock(fold, change, taskId, patch.blocked_reason);
    if (patch.question !== undefined) foldQuestion(fold, change, taskId, patch.question);
  }
  for (const [taskId, { previous_status: before, new_status: now }] of change.statuses) {
    // The status belongs to the stretch that ended with it; one whose lease had expired has ended before.
    if (isOfBaton(change, taskId) && fold.lost.get(taskId)?.kind !== 'stopped') continue;
    settle(fold, taskId, 'blocked', ...ASKED);
    if (now === 'done') addEntry(fold, change, { kind: 'marked_done', taskId });
    else if (before === 'done') addEntry(fold, change, { kind: 'reopened', taskId });
  }
  for (const { type, data } of change.events)
    if (type === 'task.deleted') settle(fold, data.id, 'blocked', 'stopped', 'held', ...ASKED);
}

function liftBlock(fold: Fold, change: Reading, taskId: Id): void {
  if (!settle(fold, taskId, 'blocked') || change.statuses.has(taskId)) return;
  addEntry(fold, change, { kind: 'unblocked', taskId });
}

function keepBlock(fold: Fold, change: Reading, taskId: Id, text: string): void {
  const open = findOpen(fold, taskId, 'blocked');
  if (open === undefined) addEntry(fold, change, { kind: 'blocked', taskId, isOpen: true, data: { text } });
  else if (open.data.text !== text) changeEntry(fold, open, { data: { text } });
}

function foldQuestion(fold: Fold, change: Reading, taskId: Id, question: Question | null): void {
  const open = findOpen(fold, taskId, ...ASKED);
  const isUnanswered = question !== null && question.answer === null;
  if (open === undefined) {
    // Its answer was taken back, and it is open again.
    if (isUnanswered && !change.has('baton.released'))
      addEntry(fold, change, { kind: 'withdrawn', taskId, isOpen: true, data: { text: question.text } });
    return;
  }
  if (isUnanswered) return;
  changeEntry(fold, open, { isOpen: false });
  if (question?.answer == null) return;
  const data = { text: sayAnswer(question), started_at: open.at.toISOString(), ...fromOf(open) };
  addEntry(fold, change, { kind: 'answered', taskId, data });
}

const isOfBaton = (change: Reading, taskId: Id) =>
  change.events.some(
    ({ type, data }) => (type === 'baton.released' || type === 'baton.taken') && data.task_id === taskId,
  );
