import { z } from 'zod';
import { PageNumber } from './admin-users.ts';
import { ERRORS_PAGE, SEARCH_QUERY_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { EventActor, Id, Timestamp, text } from './fields.ts';

export const ErrorLevel = z.enum(['error', 'critical']);
export const ErrorCategory = z.enum(['database', 'auth', 'service', 'api']);

/** A group of equal errors. */
export const ErrorEntry = z.object({
  id: Id,
  level: ErrorLevel,
  category: ErrorCategory,
  message: z.string(),
  timestamp: Timestamp.meta({ description: 'When it happened last' }),
  firstSeen: Timestamp,
  seen: z.int(),
  resolved: z.boolean(),
  resolvedBy: z.string().nullable().meta({ description: 'An account, in words' }),
  requestId: z.string().nullable(),
  context: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Of the last time' }),
});
export type ErrorEntry = z.infer<typeof ErrorEntry>;

const ErrorFilter = {
  level: ErrorLevel.optional(),
  category: ErrorCategory.optional(),
  resolved: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
};

export const listErrors = endpoint({
  id: 'listErrors',
  method: 'GET',
  path: '/api/admin/dashboard/errors',
  access: 'admin',
  summary: 'Errors the server recorded, each once, latest first',
  query: z.strictObject({
    page: PageNumber,
    limit: z.coerce.number().int().min(1).max(100).default(ERRORS_PAGE),
    ...ErrorFilter,
  }),
  answer: z.object({ errors: z.array(ErrorEntry), totalPages: z.int(), total: z.int() }),
  bare: true,
});

export const ErrorOccurrence = z.object({
  id: Id,
  timestamp: Timestamp,
  message: z.string(),
  requestId: z.string().nullable(),
  context: z.record(z.string(), z.unknown()).nullable(),
});
export type ErrorOccurrence = z.infer<typeof ErrorOccurrence>;

export const getError = endpoint({
  id: 'getError',
  method: 'GET',
  path: '/api/admin/dashboard/errors/:id',
  access: 'admin',
  summary: 'One error with the last times it happened',
  params: z.strictObject({ id: Id }),
  answer: z.object({ error: ErrorEntry, occurrences: z.array(ErrorOccurrence) }),
  errors: ['NOT_FOUND'],
});

export const setErrorResolved = endpoint({
  id: 'setErrorResolved',
  method: 'PATCH',
  path: '/api/admin/dashboard/errors/:id',
  access: 'admin',
  summary: 'Resolve an error, or reopen it; one that happens again reopens by itself',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ resolved: z.boolean() }),
  answer: ErrorEntry,
  errors: ['NOT_FOUND'],
});

export const exportErrors = endpoint({
  id: 'exportErrors',
  method: 'GET',
  path: '/api/admin/dashboard/errors/export',
  access: 'admin',
  summary: 'Every time an error happened, as a CSV file that is safe to open in a spreadsheet',
  query: z.strictObject({ format: z.enum(['csv']).default('csv'), ...ErrorFilter }),
  answer: z.string().meta({ description: 'text/csv' }),
});

export const CallLogEntry = z.object({
  id: Id,
  command: z.string(),
  project_id: Id.nullable(),
  status_code: z.int(),
  response_time_ms: z.int(),
  inserted_at: Timestamp,
  agent: z.string(),
  bytes_out: z.int(),
  key_name: z.string().nullable().meta({ description: 'The key it came by; null for an app that signed in' }),
  user_id: Id.nullable().meta({ description: 'Whose key it was; null for a call without one' }),
  user_email: z.string().nullable(),
});
export type CallLogEntry = z.infer<typeof CallLogEntry>;

export const listCalls = endpoint({
  id: 'listCalls',
  method: 'GET',
  path: '/api/admin/logs',
  access: 'admin',
  summary: 'The latest 100 calls of agents',
  query: z.strictObject({
    search: text(SEARCH_QUERY_MAX).optional().meta({ description: 'Part of a command or of a project’s id' }),
    status: z.enum(['all', 'success', 'errors']).default('all'),
  }),
  answer: z.array(CallLogEntry),
});

export const AuditEntry = z.object({
  id: Id,
  timestamp: Timestamp,
  actor: EventActor,
  actorEmail: z.string().nullable().meta({ description: 'Of the account that acted, while it exists' }),
  action: z.string(),
  subject: z.string().nullable().meta({ description: 'Who or what it was done to, in words' }),
  outcome: z.enum(['done', 'failed']),
  durationMs: z.int().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What administrators did, and how accounts were entered, latest first',
  query: z.strictObject({
    cursor: text(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() }),
});
