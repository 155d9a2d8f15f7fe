import type { TimelineGroup, TimelineKind } from './timeline.ts';

/** The kinds of each filter. In a file without zod, because the browser filters by them too. */
export const GROUP_KINDS: Record<TimelineGroup, readonly TimelineKind[]> = {
  done: ['finished', 'skipped', 'marked_done', 'completed'],
  handovers: ['handover', 'took_over', 'stopped', 'freed', 'put_back'],
  blocked: ['blocked', 'unblocked'],
  asked: ['asked', 'answered', 'withdrawn'],
  plan: ['planned', 'reopened', 'checkpoint'],
  other: ['noted', 'held'],
};
