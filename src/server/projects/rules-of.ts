import type { z } from 'zod';
import type { ProjectRules } from '#contract/project.ts';
import type { ProjectRow } from './queries.ts';

type Sent = { [K in keyof z.output<typeof ProjectRules>]?: z.output<typeof ProjectRules>[K] | undefined };

/**
 * The columns for the submitted settings; omitted ones keep their value. A lower number of batons revokes none: it
 * takes effect as they are released.
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
