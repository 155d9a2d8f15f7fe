import { displayNameOf } from '#contract/display-name.ts';
import type { Id } from '#contract/fields.ts';
import type { Project, ProjectSummary } from '#contract/project.ts';
import type { ProjectRow, SummaryRow } from './queries.ts';

/** The row without counts, as events carry it. */
export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id as Id,
    user_id: row.userId as Id,
    name: row.name,
    description: row.description,
    status: row.status,
    baton_slots: row.batonSlots,
    lease_minutes: row.leaseMinutes,
    done_means: row.doneMeans,
    verify_command: row.verifyCommand,
    verify_timeout_minutes: row.verifyTimeoutMinutes,
    verify_tries: row.verifyTries,
    repository_url: row.repositoryUrl,
    read_only: row.status === 'active' && row.readOnlyAt !== null,
    is_example: row.isExample,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

export function presentSummary(row: SummaryRow): ProjectSummary {
  const { lanes } = row;
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    description: row.description,
    status: row.status,
    baton_slots: row.baton_slots,
    lease_minutes: row.lease_minutes,
    done_means: row.done_means,
    verify_command: row.verify_command,
    verify_timeout_minutes: row.verify_timeout_minutes,
    verify_tries: row.verify_tries,
    repository_url: row.repository_url,
    read_only: row.status === 'active' && row.read_only_at !== null,
    is_example: row.is_example,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    deleted_at: row.deleted_at === null ? null : new Date(row.deleted_at).toISOString(),
    role: row.role,
    owner_name: displayNameOf({ name: row.owner_name, email: row.owner_email }),
    people: row.members + 1,
    taskCount: lanes.reduce((sum, lane) => sum + lane.tasks, 0),
    completedTaskCount: lanes.reduce((sum, lane) => sum + lane.done, 0),
    lastAccessed: new Date(row.accessed_at ?? row.created_at).toISOString(),
    lanes,
    holders: row.holders.filter(({ has_stopped }) => !has_stopped).map(presentHolder),
    stopped: row.holders.filter(({ has_stopped }) => has_stopped).map(presentHolder),
    next_task: row.next_task,
    needs_you: row.needs_you,
    needs_you_first: row.needs_you_first,
    prdWorkLines: row.prd_work_lines,
    activity: row.activity,
  };
}

const presentHolder = ({
  has_stopped: _hasStopped,
  since,
  last_call_at: at,
  ...holder
}: SummaryRow['holders'][number]) => ({
  ...holder,
  since: new Date(since).toISOString(),
  last_call_at: new Date(at).toISOString(),
});
