import type { z } from 'zod';
import type { ProjectRules } from '#contract/project.ts';
import type { ProjectRow } from './queries.ts';

type Sent = { [K in keyof z.output<typeof ProjectRules>]?: z.output<typeof ProjectRules>[K] | undefined };

/**
 * The columns for what was sent of how agents work in a project; what was not sent stays. A lower number of batons takes
 * nothing away: it counts as batons come back.
 */
export function rulesOf(sent: Sent): Partial<ProjectRow> {
  const columns = {
    batonSlots: sent.baton_slots,
    leaseMinutes: sent.lease_minutes,
    doneMeans: sent.done_means,
    verifyCommand: sent.verify_command,
    verifyTimeoutMinutes: sent.verify_timeout_minutes,
    verifyTries: sent.verify_tries,
    repositoryUrl: sent.repository_url,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
