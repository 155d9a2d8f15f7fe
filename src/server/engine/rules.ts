import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { PlannerName } from '#contract/generation.ts';
import type { Coverage, Requirement, RequirementState, TracedRequirement } from '#contract/requirement.ts';
import type { TracedTask } from '#server/plan/index.ts';
import { AppError } from '#server/platform/error.ts';

/** A PRD is measured as it is stored: in bytes. */
export function requireSize(content: string): void {
  if (Buffer.byteLength(content) <= PRD_MAX_CHARACTERS) return;
  throw new AppError('PAYLOAD_TOO_LARGE', 'A PRD may have at most 1 MiB of text. Cut it into parts.');
}

/** A run whose server has not been heard of for this long has none any more. */
export const RUN_STALE_MS = 30_000;
export const RUN_BEAT_MS = 5_000;

/** A model's answers are kept for whoever tries again today, and so is what was counted for them. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000;

export const isOrphaned = (run: { heartbeatAt: Date }, now: Date): boolean =>
  now.getTime() - run.heartbeatAt.getTime() > RUN_STALE_MS;

export const interrupted = () =>
  new AppError(
    'INTERNAL_ERROR',
    'The server stopped while the plan was being drafted. Your plan is unchanged, and nothing was counted: generate it again.',
    { code: 'GENERATION_INTERRUPTED', status: 503, retryAfterSeconds: 1 },
  );

/** A draft that does not hold together: never written, whoever made it. */
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

/** Each requirement with the tasks that answer it and how far they are. */
export function traceRequirements(found: readonly Requirement[], tasks: readonly TracedTask[]): TracedRequirement[] {
  const answering = new Map<string, TracedTask[]>();
  for (const task of tasks)
    for (const id of new Set(task.requirement_ids)) {
      const all = answering.get(id);
      if (all === undefined) answering.set(id, [task]);
      else all.push(task);
    }
  return found.map((requirement) => {
    const own = answering.get(requirement.id) ?? [];
    return { ...requirement, state: stateOf(own), task_ids: own.map(({ id }) => id) };
  });
}

function stateOf(tasks: readonly TracedTask[]): RequirementState {
  if (tasks.length === 0) return 'uncovered';
  if (tasks.some((task) => task.prd_state === 'review' || (task.is_follow_up && task.status !== 'done')))
    return 'changed';
  if (tasks.every(({ status }) => status === 'done')) return 'done';
  return tasks.some(({ status }) => status !== 'open') ? 'in_progress' : 'planned';
}

export function countCoverage(
  version: number | null,
  traced: readonly TracedRequirement[],
  tasks: readonly Pick<TracedTask, 'prd_state'>[],
): Coverage {
  const count = (state: RequirementState) => traced.filter((each) => each.state === state).length;
  const covered = traced.length - count('uncovered');
  return {
    version,
    requirements: traced.length,
    covered,
    done: count('done'),
    changed: count('changed'),
    orphaned_tasks: tasks.filter(({ prd_state }) => prd_state === 'orphaned').length,
    percent: traced.length === 0 ? null : Math.floor((covered / traced.length) * 100),
  };
}
