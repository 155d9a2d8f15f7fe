import type { PlanChangeKind } from '#contract/generation.ts';

/** Display order: changes that need a person's attention come first. */
export const CHANGE_ORDER: readonly PlanChangeKind[] = [
  'removed',
  'orphaned',
  'review',
  'follow_up',
  'added',
  'updated',
  'kept',
];

export const CHANGE_WORDS: Record<PlanChangeKind, { count: string; one: string; sign: string }> = {
  removed: { count: 'Removed', one: 'goes', sign: '−' },
  orphaned: { count: 'Orphaned', one: 'orphaned', sign: '?' },
  review: { count: 'To review', one: 'to review', sign: '!' },
  follow_up: { count: 'Follow-ups', one: 'follow-up', sign: '+' },
  added: { count: 'Added', one: 'new', sign: '+' },
  updated: { count: 'Updated', one: 'updated', sign: '~' },
  kept: { count: 'Kept', one: 'kept', sign: '=' },
};
