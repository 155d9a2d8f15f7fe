import { expect, test } from 'vitest';
import type { AuditEntry, CallLogEntry } from '#contract/admin-logs.ts';
import type { Id } from '#contract/fields.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { callTime, shortProject, statusTone, statusWords } from './calls/call-words.ts';
import { countNew, newCallsWords } from './calls/hold-rows.ts';
import { formatMs, formatUptime, splitVersion } from './database/database-words.ts';
import { nextOrder, sortTables } from './database/sort-tables.ts';
import { exportAddress, readFilter, readPage, toQuery } from './errors/error-filter.ts';
import { failureWords } from './failure-words.ts';
import { formatStorage } from '#web/lib/format-storage.ts';
import { formatSize, formatTaken } from './format-size.ts';
import { modelHelp } from './settings/sections.ts';
import { auditDetails } from './maintenance/audit-details.ts';
import { actorWords, auditWords, subjectWords } from './maintenance/audit-words.ts';

test('sizes and durations are read at a glance', () => {
  expect([0, 512, 1_024, 1_536, 20_480, 5 * 1_024 ** 3, 1_023].map(formatSize)).toEqual([
    '0 B',
    '512 B',
    '1.0 KB',
    '1.5 KB',
    '20 KB',
    '5.0 GB',
    '1,023 B',
  ]);
  expect([0, 999, 1_000, 50_000, 960_000, 1_000_000, 1_234_567_890].map(formatStorage)).toEqual([
    '0 B',
    '999 B',
    '1.0 KB',
    '50 KB',
    '960 KB',
    '1.0 MB',
    '1.2 GB',
  ]);
  expect([12, 2_400, 185_000].map(formatTaken)).toEqual(['12 ms', '2.4 s', '3 min 5 s']);
});

test('a failure names its status, or says what failed where none came', () => {
  const say = (error: unknown) => failureWords(error, 'Failed to fetch settings', 'Failed to load settings');
  expect(say(new ApiError('x', { status: 500 }))).toBe('Failed to fetch settings: 500');
  expect(say(new ApiError('x'))).toBe('Failed to load settings');
});

test('uptime starts at the largest unit, and a clock that runs ahead gives 0', () => {
  const from = '2026-01-01T00:00:00.000Z';
  const after = (seconds: number) => formatUptime(from, Date.parse(from) + seconds * 1_000);
  expect([0, -5, 61, 90_061].map(after)).toEqual(['0 s', '0 s', '1 min 1 s', '1 d 1 h 1 min 1 s']);
});

test('the version is cut out of what the engine says', () => {
  expect(splitVersion('PostgreSQL 17.5 on x86_64-linux, compiled by gcc')).toEqual({
    name: 'PostgreSQL 17.5',
    rest: 'x86_64-linux, compiled by gcc',
  });
  expect(splitVersion('Other 1')).toEqual({ name: 'Other 1', rest: '' });
  expect([0.83, 12.4, 14_930].map(formatMs)).toEqual(['0.8 ms', '12 ms', '14,930 ms']);
});

test('tables sort by any column, the other way at the second time', () => {
  const table = (name: string, rows: number) => ({ name, rows, isEstimate: false, bytes: 1, indexBytes: 1 });
  const tables = [table('notes', 5), table('users', 9), table('tasks', 5)];
  const names = (order: Parameters<typeof sortTables>[1]) => sortTables(tables, order).map(({ name }) => name);
  const byRows = nextOrder(undefined, 'rows');
  expect(names(undefined)).toEqual(['notes', 'users', 'tasks']);
  expect(names(byRows)).toEqual(['users', 'notes', 'tasks']);
  expect(names(nextOrder(byRows, 'rows'))).toEqual(['notes', 'tasks', 'users']);
  expect(names(nextOrder(byRows, 'name'))).toEqual(['notes', 'tasks', 'users']);
});

test('filters that say All are not sent; what the address says wrongly is the default', () => {
  const read = (query: string) => readFilter(new URLSearchParams(query));
  expect(toQuery(read(''))).toEqual({ resolved: 'false' });
  expect(toQuery(read('status=all&level=loud'))).toEqual({});
  expect(exportAddress(read('status=resolved&level=critical&category=auth'))).toBe(
    '/api/admin/dashboard/errors/export?format=csv&level=critical&category=auth&resolved=true',
  );
  expect(['', 'page=3', 'page=0', 'page=x', 'page=1.5'].map((query) => readPage(new URLSearchParams(query)))).toEqual([
    1, 3, 1, 1, 1,
  ]);
});

test('a call is classed by its code and shown by the start of its project', () => {
  expect([200, 299, 300, 399, 400, 503].map(statusTone)).toEqual(['ok', 'ok', 'neutral', 'neutral', 'bad', 'bad']);
  expect(shortProject('0192f3a0-1c2d-7e3f')).toBe('0192f3a0-1c2...');
  const now = Date.parse('2026-03-03T12:00:00');
  expect(callTime('2026-03-03T11:59:58', now)).toBe('11:59:58 AM');
  expect(callTime('2026-03-01T11:59:58', now)).toBe('Mar 1, 2026, 11:59 AM');
});

