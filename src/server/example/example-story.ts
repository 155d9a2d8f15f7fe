import type { Scene } from './scene.ts';
import { BUCKET_STORY } from './story-bucket.ts';
import { FOUNDATIONS_STORY } from './story-foundations.ts';
import { LAST_STORY } from './story-last-days.ts';

/** The person's first two acts, and the agent's that drafts the plan. */
export const EXAMPLE_BEGIN = {
  created: { day: 6, hour: 0 },
  uploaded: { day: 6, hour: 0.1 },
  drafted: { day: 6, hour: 0.4 },
  draftedBy: 'claude-code',
} as const;

/** What happened after the plan was drafted, in order of time. */
export const EXAMPLE_STORY: readonly Scene[] = [...FOUNDATIONS_STORY, ...BUCKET_STORY, ...LAST_STORY];
