import { describe, expect, test } from 'vitest';
import { sampleWork } from '#test/web/sample-timeline.ts';
import { layOutBars } from './bars-layout.ts';
import { layOutRelay } from './relay-layout.ts';
import { describeRelay, tellPill } from './say-relay.ts';
import { listHandovers, listLanes, readStretches } from './stretch.ts';
import { listParts, listTicks, scaleTime } from './time-scale.ts';

const NOW = Date.parse('2026-03-17T12:00:00.000Z');
const HOUR = 3_600_000;
const read = (...entries: Parameters<typeof readStretches>[0]) => readStretches(entries, NOW);
const layOut = (stretches: ReturnType<typeof read>, more: Partial<Parameters<typeof layOutRelay>[0]> = {}) =>
  layOutRelay({ stretches, width: 800, isMerged: false, next: 0, others: 'others', ...more });

const MORNING = [
  sampleWork('claude', '07:00', '07:30'),
  sampleWork('claude', '07:40', '08:30'),
  sampleWork('codex', '08:40', '09:40', { kind: 'blocked', is_open: true }),
  sampleWork('claude', '09:50', '09:50', { kind: 'held', is_open: true }),
];

describe('the axis of time', () => {
  test('breaks over two hours are folded, shorter ones are not', () => {
    const spans = [
      { from: 0, to: HOUR },
      { from: 2.9 * HOUR, to: 4 * HOUR },
      { from: 6.1 * HOUR, to: 7 * HOUR },
    ];
    expect(listParts(spans)).toEqual([
      { from: 0, to: 4 * HOUR },
      { from: 6.1 * HOUR, to: 7 * HOUR },
    ]);
    const { folds, xOf, parts } = scaleTime(spans, 0, 500);
    expect(folds).toHaveLength(1);
    expect(xOf(0)).toBe(0);
    expect(xOf(7 * HOUR)).toBeCloseTo(500);
    const [fold] = folds;
    expect(xOf(5 * HOUR)).toBeCloseTo((fold?.x ?? 0) + (fold?.width ?? 0) / 2);
    expect(parts[0]?.width).toBeGreaterThan(parts[1]?.width ?? 0);
  });

  test('places never go back in time', () => {
    const { xOf } = scaleTime(
      [
        { from: 0, to: HOUR },
        { from: 9 * HOUR, to: 9.01 * HOUR },
      ],
      0,
      300,
    );
    const places = Array.from({ length: 40 }, (_, i) => xOf((i / 4) * HOUR));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('marks keep the room of their labels', () => {
    const marks = listTicks(scaleTime([{ from: NOW, to: NOW + 30 * HOUR }], 0, 700)).map(({ x }) => x);
    expect(marks.length).toBeGreaterThan(2);
    for (const [place, x] of marks.entries())
      if (place > 0) expect(x - (marks[place - 1] ?? 0)).toBeGreaterThanOrEqual(54);
  });
});

describe('the lanes', () => {
  test('are one per agent, the busiest first, with what each finished', () => {
    expect(listLanes(read(...MORNING), 'others').map(({ name, tasks }) => [name, tasks])).toEqual([
      ['claude', 2],
      ['codex', 0],
    ]);
  });

  test('over six agents are the five busiest and the others', () => {
    const many = Array.from({ length: 8 }, (_, i) => sampleWork(`agent-${i}`, '01:00', `0${i + 1}:30`));
    const lanes = listLanes(read(...many), 'others');
    expect(lanes.map(({ name }) => name)).toEqual(['agent-7', 'agent-6', 'agent-5', 'agent-4', 'agent-3', 'others']);
    expect(lanes.at(-1)).toMatchObject({ tasks: 3 });
    expect(lanes.at(-1)?.agents).toEqual(new Set(['agent-2', 'agent-1', 'agent-0']));
  });

  test('a baton that goes to somebody else is a handover; batons of other slots are not mixed', () => {
    expect(listHandovers(read(...MORNING))).toHaveLength(2);
    const parallel = read(
      sampleWork('claude', '07:00', '08:00'),
      sampleWork('codex', '07:10', '08:10', { data: { slot: 2 } }),
      sampleWork('claude', '08:05', '08:20'),
    );
    expect(listHandovers(parallel)).toEqual([]);
  });
});

describe('the drawing', () => {
  test('has a pill per task, marks where somebody is waited for, and a path per handover', () => {
    const { pills, passes, marks, now } = layOut(read(...MORNING));
    expect(pills.map(({ lane, tone }) => [lane, tone])).toEqual([
      [0, 'done'],
      [0, 'done'],
      [0, 'held'],
      [1, 'done'],
    ]);
    expect(passes).toHaveLength(2);
    expect(marks.map(({ entry }) => entry.kind)).toEqual(['blocked']);
    expect(now).toBeGreaterThan(600);
  });

  test('pills are at least 10 px wide, do not overlap and stay inside, with room for what is next', () => {
    const short = Array.from({ length: 30 }, (_, i) => {
      const time = `0${Math.floor(i / 6)}:${(i % 6) * 10 + 3}`.replace(/:(\d)$/, ':0$1');
      return sampleWork('claude', time, time, i % 3 === 0 ? { kind: 'stopped' } : {});
    });
    const { pills, next, width } = layOut(read(...short), { width: 400, next: 4 });
    let right = 0;
    for (const pill of pills) {
      expect(pill.width).toBeGreaterThanOrEqual(10);
      expect(pill.x).toBeGreaterThanOrEqual(right);
      right = pill.x + pill.width;
    }
    expect(next).toHaveLength(4);
    for (const each of next) {
      expect(each.x).toBeGreaterThan(right);
      right = each.x + each.width;
    }
    expect(right).toBeLessThanOrEqual(width);
    expect(pills.flatMap(({ stretches }) => stretches)).toHaveLength(30);
  });

  test('over two days the tasks of one run are one pill, which tells all of them', () => {
    const { pills } = layOut(read(...MORNING), { isMerged: true });
    expect(pills.map(({ stretches }) => stretches.length)).toEqual([2, 1, 1]);
    const { title, lines } = tellPill(pills[0]?.stretches ?? [], NOW);
    expect([title, lines.length]).toEqual(['2 tasks', 3]);
    expect(lines[0]).toMatch(/1h 20m$/);
  });

  test('over two weeks there is a bar per agent and day, as high as the work was long', () => {
    const days = Array.from({ length: 20 }, (_, i) => {
      const day = `2026-02-${String(i + 1).padStart(2, '0')}`;
      return sampleWork('claude', '01:00', '02:00', {
        at: `${day}T13:00:00.000Z`,
        data: { started_at: `${day}T${i === 3 ? '09' : '12'}:00:00.000Z` },
      });
    });
    const { bars } = layOutBars(read(...days), 600, 'others');
    expect(bars).toHaveLength(20);
    expect(bars[3]).toMatchObject({ ms: 4 * HOUR, tasks: 1 });
    expect((bars[3]?.height ?? 0) / (bars[0]?.height ?? 1)).toBeCloseTo(4);
  });

  test('is described in a sentence', () => {
    expect(describeRelay('2 days', read(...MORNING), { done: 2, handovers: 2 }, ['claude', 'codex'])).toBe(
      '2 days. claude and codex passed the baton 2 times; 2 tasks were done. claude holds it now.',
    );
  });
});
