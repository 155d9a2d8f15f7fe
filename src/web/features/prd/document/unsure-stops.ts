import { holdsLine } from './split-lines.ts';
import type { ShownReading } from './shown-reading.ts';

/** Lines to step through, one per decision: a whole section or a single block. */
export function unsureStops({ blocks, decisions }: ShownReading): number[] {
  const whole = decisions.filter(({ scope }) => scope === 'section');
  const asked = whole.flatMap(
    (decision) => blocks.find(({ start_line }) => start_line >= decision.start_line)?.start_line ?? [],
  );
  // The role of a heading follows from the blocks below it.
  const alone = blocks.filter(
    ({ role, kind, start_line }) =>
      role === 'unsure' && kind !== 'heading' && !whole.some((decision) => holdsLine(decision, start_line)),
  );
  return [...new Set([...asked, ...alone.map(({ start_line }) => start_line)])].toSorted((a, b) => a - b);
}

/** Next or previous stop, wrapping around at the ends. */
export function nextStop(stops: readonly number[], line: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (stops.find((stop) => stop > line) ?? stops[0])
    : (stops.findLast((stop) => stop < line) ?? stops.at(-1));
}
