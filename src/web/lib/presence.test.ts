import { describe, expect, it } from 'vitest';
import { BEATS } from '#contract/constants.ts';
import { shortAge } from './time.ts';
import { beatsUntil, holdLine, presenceOf } from './presence.ts';
import { buildPlan } from '#test/web/build-plan.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();

describe('presence', () => {
  it.each([
    [0, 'working'],
    [119, 'working'],
    [120, 'quiet'],
    [599, 'quiet'],
    [600, 'stalled'],
    [-30, 'working'],
  ])('%i seconds after the last call is %s', (seconds, presence) => {
    expect(presenceOf({ last_call_at: ago(seconds) }, NOW)).toBe(presence);
  });

  it.each([
    [-5, '0s'],
    [8, '8s'],
    [60, '1m'],
    [3_599, '59m'],
    [3_600, '1h'],
    [86_400 * 2, '2d'],
  ])('%i seconds are "%s"', (seconds, text) => {
    expect(shortAge(ago(seconds), NOW)).toBe(text);
  });

  it('says since when, how long ago and how often', () => {
    const [baton] = buildPlan({
      tasks: [{ id: 'a' }],
      batons: [{ task: 'a', taken_at: ago(720), last_call_at: ago(8), call_count: 58 }],
    }).batons;
    expect(baton && holdLine(baton, NOW)).toBe('Locked 12m ago · last call 8s ago · 58 calls');
  });
});

describe('the beats', () => {
  const beats = Array.from({ length: BEATS }, (_, i) => i);

  it('move to the left while nobody calls', () => {
    const moved = beatsUntil({ beats, last_call_at: ago(61) }, NOW);
    expect(moved).toHaveLength(BEATS);
    expect(moved.slice(0, 2)).toEqual([2, 3]);
    expect(moved.slice(-3)).toEqual([BEATS - 1, 0, 0]);
  });

  it('are all empty after a long silence, and untouched by a clock that runs behind', () => {
    expect(new Set(beatsUntil({ beats, last_call_at: ago(86_400) }, NOW))).toEqual(new Set([0]));
    expect(beatsUntil({ beats, last_call_at: ago(-90) }, NOW)).toEqual(beats);
  });
});
