import type { Reading } from '#contract/requirement.ts';
import { normaliseText } from '../reading/compare-text.ts';
import type { Check } from '../reading/find-checks.ts';
import { cutTitle } from './cut-title.ts';
import type { Bucket, Piece, Spine } from './outline.ts';

export const OUTLINE_NOTICE = 'This follows the outline of the document. Your agent can draft a better plan.';

const UNSURE_MAX = 0.1;
const PROSE_MAX = 0.5;
const RIVAL_MIN = 0.4;
const RIVAL_LEAST = 8;
/** Below this share of work lines most of the intent is in prose, which the planner does not understand. */
const WORK_MIN = 0.3;
const SHORT = 20;
const BESIDE_MAX = 0.4;
const BESIDE_MIN = 10;
const DONE_MAX = 0.4;
const LONE_MAX = 0.4;
const COUNTED_MAX = 0.6;
/** A breakdown with a smaller share of the open work is not the main one. */
const SPINE_MIN = 0.25;
const LARGE = 16;
/** A feature with facets is longer, but still one. */
const LARGE_FACETS = 21;
const LARGE_MAX = 2;
const LARGE_SHARE = 5;
/** Too few tasks to judge their sizes. */
const TASKS_MIN = 4;

/**
 * Whether the plan merely follows the outline: too little of the document was understood, or the tasks come from
 * different breakdowns.
 */
export function isOnlyOutline(
  reading: Reading,
  checks: readonly Check[],
  { spine, pieces }: { spine: Spine | null; pieces: readonly Piece[] },
): boolean {
  if (isLittleRead(reading, checks)) return true;
  if (spine === null) return !areLabelsTasks(pieces) || isUneven(pieces);
  return isRivalled(spine, pieces) || isBrokenDownTwice(pieces) || isHalfDone(checks) || isUneven(pieces);
}

/** A competing breakdown of similar size, as far as its checks were not assigned to features. */
function isRivalled({ rival, rivalChecks, weight }: Spine, pieces: readonly Piece[]): boolean {
  let taken = 0;
  for (const { bucket, checks } of pieces)
    if (bucket === 'spine')
      for (const { check, also } of checks) for (const each of [check, ...also]) if (rivalChecks.has(each)) taken += 1;
  const left = rival * (1 - taken / Math.max(1, rivalChecks.size));
  return left / weight >= RIVAL_MIN && left >= RIVAL_LEAST;
}

/** One list whose labels give most of the tasks is a breakdown, even without headings. */
function areLabelsTasks(pieces: readonly Piece[]): boolean {
  const open = pieces.filter(({ done, later }) => !done && !later);
  const labelled = open.filter(({ title, checks }) =>
    checks.some(({ check: { label } }) => label !== null && cutTitle(label) === title),
  );
  const bySection = [...Map.groupBy(labelled, ({ section }) => section).values()];
  return bySection.some(({ length }) => length >= TASKS_MIN && length * 3 >= open.length * 2);
}

function isLittleRead({ counts: { total, unsure, work, done } }: Reading, checks: readonly Check[]): boolean {
  if (total > 0 && unsure / total > UNSURE_MAX) return true;
  if (total > SHORT && (work + done) / total < WORK_MIN) return true;
  const prose = checks.filter(({ kind }) => kind === 'sentence').length;
  return checks.length > 0 && prose / checks.length > PROSE_MAX;
}

/** Much of the work is outside the features, or left over from restating them. */
function isBrokenDownTwice(pieces: readonly Piece[]): boolean {
  const count = (bucket: Bucket) =>
    pieces.filter((piece) => piece.bucket === bucket).reduce((sum, { checks }) => sum + checks.length, 0);
  const [spine, other, closing] = [count('spine'), count('other'), count('closing')];
  const beside = other + closing;
  const all = spine + beside + count('quality') + count('first');
  return (
    (beside >= BESIDE_MIN && beside / (spine + beside) >= BESIDE_MAX) ||
    (all >= 2 * BESIDE_MIN && spine / all < SPINE_MIN)
  );
}

/** In a document that is largely done, unmarked work is as likely done as open. */
function isHalfDone(checks: readonly Check[]): boolean {
  const done = checks.filter((check) => check.done).length;
  const open = checks.filter((check) => !check.done && !check.later);
  const marked = open.filter(({ nodes }) => nodes.some(({ checked, mark }) => checked === false || mark === 'open'));
  return done / checks.length >= DONE_MAX && marked.length * 2 < open.length;
}

/** Most tasks are single points or are called by a number alone, several are too large to be one, or two bear the same name. */
function isUneven(pieces: readonly Piece[]): boolean {
  const open = pieces.filter(({ done, later }) => !done && !later);
  const large = open.filter(({ checks, section }) => checks.length > (section.hasFacets ? LARGE_FACETS : LARGE));
  if (large.length > LARGE_MAX && large.length * LARGE_SHARE >= open.length) return true;
  if (open.length < TASKS_MIN) return false;
  const lone = open.filter(
    ({ checks: [only, ...more] }) => only !== undefined && more.length === 0 && isPoint(only.check),
  ).length;
  const titles = new Set(open.map(({ title }) => normaliseText(title)));
  const counted = open.filter(({ title }) => COUNTED.test(title)).length;
  return lone / open.length >= LONE_MAX || titles.size < open.length || counted / open.length >= COUNTED_MAX;
}

/** "Page 3", "Part 12": a position in the document, not a name. */
const COUNTED = /^\p{L}{2,20}\s*\d{1,4}$/u;

/** A table or a contract is one check, however much it asks for. */
const isPoint = ({ kind }: Check): boolean => kind !== 'table' && kind !== 'code' && kind !== 'group';
