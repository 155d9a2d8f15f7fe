import { expect, test } from 'vitest';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS, findProblems } from '#contract/settings-rules.ts';
import {
  changedFields,
  FIELDS,
  listOthersChanges,
  parseNumber,
  readField,
  rebase,
  type SettingsDraft,
  writeField,
} from './draft.ts';
import { countChanges, countProblems, describeReach, fieldLabel } from './sections.ts';

const base: SettingsDraft = { settings: DEFAULT_SETTINGS, tierLimits: DEFAULT_LIMITS };

test('a number field reads whole numbers, also in groups of three, and nothing as 0', () => {
  expect(['12', ' 7 ', '', '-5', '10,000', '10 000', '1,234,567'].map(parseNumber)).toEqual([
    12, 7, 0, -5, 10_000, 10_000, 1_234_567,
  ]);
  for (const text of ['abc', '3.5', '1e3', '10,00', '1,0000', ',5', '5,', '0x1f', '1'.repeat(30)])
    expect(parseNumber(text), text).toBeNaN();
});

test('what is no number is one problem, in the words of its range', () => {
  const wrong = writeField(base, 'free.daily_prd_limit', Number.NaN);
  expect(findProblems(wrong.settings, wrong.tierLimits)).toEqual([
    { field: 'free.daily_prd_limit', message: 'Free tier: Daily PRD limit must be between 1 and 100' },
  ]);
  expect(changedFields(wrong, wrong)).toEqual([]);
});

test('a limit moves the total of its own tier and period only', () => {
  const next = writeField(base, 'pro.monthly_prd_limit', 8);
  expect(next.tierLimits.pro).toMatchObject({ monthly_total_operations_limit: 18, daily_total_operations_limit: 5 });
  expect(next.tierLimits.free).toBe(base.tierLimits.free);
  expect(changedFields(base, next)).toEqual(['pro.monthly_prd_limit']);
});

test('a field that gets its old value back is no change', () => {
  const there = writeField(base, 'maxRequestsPerMinute', 5);
  expect(changedFields(base, writeField(there, 'maxRequestsPerMinute', 60))).toEqual([]);
});

test('turning the mode off leaves no empty message behind', () => {
  const on = writeField(writeField(base, 'maintenanceMode', true), 'maintenanceMessage', '  ');
  expect(findProblems(on.settings, on.tierLimits).map(({ field }) => field)).toEqual(['maintenanceMessage']);
  expect(writeField(on, 'maintenanceMode', false)).toEqual(base);
  const off = { ...on.settings, maintenanceMode: false };
  expect(findProblems(off, on.tierLimits), 'nobody would see where it is').toEqual([]);
});

test('every field has a name and can be read', () => {
  for (const field of FIELDS)
    expect([field, fieldLabel(field).length > 5, readField(base, field)]).not.toContain(undefined);
  expect(fieldLabel('pro.max_projects')).toBe('Pro: Max projects');
});

test('problems are counted where they stand', () => {
  const wrong = writeField(writeField(base, 'free.daily_prd_limit', 0), 'maxTasksPerProject', 0);
  const problems = findProblems(wrong.settings, wrong.tierLimits);
  expect(countProblems(problems)).toEqual({
    'rate-limiting': 0,
    'tier-limits': 1,
    'global-settings': 1,
    'system-controls': 0,
  });
  expect([countChanges(2, 1), countChanges(1, 0)]).toEqual(['2 changes, 1 problem', '1 change, 0 problems']);
});

test('a save names whom it hits', () => {
  expect(describeReach(['free.max_projects', 'pro.max_projects'], false)).toEqual([
    'Every Free and Pro user gets the new limits, except users with an admin override.',
  ]);
  expect(describeReach(['maintenanceMode'], true)).toEqual([
    'Everyone except administrators is locked out until maintenance mode is off again.',
  ]);
  expect(describeReach(['maintenanceMessage'], false)).toEqual([]);
});

test('what somebody else saved is told apart: disputed, or only theirs', () => {
  const mine = writeField(writeField(base, 'maxRequestsPerMinute', 70), 'maxTasksPerProject', 5);
  const theirs = writeField(writeField(base, 'maxRequestsPerMinute', 90), 'mcpToolCallsPerHour', 2_000);
  expect(listOthersChanges(base, mine, theirs)).toEqual([
    { field: 'mcpToolCallsPerHour', theirs: 2_000, mine: undefined },
    { field: 'maxRequestsPerMinute', theirs: 90, mine: 70 },
  ]);
  expect(rebase(base, mine, theirs).settings).toMatchObject({
    mcpToolCallsPerHour: 2_000,
    maxRequestsPerMinute: 70,
    maxTasksPerProject: 5,
  });
  expect(rebase(base, mine, theirs, new Set(['maxRequestsPerMinute'])).settings).toMatchObject({
    maxRequestsPerMinute: 90,
    maxTasksPerProject: 5,
  });
});

test('both may have said the same', () => {
  const same = writeField(base, 'maxRequestsPerMinute', 70);
  expect(listOthersChanges(base, same, same)).toEqual([{ field: 'maxRequestsPerMinute', theirs: 70, mine: undefined }]);
});
