import type { AuditEntry, CallLogEntry, ErrorEntry, ErrorOccurrence } from '#contract/admin-logs.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { auditLog, errorGroups, errorLogs, mcpLogs } from '#server/platform/db/tables/index.ts';

const contextOf = (value: unknown) => (value ?? null) as Record<string, unknown> | null;

export const presentError = (row: typeof errorGroups.$inferSelect): ErrorEntry => ({
  id: row.id as Id,
  level: row.level,
  category: row.category,
  message: row.message,
  timestamp: row.lastSeen.toISOString(),
  firstSeen: row.firstSeen.toISOString(),
  seen: row.seen,
  resolved: row.resolved,
  resolvedBy: row.resolvedBy,
  requestId: row.requestId,
  context: contextOf(row.context),
});

export const presentOccurrence = (row: typeof errorLogs.$inferSelect): ErrorOccurrence => ({
  id: row.id as Id,
  timestamp: row.timestamp.toISOString(),
  message: row.message,
  requestId: row.requestId,
  context: contextOf(row.context),
});

export const presentCall = (row: typeof mcpLogs.$inferSelect): CallLogEntry => ({
  id: row.id as Id,
  command: row.command,
  project_id: row.projectId as Id | null,
  status_code: row.statusCode,
  response_time_ms: row.responseTimeMs,
  inserted_at: row.insertedAt.toISOString(),
  agent: row.agent,
  bytes_out: row.bytesOut,
});

/** An account that exists is named by its address; whatever else was changed, as it was written down. */
export const presentAudit = (row: typeof auditLog.$inferSelect, email: string | null): AuditEntry => ({
  id: row.id as Id,
  timestamp: row.createdAt.toISOString(),
  actor: row.actor as EventActor,
  action: row.action,
  subject: email ?? row.subject,
  outcome: row.outcome,
  durationMs: row.durationMs,
  detail: contextOf(row.detail),
});
