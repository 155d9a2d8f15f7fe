import type { AuditEntry, CallLogEntry, ErrorEntry, ErrorOccurrence } from '#contract/admin-logs.ts';
import { type EventActor, Id } from '#contract/fields.ts';
import type { auditLog, errorGroups, errorLogs, mcpLogs } from '#server/platform/db/tables/index.ts';
import type { People } from './queries.ts';
import { DELETED_ACCOUNT, nameWithAddress } from './rules.ts';

const contextOf = (value: unknown) => (value ?? null) as Record<string, unknown> | null;

export const presentError = (row: typeof errorGroups.$inferSelect, people: People): ErrorEntry => ({
  id: row.id as Id,
  level: row.level,
  category: row.category,
  message: row.message,
  timestamp: row.lastSeen.toISOString(),
  firstSeen: row.firstSeen.toISOString(),
  seen: row.seen,
  resolved: row.resolved,
  resolvedBy: row.resolvedBy === null ? null : presentPerson(row.resolvedBy, people),
  requestId: row.requestId,
  context: contextOf(row.context),
});

/** Logs name accounts by id; free text of older versions is shown as it is. */
function presentPerson(who: string, people: People): string {
  const person = people.get(who);
  if (person !== undefined) return nameWithAddress(person);
  return Id.safeParse(who).success ? DELETED_ACCOUNT : who;
}

export const presentOccurrence = (row: typeof errorLogs.$inferSelect): ErrorOccurrence => ({
  id: row.id as Id,
  timestamp: row.timestamp.toISOString(),
  message: row.message,
  requestId: row.requestId,
  context: contextOf(row.context),
});

export const presentCall = (row: typeof mcpLogs.$inferSelect, email: string | null): CallLogEntry => ({
  id: row.id as Id,
  command: row.command,
  project_id: row.projectId as Id | null,
  status_code: row.statusCode,
  response_time_ms: row.responseTimeMs,
  inserted_at: row.insertedAt.toISOString(),
  agent: row.agent,
  bytes_out: row.bytesOut,
  key_name: row.keyName,
  user_id: row.userId as Id | null,
  user_email: email,
});

/** Accounts that still exist are shown by email address; any other subject as it was recorded. */
export function presentAudit(row: typeof auditLog.$inferSelect, people: People): AuditEntry {
  const actor = row.actor as EventActor;
  return {
    id: row.id as Id,
    timestamp: row.createdAt.toISOString(),
    actor,
    actorEmail: people.get(actor.id ?? '')?.email ?? null,
    action: row.action,
    subject: people.get(row.subject ?? '')?.email ?? row.subject,
    outcome: row.outcome,
    durationMs: row.durationMs,
    detail: contextOf(row.detail),
  };
}
