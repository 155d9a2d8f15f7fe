import type { AdminUser, UserActivityItem } from '#contract/admin-users.ts';
import type { ActivityRow, ListedUser, UserNumbers } from './queries.ts';

export const presentUser = (row: ListedUser): AdminUser => ({
  id: row.id,
  email: row.email,
  status: row.status,
  lastActive: row.last_active_at?.toISOString() ?? null,
  monthlyTokens: row.tokens,
  monthlyCost: row.cost,
  monthlyCostKnown: row.cost_known,
  storageBytes: row.storage,
  createdAt: row.created_at.toISOString(),
});

export const presentActivity = (row: ActivityRow): UserActivityItem => ({
  timestamp: row.at.toISOString(),
  command: row.command,
  status: row.status,
  tokens: row.tokens,
  projectId: row.project_id,
});

export function presentNumbers(row: UserNumbers) {
  const tried = row.calls + row.runs_finished;
  const succeeded = row.calls_succeeded + row.runs_completed;
  return {
    totalTokensUsed: row.total_tokens,
    monthlyTokenUsage: row.month_tokens,
    monthlyCost: row.month_cost,
    monthlyCostKnown: row.month_cost_known,
    successRate: tried === 0 ? null : (succeeded / tried) * 100,
    avgResponseTime: row.avg_ms,
    activeProjects: row.active_projects,
  };
}
