import { describe, expect, it } from 'vitest';
import { burnUp } from './burn-up.ts';

const NOW = Date.parse('2026-03-10T15:00:00.000Z');
const item = (created: string, completed: string | null = null, deleted: string | null = null) => ({
  created_at: created,
  completed_at: completed,
  deleted_at: deleted,
});
const dones = (points: { done: number }[]) => points.map(({ done }) => done);
const scopes = (points: { scope: number }[]) => points.map(({ scope }) => scope);

describe('a burn-up', () => {
  it('has a point for the end of each day and one for now', () => {
    const points = burnUp([], NOW, 3, 'UTC');
    expect(points.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-03-08T00:00:00.000Z',
      '2026-03-09T00:00:00.000Z',
      '2026-03-10T00:00:00.000Z',
      '2026-03-10T15:00:00.000Z',
    ]);
    expect(dones(points)).toEqual([0, 0, 0, 0]);
    expect(scopes(points)).toEqual([0, 0, 0, 0]);
  });

  it('starts with what was done and planned before its window', () => {
    const points = burnUp([item('2025-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z')], NOW, 2, 'UTC');
    expect(dones(points)).toEqual([1, 1, 1]);
    expect(scopes(points)).toEqual([1, 1, 1]);
  });

  it('grows on the day something is added or done', () => {
    const points = burnUp([item('2026-03-08T12:00:00.000Z', '2026-03-09T23:59:59.999Z')], NOW, 3, 'UTC');
    expect(scopes(points)).toEqual([0, 1, 1, 1]);
    expect(dones(points)).toEqual([0, 0, 1, 1]);
  });

  it('counts what was deleted until that moment only', () => {
    const gone = item('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-09T12:00:00.000Z');
    const points = burnUp([gone], NOW, 3, 'UTC');
    expect(scopes(points)).toEqual([1, 1, 0, 0]);
    expect(dones(points)).toEqual([1, 1, 0, 0]);
  });

  it('leaves out what a clock ahead of ours says happens later', () => {
    expect(scopes(burnUp([item('2026-03-10T15:00:05.000Z')], NOW, 1, 'UTC'))).toEqual([0, 0]);
  });

  it.each([
    ['Pacific/Auckland', '2026-03-10T11:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-10T07:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-09T18:30:00.000Z'],
  ])('ends a day at midnight in %s', (zone, midnight) => {
    expect(burnUp([], NOW, 1, zone).map(({ at }) => new Date(at).toISOString())).toEqual([
      midnight,
      '2026-03-10T15:00:00.000Z',
    ]);
  });

  it('keeps to midnight when the clocks change within the window', () => {
    const points = burnUp([], Date.parse('2026-03-30T10:00:00.000Z'), 3, 'Europe/Berlin');
    expect(points.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T10:00:00.000Z',
    ]);
  });
});
