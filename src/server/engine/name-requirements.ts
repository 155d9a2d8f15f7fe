import type { Requirement } from '#contract/requirement.ts';
import type { PlanOp } from '#contract/tools.ts';
import { noRequirement } from '#server/plan/index.ts';
import { AppError } from '#server/platform/error.ts';
import { type Range, isWithin, readRanges, sayRange, splitLines } from '#server/prd/index.ts';
import type { PrdView } from './read-view.ts';

/** Requirements added by the call, by their ref. */
export type Added = ReadonlyMap<string, readonly string[]>;

export const rangesOf = ({ content }: PrdView, lines: string): Range[] => readRanges(lines, splitLines(content).length);

/** By id, by the author's id, or by a ref of the call. */
export function idsNamed(requirements: readonly Requirement[], added: Added, name: string): readonly string[] {
  const own = added.get(name);
  if (own !== undefined) return own;
  if (requirements.some(({ id }) => id === name)) return [name];
  const called = requirements.filter(({ author_id }) => author_id?.toLowerCase() === name.trim().toLowerCase());
  if (called.length === 0) throw noRequirement(name);
  return called.map(({ id }) => id);
}

/** The requirements on these lines; finished ones only where there is no other. */
export function idsOn(view: PrdView, lines: string, withDone: boolean): string[] {
  const ranges = rangesOf(view, lines);
  const found = view.requirements.filter((each) => isWithin(ranges, each));
  const open = found.filter(({ done }) => done !== true);
  const meant = withDone || open.length === 0 ? found : open;
  if (meant.length === 0) throw nothingAsked(view.requirements, ranges);
  return meant.map(({ id }) => id);
}

/** The error names the nearest requirements before and after. */
export function nothingAsked(requirements: readonly Requirement[], ranges: readonly Range[]): AppError {
  const start = Math.min(...ranges.map((range) => range.start));
  const end = Math.max(...ranges.map((range) => range.end));
  const nearest = [
    requirements.findLast(({ end_line }) => end_line < start),
    requirements.find(({ start_line }) => start_line > end),
  ].flatMap((each) => (each === undefined ? [] : [`${each.id} (line ${sayRange(each.start_line, each.end_line)})`]));
  const said = ranges.map((range) => sayRange(range.start, range.end)).join(',');
  const near = nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`;
  return new AppError(
    'VALIDATION_ERROR',
    `Nothing is asked for on lines ${said}.${near} requirement_add makes lines work.`,
    { issues: [{ path: 'lines', message: 'hold no requirement' }] },
  );
}

/** Adds the index of the op to an error. */
export function naming<T>(place: number, { op }: PlanOp, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AppError ? error.about(`ops[${place}] (${op})`) : error;
  }
}
