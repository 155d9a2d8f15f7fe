import type { GlyphStatus } from '#web/ui/status-glyph.tsx';

export interface SampleTask {
  number: string;
  title: string;
  status: GlyphStatus;
  level: number;
  count?: string;
  open?: boolean;
  active?: boolean;
  selected?: boolean;
  /** Which indent guides are ember: "through" runs past this row, "into" ends at it. */
  lit?: { guide: number; kind: 'through' | 'into' };
}

export const tasks: readonly SampleTask[] = [
  { number: '1', title: 'Foundations', status: 'done', level: 0, count: '8/8', open: false },
  { number: '2', title: 'Rate limiter', status: 'open', level: 0, count: '13/19', open: true, active: true },
  {
    number: '2.1',
    title: 'Sliding-window counter in Redis',
    status: 'done',
    level: 1,
    count: '4/4',
    open: false,
    lit: { guide: 0, kind: 'through' },
  },
  {
    number: '2.2',
    title: 'Token bucket per API key',
    status: 'open',
    level: 1,
    count: '3/7',
    open: true,
    active: true,
    lit: { guide: 0, kind: 'into' },
  },
  {
    number: '2.2.1',
    title: 'Lua script for atomic take',
    status: 'done',
    level: 2,
    lit: { guide: 1, kind: 'through' },
  },
  {
    number: '2.2.2',
    title: 'Clock-skew guard',
    status: 'wip',
    level: 2,
    active: true,
    selected: true,
    lit: { guide: 1, kind: 'into' },
  },
  { number: '2.2.3', title: 'Retry-After header math', status: 'open', level: 2 },
  { number: '2.2.4', title: 'Burst allowance for trusted keys', status: 'open', level: 2 },
  { number: '2.3', title: 'Limit headers on every response', status: 'done', level: 1 },
  { number: '2.4', title: 'Load test at 5,000 requests a second', status: 'open', level: 1, count: '0/3', open: false },
  { number: '2.5', title: 'Fail open when Redis is away', status: 'open', level: 1 },
  { number: '3', title: 'Usage metering', status: 'open', level: 0, count: '7/11', open: true },
  { number: '3.1', title: 'Event schema and versioning', status: 'done', level: 1 },
  { number: '3.2', title: 'Append-only ingest endpoint', status: 'done', level: 1, count: '3/3', open: false },
  { number: '3.3', title: 'Hourly roll-up job', status: 'open', level: 1, count: '1/4', open: false },
  { number: '3.4', title: 'Late events and replays', status: 'open', level: 1 },
  { number: '4', title: 'Billing webhooks', status: 'open', level: 0, count: '3/6', open: false },
  { number: '5', title: 'Admin console', status: 'open', level: 0, count: '0/4', open: false },
];

export const lane = [
  { total: 8, done: 8 },
  { total: 19, done: 13, active: true },
  { total: 11, done: 7 },
  { total: 6, done: 3 },
  { total: 4, done: 0 },
];

export const beats = [5, 12, 17, 7, 2, 2, 10, 19, 14, 7, 5, 2, 2, 7, 14, 22, 12, 10, 5, 14, 19, 10, 7, 17];

export const upNext = [
  { number: '2.2.3', title: 'Retry-After header math' },
  { number: '2.2.4', title: 'Burst allowance for trusted keys' },
  { number: '2.4.1', title: 'Seed 200k keys' },
];

export const doneWhen = [
  'Refill reads the Redis clock, not the host clock.',
  'A negative delta counts as zero and is logged at most once a minute.',
  'The property test passes with ±500 ms of injected skew.',
];

export const files = [
  { path: 'limiter/bucket.lua', added: '+18', removed: '−7' },
  { path: 'limiter/clock.ts', added: '+41' },
  { path: 'test/skew.property.ts', added: '+96' },
];
