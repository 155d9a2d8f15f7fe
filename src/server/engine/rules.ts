import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { PlannerName } from '#contract/generation.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Coverage, Requirement, RequirementState, TracedRequirement } from '#contract/requirement.ts';
import type { TracedTask } from '#server/plan/index.ts';
import type { ReadingCounts, WorkLines } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';

/** The limit is in bytes, as it is stored. */
export function requireSize(content: string): void {
  if (Buffer.byteLength(content) <= PRD_MAX_CHARACTERS) return;
  throw new AppError('PAYLOAD_TOO_LARGE', 'A PRD may have at most 1 MiB of text. Cut it into parts.');
}

/** Without a heartbeat for this long a run counts as dead. */
export const RUN_STALE_MS = 30_000;
export const RUN_BEAT_MS = 5_000;

/** Cached answers of a model, and their charge, are valid for a day of retries. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000;

export const isOrphaned = (run: { heartbeatAt: Date }, now: Date): boolean =>
  now.getTime() - run.heartbeatAt.getTime() > RUN_STALE_MS;

export const interrupted = () =>
  new AppError(
    'INTERNAL_ERROR',
    'The server stopped while the plan was being drafted. Your plan is unchanged, and nothing was counted: generate it again.',
    { code: 'GENERATION_INTERRUPTED', status: 503, retryAfterSeconds: 1 },
  );

/** An inconsistent draft is never written, whichever planner made it. */
export function brokenDraft(planner: PlannerName, faults: readonly string[]): Error {
  if (planner === 'embedded') return new Error(`the embedded planner drafted a broken plan: ${faults.join('; ')}`);
  return new AppError(
    'AI_PROVIDER_ERROR',
    'The model’s plan does not hold together. Your plan is unchanged. You can try again, or generate it with the embedded planner, which needs no model.',
    { code: 'AI_PROVIDER_BAD_ANSWER' },
  );
}

export const nothingToPlan = () => {
  const message = 'asks for nothing that could be planned';
  return new AppError(
    'VALIDATION_ERROR',
    'Nothing to build was found in this text. Say what the product must do, for example as a list, and generate again.',
    { issues: [{ path: 'content', message }] },
  );
};

/** Each requirement with its tasks and their state. */
export function traceRequirements(found: readonly Requirement[], tasks: readonly TracedTask[]): TracedRequirement[] {
  const answering = groupByRequirement(tasks);
  return found.map((requirement) => {
    const own = answering.get(requirement.id) ?? [];
    return { ...requirement, state: stateOf(own), task_ids: own.map(({ id }) => id) };
  });
}

function groupByRequirement(tasks: readonly TracedTask[]): Map<string, TracedTask[]> {
  const answering = new Map<string, TracedTask[]>();
  for (const task of tasks)
    for (const id of new Set(task.requirement_ids)) {
      const all = answering.get(id);
      if (all === undefined) answering.set(id, [task]);
      else all.push(task);
    }
  return answering;
}

function stateOf(tasks: readonly TracedTask[]): RequirementState {
  if (tasks.length === 0) return 'uncovered';
  if (tasks.some((task) => task.prd_state === 'review' || (task.is_follow_up && task.status !== 'done')))
    return 'changed';
  if (tasks.every(({ status }) => status === 'done')) return 'done';
  return tasks.some(({ status }) => status !== 'open') ? 'in_progress' : 'planned';
}

/** The reading of one version, from which coverage is computed. */
export interface Counted {
  version: number;
  counts: ReadingCounts;
  work: readonly WorkLines[];
}

const NO_LINES = { total: 0, work: 0, context: 0, limit: 0, done: 0, unsure: 0, to_decide: 0 };

/**
 * Coverage in lines of the document. A work line is planned when every requirement of its block has a live task; of
 * several states within a block the most urgent wins.
 */
export function countCoverage(counted: Counted | null, tasks: readonly TracedTask[]): Coverage {
  const { to_decide, ...lines } = counted?.counts ?? NO_LINES;
  const answering = groupByRequirement(tasks);
  const sums = { planned: 0, in_progress: 0, finished: 0, changed: 0 };
  for (const { ids, lines: count } of counted?.work ?? []) {
    const states = ids.map((id) => stateOf(answering.get(id) ?? []));
    if (states.length === 0 || states.includes('uncovered')) continue;
    sums.planned += count;
    if (states.includes('changed')) sums.changed += count;
    else if (states.every((state) => state === 'done')) sums.finished += count;
    else if (states.some((state) => state !== 'planned')) sums.in_progress += count;
  }
  const whole = lines.work === 0 ? null : Math.floor((sums.planned / lines.work) * 100);
  return {
    version: counted?.version ?? null,
    lines,
    ...sums,
    to_decide,
    orphaned_tasks: tasks.filter(({ prd_state }) => prd_state === 'orphaned').length,
    percent: whole === null ? null : Math.min(whole, lines.unsure > 0 ? 99 : 100),
  };
}

/** Number of uncovered work lines. */
export function countUnanswered(work: readonly WorkLines[], draft: PlanDraft): number {
  const answered = new Set(draft.tasks.flatMap(({ requirement_ids }) => requirement_ids));
  return work
    .filter(({ ids }) => ids.length === 0 || ids.some((id) => !answered.has(id)))
    .reduce((sum, { lines }) => sum + lines, 0);
}
