import type { Id } from '#contract/fields.ts';
import type { Coverage, PrdDecision, Requirement } from '#contract/requirement.ts';
import { type LinesPlanned, type WeakTask, findWeakTasks, listTraced } from '#server/plan/index.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { findCounts, splitLines } from '#server/prd/index.ts';
import type { PrdView } from './read-view.ts';
import { countCoverage, traceRequirements } from './rules.ts';

/** Items shown per kind; the count gives the total. */
const SHOWN_MAX = 40;

interface Some<T> {
  count: number;
  shown: T[];
}

/** Coverage of the PRD, and problems of the plan. */
export interface PlanReport extends LinesPlanned {
  coverage: Coverage;
  /** Requirements without a task. */
  unplanned: Some<Requirement>;
  /** Requirements with more than one task. */
  twice: Some<Requirement & { numbers: number[] }>;
  toDecide: Some<Pick<PrdDecision, 'heading' | 'start_line' | 'end_line' | 'lines'>>;
  /** Lines with an open checkbox that are not work. */
  openBoxes: Some<number>;
  /** Unfinished leaf tasks without any check. */
  unchecked: Some<WeakTask>;
  /** Unfinished leaf tasks with so many checks that they should be split. */
  crowded: Some<WeakTask>;
}

const some = <T>(all: readonly T[]): Some<T> => ({ count: all.length, shown: all.slice(0, SHOWN_MAX) });

export async function reportPlan(tx: Tx, projectId: Id, view: PrdView): Promise<PlanReport> {
  const counted = await findCounts(tx, projectId);
  const tasks = await listTraced(tx, projectId);
  const weak = await findWeakTasks(tx, projectId, SHOWN_MAX);
  const coverage = countCoverage(counted === undefined ? null : { ...counted, version: view.version }, tasks);
  const traced = traceRequirements(view.requirements, tasks);
  const numberOf = new Map(tasks.map(({ id, number }) => [id, number]));
  const followUps = new Set(tasks.filter((task) => task.is_follow_up).map(({ id }) => id));
  const twice = traced.flatMap((each) => {
    const numbers = each.task_ids.filter((id) => !followUps.has(id)).map((id) => numberOf.get(id) ?? 0);
    return numbers.length < 2 ? [] : [{ ...each, numbers }];
  });
  return {
    planned: coverage.planned,
    work: coverage.lines.work,
    coverage,
    unplanned: some(traced.filter(({ state, done }) => done !== true && state === 'uncovered')),
    twice: some(twice),
    toDecide: some(view.reading.decisions),
    openBoxes: some(findOpenBoxes(view)),
    ...weak,
  };
}

const OPEN_BOX = /^\s*(?:[-*+]|\d+[.)])\s+\[ \]/u;

/** An open checkbox is work by default: any other role was set by somebody. */
function findOpenBoxes({ content, reading }: PrdView): number[] {
  const lines = splitLines(content);
  return reading.blocks
    .filter(({ role, start_line }) => role !== 'work' && OPEN_BOX.test(lines[start_line - 1] ?? ''))
    .map(({ start_line }) => start_line);
}
