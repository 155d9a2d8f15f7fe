import type { ErrorEntry } from '#contract/admin-logs.ts';

type Level = ErrorEntry['level'];
type Category = ErrorEntry['category'];

export interface ErrorFilter {
  level: Level | 'all';
  category: Category | 'all';
  status: 'all' | 'unresolved' | 'resolved';
}

interface Option<Value extends string> {
  value: Value;
  label: string;
}

export const LEVELS: readonly Option<ErrorFilter['level']>[] = [
  { value: 'all', label: 'All Levels' },
  { value: 'error', label: 'Error' },
  { value: 'critical', label: 'Critical' },
];
export const CATEGORIES: readonly Option<ErrorFilter['category']>[] = [
  { value: 'all', label: 'All Categories' },
  { value: 'database', label: 'Database' },
  { value: 'auth', label: 'Authentication' },
  { value: 'service', label: 'Service' },
  { value: 'api', label: 'API' },
];
export const STATUSES: readonly Option<ErrorFilter['status']>[] = [
  { value: 'all', label: 'All Status' },
  { value: 'unresolved', label: 'Unresolved' },
  { value: 'resolved', label: 'Resolved' },
];

export const wordOf = <Value extends string>(options: readonly Option<Value>[], value: Value) =>
  options.find((option) => option.value === value)?.label ?? value;

const pick = <Value extends string>(options: readonly Option<Value>[], said: string | null, otherwise: Value) =>
  options.find(({ value }) => value === said)?.value ?? otherwise;

/** Filter from the search parameters; missing or invalid ones are the default. */
export function readFilter(search: URLSearchParams): ErrorFilter {
  return {
    level: pick(LEVELS, search.get('level'), 'all'),
    category: pick(CATEGORIES, search.get('category'), 'all'),
    status: pick(STATUSES, search.get('status'), 'unresolved'),
  };
}

export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

export function toQuery({ level, category, status }: ErrorFilter) {
  const resolved = status === 'resolved' ? ('true' as const) : ('false' as const);
  return {
    ...(level !== 'all' && { level }),
    ...(category !== 'all' && { category }),
    ...(status !== 'all' && { resolved }),
  };
}

export function exportAddress(filter: ErrorFilter): string {
  const query = new URLSearchParams({ format: 'csv', ...toQuery(filter) });
  return `/api/admin/dashboard/errors/export?${query.toString()}`;
}
