import type { Reading } from '#contract/requirement.ts';
import type { Check } from '../reading/find-checks.ts';
import type { Spine } from './outline.ts';

export const OUTLINE_NOTICE = 'This follows the outline of the document. Your agent can draft a better plan.';

const UNSURE_MAX = 0.1;
const PROSE_MAX = 0.5;
const RIVAL_MIN = 0.4;

/** Whether the plan only follows the outline: no breakdown, too much unread, mostly prose, or the same work broken down twice. */
export function isOnlyOutline(reading: Reading, checks: readonly Check[], spine: Spine | null): boolean {
  if (spine === null) return true;
  const { total, unsure } = reading.counts;
  if (total > 0 && unsure / total > UNSURE_MAX) return true;
  const prose = checks.filter(({ kind }) => kind === 'sentence').length;
  if (checks.length > 0 && prose / checks.length > PROSE_MAX) return true;
  return spine.rival / spine.weight >= RIVAL_MIN && spine.rival >= 8;
}
