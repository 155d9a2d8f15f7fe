import type { TimelineEntry } from '#contract/timeline.ts';
import { type Lane, listHandovers, listLanes, type Stretch } from './stretch.ts';
import { listDayStarts, listTicks, scaleTime, type Tick, type TimeScale } from './time-scale.ts';

export const LANE_HEIGHT = 52;
export const LANES_TOP = 66;
const BOTTOM = 44;
const PILL_HEIGHT = 13;
const PILL_MIN = 10;
const GAP = 2;
const NEXT_WIDTH = 24;
const NEXT_GAP = 4;
const TAIL = 14;
const RADIUS = 6;

/** A drawn stretch, or several where they would overlap or are drawn as one. */
export interface Pill {
  id: string;
  lane: number;
  x: number;
  y: number;
  width: number;
  height: number;
  tone: Stretch['tone'];
  stretches: readonly Stretch[];
}

export interface Mark {
  entry: TimelineEntry;
  x: number;
  y: number;
}

export interface RelayDrawing {
  width: number;
  height: number;
  lanes: readonly Lane[];
  scale: TimeScale;
  pills: readonly Pill[];
  /** Paths of the handovers. */
  passes: readonly { to: TimelineEntry; path: string }[];
  marks: readonly Mark[];
  ticks: readonly Tick[];
  days: readonly Tick[];
  /** The hollow pills of what is next, behind the newest. */
  next: readonly { x: number; y: number; width: number }[];
  now: number | undefined;
}

interface Given {
  stretches: readonly Stretch[];
  width: number;
  /** Consecutive tasks of one agent as one pill. */
  isMerged: boolean;
  /** How many tasks are next. */
  next: number;
  others: string;
}

export const yOf = (lane: number) => LANES_TOP + lane * LANE_HEIGHT;

/** Everything of the relay's drawing in pixels. Pure. */
export function layOutRelay({ stretches, width, isMerged, next, others }: Given): RelayDrawing {
  const lanes = listLanes(stretches, others);
  const tail = TAIL + next * (NEXT_WIDTH + NEXT_GAP);
  const layOut = (wide: number) => {
    const scale = scaleTime(stretches, 0, Math.max(120, wide));
    const pills = lanes.flatMap((lane, place) => {
      const own = stretches.filter(({ agent }) => lane.agents.has(agent));
      return layOutLane(own, place, scale, isMerged ? (a, b) => isOneRun(a, b, stretches) : undefined);
    });
    return { scale, pills };
  };
  const wide = width - tail;
  const tried = layOut(wide);
  // Short pills at the end are pushed behind each other: the axis gives way for them.
  const over = Math.max(0, ...tried.pills.map(({ x, width: each }) => x + each)) - wide;
  const { scale, pills } = over > 0 ? layOut(wide - over) : tried;
  const pillOf = new Map<string, Pill>(
    pills.flatMap((pill) => pill.stretches.map(({ entry }) => [entry.id, pill] as const)),
  );
  const held = pills.find(({ tone }) => tone === 'held');
  const last = held ?? pillOf.get(stretches.at(-1)?.entry.id ?? '');
  return {
    width,
    height: yOf(lanes.length - 1) + BOTTOM,
    lanes,
    scale,
    pills,
    passes: listHandovers(stretches).flatMap(({ from, to }) => {
      const [a, b] = [pillOf.get(from.entry.id), pillOf.get(to.entry.id)];
      return a && b && a.lane !== b.lane ? [{ to: to.entry, path: drawPass(a, b) }] : [];
    }),
    marks: stretches.flatMap(({ entry }) => {
      const pill = pillOf.get(entry.id);
      if (!pill || (entry.kind !== 'blocked' && entry.kind !== 'asked')) return [];
      return [{ entry, x: Math.min(scale.xOf(Date.parse(entry.at)), pill.x + pill.width) - 4, y: pill.y - 13 }];
    }),
    ticks: listTicks(scale),
    days: listDayStarts(scale),
    next: Array.from({ length: last ? next : 0 }, (_, place) => ({
      x: (last?.x ?? 0) + (last?.width ?? 0) + NEXT_GAP + place * (NEXT_WIDTH + NEXT_GAP),
      y: last?.y ?? 0,
      width: NEXT_WIDTH,
    })),
    now: held && held.x + held.width,
  };
}

function layOutLane(
  stretches: readonly Stretch[],
  lane: number,
  scale: TimeScale,
  isOne: ((a: Stretch, b: Stretch) => boolean) | undefined,
): Pill[] {
  const pills: Pill[] = [];
  for (const stretch of stretches) {
    const before = pills.at(-1);
    const end = before ? before.x + before.width + GAP : 0;
    const x = scale.xOf(stretch.from);
    const right = Math.max(x + PILL_MIN, scale.xOf(stretch.to) - 1);
    const last = before?.stretches.at(-1);
    const canMerge = before && last && before.tone === 'done' && stretch.tone === 'done';
    if (canMerge && (x < end || isOne?.(last, stretch) === true)) {
      const width = Math.max(before.width, right - before.x);
      pills.splice(-1, 1, { ...before, width, stretches: [...before.stretches, stretch] });
      continue;
    }
    // A pill of another kind stays apart, moved behind the one before.
    const from = Math.max(x, end);
    pills.push({
      id: stretch.entry.id,
      lane,
      x: from,
      y: yOf(lane) - PILL_HEIGHT / 2,
      width: Math.max(PILL_MIN, right - from),
      height: PILL_HEIGHT,
      tone: stretch.tone,
      stretches: [stretch],
    });
  }
  return pills;
}

const RUN_BREAK = 2 * 60 * 60_000;

/** No other agent had the baton between the two, and no long break. */
function isOneRun(a: Stretch, b: Stretch, all: readonly Stretch[]): boolean {
  if (a.agent !== b.agent || a.slot !== b.slot || b.from - a.to > RUN_BREAK) return false;
  return !all.some(({ agent, slot, from }) => slot === a.slot && agent !== a.agent && from >= a.from && from <= b.from);
}

/** From the end of one pill down or up to the start of the other, with round corners. */
function drawPass(a: Pill, b: Pill): string {
  const [x1, x2] = [a.x + a.width, b.x];
  const [y1, y2] = [a.y + a.height / 2, b.y + b.height / 2];
  const down = y2 > y1 ? 1 : -1;
  // A pill widened to its least width may end behind the start of the next.
  const middle = x2 > x1 ? (x1 + x2) / 2 : x1 + 1;
  const r = Math.max(0, Math.min(RADIUS, Math.abs(middle - x1), Math.abs(x2 - middle)));
  const start = `M${round(x1)} ${y1}H${round(middle - r)}Q${round(middle)} ${y1} ${round(middle)} ${round(y1 + down * r)}`;
  return `${start}V${round(y2 - down * r)}Q${round(middle)} ${y2} ${round(middle + r)} ${y2}H${round(x2)}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
