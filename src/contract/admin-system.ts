import { z } from 'zod';
import { CONFIRM_WORDS, MAINTENANCE_MESSAGE_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { ErrorEntry } from './admin-logs.ts';
import { Id, Timestamp, requiredText, text } from './fields.ts';

export const AdminMetrics = z.object({
  totalUsers: z.int(),
  newUsersToday: z.int(),
  activeUsers7Days: z.int(),
  totalProjects: z.int(),
  projectsCreatedToday: z.int(),
  usualProjectsPerDay: z
    .number()
    .nullable()
    .meta({ description: 'Mean of the 30 days before today; null without any' }),
});
export type AdminMetrics = z.infer<typeof AdminMetrics>;

export const getMetrics = endpoint({
  id: 'getMetrics',
  method: 'GET',
  path: '/api/admin/dashboard/metrics',
  access: 'admin',
  summary: 'Key metrics',
  answer: AdminMetrics,
  bare: true,
});

export const AdminCharts = z.object({
  calls: z
    .array(z.object({ hour: Timestamp, calls: z.int(), errors: z.int() }))
    .meta({ description: 'The last 24 hours, oldest first; the last one is under way' }),
  signUps: z.array(z.object({ day: z.iso.date(), count: z.int() })).meta({ description: 'The last 30 days' }),
  slowest: z
    .array(z.object({ command: z.string(), p95: z.int(), calls: z.int() }))
    .meta({ description: 'At most 5, by the milliseconds that 95 of 100 calls of the last 24 hours stay under' }),
  unresolved: z.array(ErrorEntry).meta({ description: 'The latest 3' }),
  unresolvedTotal: z.int(),
});
export type AdminCharts = z.infer<typeof AdminCharts>;

export const getCharts = endpoint({
  id: 'getCharts',
  method: 'GET',
  path: '/api/admin/dashboard/charts',
  access: 'admin',
  summary: 'What the dashboard draws',
  answer: AdminCharts,
});

export const DatabaseReport = z.object({
  status: z.enum(['healthy', 'slow']).meta({ description: 'From a real query, whose time is given' }),
  answeredInMs: z.number(),
  version: z.string(),
  sizeBytes: z.int(),
  startedAt: Timestamp,
  connections: z.object({ active: z.int(), idle: z.int(), max: z.int() }),
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      isEstimate: z.boolean(),
      bytes: z.int(),
      indexBytes: z.int(),
    }),
  ),
  largest: z
    .array(z.object({ id: Id, email: z.string(), bytes: z.int() }))
    .meta({ description: 'The accounts that keep most, at most 10' }),
  statements: z
    .array(z.object({ text: z.string(), calls: z.int(), meanMs: z.number(), totalMs: z.number() }))
    .nullable()
    .meta({ description: 'The slowest by mean; null where the database does not keep them' }),
});
export type DatabaseReport = z.infer<typeof DatabaseReport>;

export const getDatabase = endpoint({
  id: 'getDatabase',
  method: 'GET',
  path: '/api/admin/system/database',
  access: 'admin',
  summary: 'Size, connections, uptime, version, tables and slow statements of the database',
  answer: DatabaseReport,
});

/** The result of a maintenance action. */
const Done = z.object({ ms: z.int(), summary: z.string().meta({ description: 'One sentence' }) });
export type ActionReport = z.infer<typeof Done>;

export const setMaintenance = endpoint({
  id: 'setMaintenance',
  method: 'PUT',
  path: '/api/admin/system/maintenance',
  access: 'admin',
  summary: 'Turn maintenance mode on or off; administrators keep working',
  body: z.strictObject({ on: z.boolean(), message: requiredText(MAINTENANCE_MESSAGE_MAX).optional() }),
  answer: z.object({ on: z.boolean(), message: z.string() }),
});

export const clearCache = endpoint({
  id: 'clearCache',
  method: 'POST',
  path: '/api/admin/system/clear-cache',
  access: 'admin',
  summary: 'Empty the caches of every server',
  answer: Done.extend({ entries: z.int().meta({ description: 'Of this server' }) }),
});

export const optimizeDatabase = endpoint({
  id: 'optimizeDatabase',
  method: 'POST',
  path: '/api/admin/system/optimize',
  access: 'admin',
  summary: 'ANALYZE: fresh statistics for the planner',
  answer: Done,
  errors: ['CONFLICT'],
});

export const vacuumDatabase = endpoint({
  id: 'vacuumDatabase',
  method: 'POST',
  path: '/api/admin/system/vacuum',
  access: 'admin',
  summary: 'VACUUM: the room of dead rows is given back',
  answer: Done,
  errors: ['CONFLICT'],
});

export const downloadBackup = endpoint({
  id: 'downloadBackup',
  method: 'POST',
  path: '/api/admin/system/backup',
  access: 'admin',
  summary: 'A backup of everything, streamed; `baton restore FILE` brings it back',
  answer: z.string().meta({ description: 'application/gzip' }),
  errors: ['CONFLICT'],
});

/** The confirmation word for an action that affects everybody. */
const typed = (word: string) =>
  z.strictObject({ confirm: text(100).refine((said) => said === word, `must be ${word}`) });

export const revokeAllSessions = endpoint({
  id: 'revokeAllSessions',
  method: 'POST',
  path: '/api/admin/system/revoke-sessions',
  access: 'admin',
  summary: 'Sign everybody out but the caller',
  body: typed(CONFIRM_WORDS.revokeSessions),
  answer: Done,
});

export const expireAllLocks = endpoint({
  id: 'expireAllLocks',
  method: 'POST',
  path: '/api/admin/system/expire-locks',
  access: 'admin',
  summary: 'End every lease: each baton may be taken over, and the old holder’s writes are refused then',
  body: typed(CONFIRM_WORDS.expireLocks),
  answer: Done,
});

export const rotateSigningKeys = endpoint({
  id: 'rotateSigningKeys',
  method: 'POST',
  path: '/api/admin/system/rotate-keys',
  access: 'admin',
  summary: 'New signing keys; every access token is renewed through its session',
  body: typed(CONFIRM_WORDS.rotateKeys),
  answer: Done,
});
