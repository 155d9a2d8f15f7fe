import type { RoleSetting } from '#contract/prd.ts';
import type { PrdDecision, SettableRole } from '#contract/requirement.ts';

/** Applies a decision to all of its lines. */
export const decide = ({ key, scope, heading, task }: PrdDecision, role: SettableRole): RoleSetting => ({
  key,
  scope,
  role,
  excerpt: (heading || task.title).slice(0, 200).toWellFormed().trim() || 'lines',
});
