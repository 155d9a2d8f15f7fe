import { BEATS, BEAT_SECONDS, ORDER_STEP, TREE_DEPTH_MAX } from '#contract/constants.ts';
import type { EventActor } from '#contract/fields.ts';
import { AppError } from '#server/platform/error.ts';

const ORDER_MAX = 2_000_000_000;

/** An order between two siblings; undefined when there is no gap left, and the list must be renumbered. */
export function orderBetween(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined && after === undefined) return ORDER_STEP;
  if (before === undefined) return after !== undefined && after > 1 ? Math.floor(after / 2) : undefined;
  if (after === undefined) return before + ORDER_STEP <= ORDER_MAX ? before + ORDER_STEP : undefined;
  return after - before > 1 ? before + Math.floor((after - before) / 2) : undefined;
}

/** Refuses to exceed the administrator's limit of tasks per project. */
export function requireRoomForTasks(current: number, added: number, limit: number): void {
  if (current + added <= limit) return;
  throw new AppError(
    'USAGE_LIMIT_EXCEEDED',
    `A project holds at most ${limit.toLocaleString('en-US')} tasks; this one has ${current.toLocaleString('en-US')}. Delete some, or ask an administrator to raise the limit.`,
    { code: 'TASK_LIMIT', usage: { tasks: { current, limit } }, retryAfterSeconds: 3_600 },
  );
}

export function requireDepth(depth: number): void {
  if (depth < TREE_DEPTH_MAX) return;
  throw new AppError('CONFLICT', `A plan nests at most ${TREE_DEPTH_MAX} levels deep.`);
}

/** Optimistic concurrency control: an edit based on an older state of a row is refused. */
export function requireFresh(base: string | undefined, updatedAt: Date, what: string): void {
  if (base === undefined || Date.parse(base) === updatedAt.getTime()) return;
  throw new AppError(
    'CONFLICT',
    `${what} was changed meanwhile. Your edit was not saved: look at the new state first.`,
    { code: 'EDIT_CONFLICT' },
  );
}

export const leaseEnd = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

export const noBeats = (): number[] => Array.from({ length: BEATS }, (_, place) => (place === BEATS - 1 ? 1 : 0));

/** Calls per half minute as a sliding window, with the new calls in the last slot. */
export function countBeat(beats: readonly number[], last: Date, now: Date, added = 1): number[] {
  const halfMinute = (at: Date) => Math.floor(at.getTime() / (BEAT_SECONDS * 1_000));
  const passed = Math.min(BEATS, Math.max(0, halfMinute(now) - halfMinute(last)));
  const moved = [...beats.slice(passed), ...Array.from({ length: passed }, () => 0)];
  return moved.map((calls, place) => (place === BEATS - 1 ? calls + added : calls));
}

/** "claude-code holds T12 since 14:02 UTC". */
export function describeHolder(holder: EventActor, number: number, takenAt: Date): string {
  return `${holder.name} holds T${number} since ${takenAt.toISOString().slice(11, 16)} UTC`;
}

/** "just now", "12 min ago", "3 h ago", "2 days ago". */
export function agoOf(at: Date | string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(at).getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** Truncates with an ellipsis, never inside a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
