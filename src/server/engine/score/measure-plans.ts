import { planOffline } from '../offline/plan-offline.ts';
import type { Measure } from './measure.ts';
import type { LabelledPrd } from './read-corpus.ts';
import { type PlanScore, scorePlan } from './score-plan.ts';

const ROOM = { maxTasks: 1_000 };

/** Many measures look at the same plan. */
const scored = new WeakMap<LabelledPrd, PlanScore>();

function scoreOf(prd: LabelledPrd): PlanScore {
  const known = scored.get(prd);
  if (known !== undefined) return known;
  const { extraction, draft } = planOffline(prd.content, [], ROOM);
  const score = scorePlan(extraction, draft);
  scored.set(prd, score);
  return score;
}

const countOf =
  (count: (score: PlanScore) => number): Measure['run'] =>
  (corpus) =>
    corpus.reduce((sum, prd) => sum + count(scoreOf(prd)), 0);

function shareOfVerbs(corpus: readonly LabelledPrd[]): number {
  const scores = corpus.map(scoreOf);
  const all = scores.reduce((sum, { tasks }) => sum + tasks, 0);
  return all === 0 ? 1 : 1 - scores.reduce((sum, { verbless }) => sum + verbless.length, 0) / all;
}

function countUnstable(corpus: readonly LabelledPrd[]): number {
  const bytes = ({ content }: LabelledPrd): string => JSON.stringify(planOffline(content, [], ROOM));
  const once = corpus.map(bytes);
  return corpus.filter((prd, place) => bytes(prd) !== once[place]).length;
}

/** What the embedded planner is held to. */
export const PLAN_MEASURES: readonly Measure[] = [
  { name: 'requirements without a task', limit: 0, unit: 'count', run: countOf(({ uncovered }) => uncovered) },
  { name: 'tasks for unknown requirements', limit: 0, unit: 'count', run: countOf(({ unknown }) => unknown) },
  { name: 'tasks without requirement or enabler mark', limit: 0, unit: 'count', run: countOf(({ idle }) => idle) },
  { name: 'tasks with lines of something else', limit: 0, unit: 'count', run: countOf(({ misplaced }) => misplaced) },
  { name: 'dangling keys', limit: 0, unit: 'count', run: countOf(({ dangling }) => dangling) },
  { name: 'tasks on a cycle', limit: 0, unit: 'count', run: countOf(({ cycles }) => cycles) },
  { name: 'dependencies that follow from others', limit: 0, unit: 'count', run: countOf(({ redundant }) => redundant) },
  { name: 'duplicate titles', limit: 0, unit: 'count', run: countOf(({ duplicates }) => duplicates) },
  { name: 'titles that begin with a verb', limit: 0.98, unit: 'share', run: shareOfVerbs },
  { name: 'lists without a brief', limit: 0, unit: 'count', run: countOf(({ emptyBriefs }) => emptyBriefs) },
  { name: 'PRDs planned differently the second time', limit: 0, unit: 'count', run: countUnstable },
];