test('new calls are counted against the ones in sight', () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id }) as CallLogEntry);
  expect(countNew(rows('a', 'b'), rows('c', 'a', 'b'))).toBe(1);
  expect([newCallsWords(1, 100), newCallsWords(12, 100), newCallsWords(100, 100)]).toEqual([
    '1 new call',
    '12 new calls',
    '100+ new calls',
  ]);
});

const audited = (action: string, more: Partial<AuditEntry> = {}) => ({
  action,
  subject: null,
  outcome: 'done' as const,
  detail: null,
  ...more,
});

test('whoever acted is named by the address, also without a name, and after the account is gone', () => {
  const who = (kind: 'user' | 'agent' | 'system', name: string, actorEmail: string | null) =>
    actorWords({ actor: { kind, id: kind === 'system' ? null : ('u1' as Id), name }, actorEmail });
  expect(who('user', '', 'a@b.example')).toBe('a@b.example');
  expect(who('user', 'Ada', 'a@b.example')).toBe('Ada (a@b.example)');
  expect(who('agent', 'codex', 'a@b.example')).toBe('codex (a@b.example)');
  expect(who('user', '', null)).toBe('A deleted account');
  expect(who('user', 'Ada', null)).toBe('Ada (deleted account)');
  expect(who('system', '', null)).toBe('Baton');
});

test('a status has words where they are known', () => {
  expect([200, 429, 418].map(statusWords)).toEqual(['200: Answered', '429: Over a limit', '418']);
});

test('the model says who really plans', () => {
  const embedded = { planner: 'embedded', label: 'Embedded planner' } as const;
  const claude = { planner: 'anthropic', label: 'Claude Sonnet' } as const;
  expect(modelHelp('Claude Sonnet', claude)).toBe('Used for every plan generation; currently Claude Sonnet');
  expect(modelHelp('Claude Sonnet', embedded)).toBe(
    'Used for every plan generation with Anthropic. Planned by: Embedded planner',
  );
  expect(modelHelp(undefined, undefined)).toBe('Used for every plan generation');
});

test('known actions become sentences, others stay as they are', () => {
  expect(auditWords(audited('sessions.revoked'))).toBe('All sessions revoked');
  expect(auditWords(audited('sign_in.failed'))).toBe('Sign-in failed');
  expect(auditDetails(audited('sign_in.done', { detail: { by: 'google', address: '10.0.0.1' } }))).toEqual([
    'With Google',
    'From 10.0.0.1',
  ]);
  expect(auditWords(audited('moon.landed'))).toBe('moon.landed');
  expect(auditWords(audited('user.limits_set', { detail: { before: {}, after: {} } }))).toBe('Limit overrides set');
  expect(auditWords(audited('user.limits_set', { detail: { before: {}, after: null } }))).toBe(
    'Limit overrides cleared',
  );
});

test('what an action was done to is named, never by an id', () => {
  const of = (action: string, subject: string | null, detail: AuditEntry['detail'] = null) =>
    subjectWords({ action, subject, detail });
  expect(of('settings.saved', 'settings')).toBe('Settings');
  expect(of('user.suspended', 'mara@baton.example')).toBe('mara@baton.example');
  expect(of('account.deleted', '01900000-0000-7000-8000-000000000000')).toBe('A deleted account');
  expect(of('error.resolved', '01900000-0000-7000-8000-000000000000', { message: 'No room' })).toBe('No room');
  expect(of('backup.downloaded', null)).toBe('–');
});

test('what changed is told, and why something failed', () => {
  const changed = {
    mcpToolCallsPerHour: { from: 1_000, to: 2_000 },
    maintenanceMode: { from: false, to: true },
    'pro.monthly_prd_limit': { from: 5, to: 9 },
    'pro.monthly_total_operations_limit': { from: 15, to: 19 },
  };
  expect(auditDetails(audited('settings.saved', { detail: { changed } }))).toEqual([
    'MCP tool calls per hour: 1,000 → 2,000',
    'Pro: Monthly PRD limit: 5 → 9',
    'Maintenance mode: Off → On',
  ]);
  const limits = { before: null, after: { max_projects: 7, daily_prd_limit: null } };
  expect(auditDetails(audited('user.limits_set', { detail: limits }))).toEqual(['Max projects: same as plan → 7']);
  const plan = { given: 'pro', until: '2026-03-03T23:59:59.000Z', before: 'free', after: 'pro' };
  expect(auditDetails(audited('user.tier_set', { detail: plan }))).toEqual(['Free → Pro, until Mar 3, 2026']);
  const failed = { outcome: 'failed' as const, detail: { error: 'It runs already.' } };
  expect(auditDetails(audited('database.vacuumed', failed))).toEqual(['It runs already.']);
  expect(auditDetails(audited('settings.saved', { detail: { changed: 'all' } }))).toEqual([]);
});
