const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Without any work for longer than this, the time between is folded. */
const FOLD_AFTER = 2 * HOUR;
const FOLD_WIDTH = 24;
/** Every part of the axis keeps this, however short it is. */
const PART_MIN = 28;
const LABEL_ROOM = 62;
const STEPS = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];

export interface Span {
  from: number;
  to: number;
}

export interface Part extends Span {
  x: number;
  width: number;
}

/** An axis of time in which the hours without work are folded. */
export interface TimeScale {
  parts: readonly Part[];
  folds: readonly (Span & { x: number; width: number })[];
  /** Times within a fold are at its middle. */
  xOf(at: number): number;
}

/** The periods with work, with breaks of up to two hours in them. */
export function listParts(spans: readonly Span[]): Span[] {
  const parts: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = parts.at(-1);
    if (last === undefined || from - last.to > FOLD_AFTER) parts.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return parts;
}

export function scaleTime(spans: readonly Span[], left: number, width: number): TimeScale {
  const periods = listParts(spans);
  const total = periods.reduce((sum, { from, to }) => sum + to - from, 0);
  const foldWidth = Math.min(FOLD_WIDTH, width / (4 * Math.max(1, periods.length)));
  const room = width - foldWidth * Math.max(0, periods.length - 1);
  const least = Math.min(PART_MIN, room / Math.max(1, periods.length));
  const free = Math.max(0, room - least * periods.length);
  const parts: Part[] = [];
  const folds: (Span & { x: number; width: number })[] = [];
  let x = left;
  for (const { from, to } of periods) {
    const before = parts.at(-1);
    if (before !== undefined) {
      folds.push({ from: before.to, to: from, x, width: foldWidth });
      x += foldWidth;
    }
    const wide = least + (total === 0 ? free / periods.length : (free * (to - from)) / total);
    parts.push({ from, to, x, width: wide });
    x += wide;
  }
  return { parts, folds, xOf: (at) => placeOf(at, parts, folds) };
}

function placeOf(at: number, parts: readonly Part[], folds: TimeScale['folds']): number {
  const part = parts.find(({ from, to }) => at >= from && at <= to);
  if (part) return part.x + (part.width * (at - part.from)) / Math.max(1, part.to - part.from);
  const fold = folds.find(({ from, to }) => at > from && at < to);
  if (fold) return fold.x + fold.width / 2;
  const first = parts[0];
  const last = parts.at(-1);
  return at < (first?.from ?? 0) ? (first?.x ?? 0) : (last?.x ?? 0) + (last?.width ?? 0);
}

export interface Tick {
  at: number;
  x: number;
}

/** Marks at full steps of the clock, as dense as their labels allow. */
export function listTicks({ parts }: TimeScale): Tick[] {
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  const time = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const step = STEPS.find((each) => (width * each) / Math.max(1, time) >= LABEL_ROOM) ?? 24 * HOUR;
  const ticks: Tick[] = [];
  for (const part of parts) {
    // Full hours of the clock: zones differ from UTC by quarters of an hour, and midnight is not 0:00 UTC.
    const midnight = new Date(part.from).setHours(0, 0, 0, 0);
    for (let at = midnight + Math.ceil((part.from - midnight) / step) * step; at <= part.to; at += step) {
      const x = part.x + (part.width * (at - part.from)) / Math.max(1, part.to - part.from);
      if (x - (ticks.at(-1)?.x ?? -LABEL_ROOM) >= LABEL_ROOM - 8) ticks.push({ at, x });
    }
  }
  return ticks;
}

/** Where a day begins on the axis: at the first part, and at every midnight or fold that another day follows. */
export function listDayStarts({ parts }: TimeScale): Tick[] {
  const starts: Tick[] = [];
  let known = '';
  for (const part of parts) {
    for (let at = part.from; at <= part.to; at = new Date(at).setHours(24, 0, 0, 0)) {
      const day = new Date(at).toDateString();
      if (day === known) continue;
      known = day;
      starts.push({ at, x: part.x + (part.width * (at - part.from)) / Math.max(1, part.to - part.from) });
    }
  }
  return starts;
}
