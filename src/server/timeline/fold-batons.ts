import type { EventDataOf } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { EntryData, TimelineKind } from '#contract/timeline.ts';
import { ASKED_WHY, BLOCKED_WHY, LEASE_OVER, PUT_BACK_WHY, SKIPPED_WHY } from '#server/plan/index.ts';
import { type Entry, type Fold, type Reading, addEntry, changeEntry, findOpen, fromOf, settle } from './fold.ts';

/** Takings and returns of batons: each stretch of work is one entry, which changes its kind when the work ends. */
export function foldBatons(fold: Fold, change: Reading): void {
  for (const { type, data } of change.events) {
    if (type === 'baton.taken') take(fold, change, data);
    else if (type === 'baton.released') release(fold, change, data);
    else if (type === 'baton.expired') expire(fold, change, data);
  }
}

/** The work ended when the lease did, however late that is told. A server's clock may be behind the database's. */
function expire(fold: Fold, change: Reading, baton: Expiry): void {
  const stretch = findOpen(fold, baton.task_id, 'held');
  if (stretch === undefined) return;
  const expired = baton.expired_at === undefined ? change.at : new Date(baton.expired_at);
  const { last_call_at } = baton;
  changeEntry(fold, stretch, {
    kind: 'stopped',
    at: expired < change.at ? expired : change.at,
    data: last_call_at === undefined ? {} : { last_call_at },
  });
}

type Expiry = Pick<EventDataOf<'baton.released'>, 'task_id' | 'last_call_at' | 'expired_at'>;

function take(fold: Fold, change: Reading, baton: EventDataOf<'baton.taken'>): void {
  const { state } = fold;
  const { holder, task_id: taskId, slot } = baton;
  const before = state.holders?.[slot];
  const actor = holder;
  const lost = fold.lost.get(taskId);
  const personBefore = state.people?.[slot] as Id | undefined;
  const isOther = (name: string, of: Id | undefined) =>
    name !== holder.name || (of !== undefined && holder.id !== null && of !== holder.id);
  if (lost !== undefined && isOther(lost.who, lost.data.of)) {
    const silent = lost.data.last_call_at;
    const data = { ...fromOf(lost), ...(silent === undefined ? {} : { last_call_at: silent }) };
    addEntry(fold, { at: change.at, actor }, { kind: 'took_over', taskId, data });
  } else if (before !== undefined && isOther(before, personBefore)) {
    const { notes = 0, hasCheckpoint = false } = state;
    const from = { from: before, ...(personBefore !== undefined && { from_of: personBefore }) };
    const data = { ...from, notes, ...(hasCheckpoint ? { has_checkpoint: true } : {}) };
    addEntry(fold, { at: change.at, actor }, { kind: 'handover', taskId, data });
  }
  if (before === undefined || isOther(before, personBefore)) Object.assign(state, { notes: 0, hasCheckpoint: false });
  state.holders = { ...state.holders, [slot]: holder.name };
  state.people = { ...state.people, [slot]: holder.kind === 'agent' ? (holder.id ?? undefined) : undefined };
  // Whoever takes the task has looked at what stopped it.
  settle(fold, taskId, 'blocked', 'asked', 'withdrawn', 'stopped', 'held');
  const data = { slot, fence: baton.fence, started_at: baton.taken_at, notes: 0 };
  addEntry(fold, { at: change.at, actor }, { kind: 'held', taskId, isOpen: true, data });
}

function release(fold: Fold, change: Reading, baton: EventDataOf<'baton.released'>): void {
  const { task_id: taskId, reason } = baton;
  // Nobody may have told the expiry before: the next claim can come first.
  if (baton.expired_at !== undefined) expire(fold, change, baton);
  // Without its taking the entry is made from the return alone: the feed may have let go of the beginning.
  const stretch =
    findOpen(fold, taskId, 'held', 'stopped') ?? addEntry(fold, change, { kind: 'held', taskId, isOpen: true });
  if (stretch.kind === 'stopped') changeEntry(fold, stretch, { isOpen: false });
  else {
    const { kind, data = {}, isOpen = false } = describeEnd(change, stretch, taskId, reason);
    changeEntry(fold, stretch, { kind, isOpen, at: change.at, data });
  }
  if (stretch.kind === 'stopped' || stretch.kind === 'freed') fold.lost.set(taskId, stretch);
}

interface End {
  kind: TimelineKind;
  data?: EntryData;
  /** A block or a question stays open until it is settled. */
  isOpen?: boolean;
}

function describeEnd(change: Reading, stretch: Entry, taskId: Id, reason: string): End {
  const patch = change.patches.get(taskId) ?? {};
  if (reason === LEASE_OVER) return { kind: 'stopped' };
  if (reason.startsWith(BLOCKED_WHY)) {
    const text = patch.blocked_reason ?? reason.slice(BLOCKED_WHY.length);
    return { kind: 'blocked', isOpen: true, data: { text, ...workOf(change, taskId) } };
  }
  if (reason.startsWith(ASKED_WHY)) {
    const { text, id } = patch.question ?? { text: reason.slice(ASKED_WHY.length), id: undefined };
    return { kind: 'asked', isOpen: true, data: { text, ...(id === undefined ? {} : { question_id: id }) } };
  }
  if (reason === SKIPPED_WHY) return { kind: 'skipped' };
  if (change.statuses.get(taskId)?.new_status === 'done') return { kind: 'finished', data: workOf(change, taskId) };
  const { actor } = change;
  // A stretch without its beginning has the name of whoever returned it.
  const isOfAnother = stretch.data.of !== undefined && actor.id !== null && stretch.data.of !== actor.id;
  const isBySomeoneElse = isOfAnother || stretch.who !== actor.name || stretch.whoKind !== actor.kind;
  if (isBySomeoneElse) return { kind: 'freed', data: { by: actor.name, text: reason } };
  return { kind: 'put_back', ...(reason === PUT_BACK_WHY ? {} : { data: { text: reason } }) };
}

/** Where the work is and how it was verified, as far as the holder said so. */
function workOf(change: Reading, taskId: Id): EntryData {
  const work = change.patches.get(taskId)?.work;
  const listed = change.notes.find(({ task_id, type }) => task_id === taskId && type === 'FILE_LIST');
  const data: EntryData = {};
  if (work?.diff) data.diff = work.diff;
  if (listed !== undefined) data.files = listed.body.split('\n').filter((line) => line.trim() !== '').length;
  if (work?.verification) data.tests = work.verification.exit_code === 0 ? 'pass' : 'fail';
  if (work?.commit) data.commit = work.commit;
  if (work?.branch) data.branch = work.branch;
  if (work?.pr) data.pr = work.pr;
  const result = change.events.find(({ type, data: told }) => type === 'run.result' && told.task_id === taskId);
  if (result?.type === 'run.result' && result.data.merged_into !== null) data.merged_into = result.data.merged_into;
  return data;
}
