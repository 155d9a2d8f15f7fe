import type { TimelineGroup, TimelineKind } from './timeline.ts';

/** The entries that each filter shows. In a file without zod, because the browser filters by them too. */
export const GROUP_KINDS: Record<TimelineGroup, readonly TimelineKind[]> = {
  done: ['finished', 'skipped', 'marked_done'],
  handovers: ['handover', 'took_over'],
  stopped: ['stopped'],
  blocked: ['blocked', 'unblocked'],
  asked: ['asked', 'answered', 'withdrawn'],
  plan: ['planned', 'reopened', 'checkpoint', 'completed'],
  other: ['freed', 'put_back', 'noted', 'held', 'tried_again', 'run_ended'],
};

/**
 * The entries that a number counts, wherever it is shown: filters, days, news, reports. The answer to a question is shown
 * beside it, and is not another question. Of the done ones only the last of each task counts, and only until the task is
 * reopened.
 */
export const COUNTED_KINDS: Record<TimelineGroup, readonly TimelineKind[]> = {
  ...GROUP_KINDS,
  blocked: ['blocked'],
  asked: ['asked'],
};
