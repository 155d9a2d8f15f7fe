import { holdsLine } from './split-lines.ts';
import type { ShownReading } from './shown-reading.ts';

/** The lines to go through, one for each thing to decide: a whole section, or a block by itself. */
export function unsureStops({ blocks, decisions }: ShownReading): number[] {
  const whole = decisions.filter(({ scope }) => scope === 'section');
  const asked = whole.flatMap(
    (decision) => blocks.find(({ start_line }) => start_line >= decision.start_line)?.start_line ?? [],
  );
  // A heading over several things to decide follows from what is decided below it.
  const alone = blocks.filter(
    ({ role, kind, start_line }) =>
      role === 'unsure' && kind !== 'heading' && !whole.some((decision) => holdsLine(decision, start_line)),
  );
  return [...new Set([...asked, ...alone.map(({ start_line }) => start_line)])].toSorted((a, b) => a - b);
}

/** The next one after a line, or the one before it; at the end it begins again. */
export function nextStop(stops: readonly number[], line: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (stops.find((stop) => stop > line) ?? stops[0])
    : (stops.findLast((stop) => stop < line) ?? stops.at(-1));
}
