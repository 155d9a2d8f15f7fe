import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction, Requirement } from '#contract/requirement.ts';
import { assignIds } from './assign-ids.ts';
import { draftPlan } from './draft-plan.ts';
import { extractRequirements } from './extract-requirements.ts';

export interface OfflinePlan {
  extraction: Extraction;
  draft: PlanDraft;
}

/** Reads a PRD; what it asked for in an earlier version keeps its id. */
export function readOffline(content: string, previous: readonly Requirement[]): Extraction {
  return assignIds(extractRequirements(content), previous);
}

/** Reads a PRD and drafts its plan: no key, no network, and the same text gives the same plan. */
export function planOffline(
  content: string,
  previous: readonly Requirement[],
  options: { maxTasks: number },
): OfflinePlan {
  const extraction = readOffline(content, previous);
  return { extraction, draft: draftPlan(extraction, options) };
}
