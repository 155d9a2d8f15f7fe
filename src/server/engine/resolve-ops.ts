import { REQUIREMENTS_PER_TASK_MAX } from '#contract/constants.ts';
import type { PlanOp } from '#contract/tools.ts';
import { AppError } from '#server/platform/error.ts';
import { findSection } from '#server/prd/index.ts';
import { PRD_OPS } from './find-role-changes.ts';
import { type Added, idsNamed, idsOn, naming } from './name-requirements.ts';
import type { PrdView } from './read-view.ts';

export interface ResolvedOps {
  /** The ops with requirement ids in place of lines, author ids and refs of the call. */
  ops: PlanOp[];
  /** Result lines of ops on the PRD itself, by index. */
  settled: Map<number, string[]>;
}

/** Resolves the requirements of the ops against the PRD as read with the call's own roles. */
export function resolveOps(view: PrdView, ops: readonly PlanOp[]): ResolvedOps {
  const settled = new Map<number, string[]>();
  const added = new Map<string, readonly string[]>();
  const resolved = ops.map((op, place): PlanOp =>
    naming(place, op, () => {
      if (!PRD_OPS.has(op.op)) return resolveTasks(view, added, op);
      const ids = op.op === 'requirement_add' ? idsOn(view, op.lines ?? '', true) : [];
      if (op.ref !== undefined) nameAdded(view, added, op.ref, ids);
      settled.set(place, [describe(view, op, ids)]);
      return op;
    }),
  );
  return { ops: resolved, settled };
}

function nameAdded(view: PrdView, added: Map<string, readonly string[]>, ref: string, ids: readonly string[]): void {
  const isTaken = added.has(ref) || view.requirements.some(({ id, author_id }) => id === ref || author_id === ref);
  if (isTaken)
    throw new AppError('VALIDATION_ERROR', 'ref names two requirements.', {
      issues: [{ path: 'ref', message: 'names two requirements' }],
    });
  added.set(ref, ids);
}

function resolveTasks(view: PrdView, added: Added, op: PlanOp): PlanOp {
  const { lines: _lines, ...rest } = op;
  const own = answersOf(view, added, op);
  return {
    ...rest,
    ...(own === undefined ? {} : { requirements: own }),
    ...(op.tasks === undefined
      ? {}
      : {
          tasks: op.tasks.map(({ lines, ...task }) => {
            const requirements = answersOf(view, added, { ...task, lines });
            return { ...task, ...(requirements === undefined ? {} : { requirements }) };
          }),
        }),
  };
}

/** Requirement ids by id and by line; undefined where none are given. */
function answersOf(
  view: PrdView,
  added: Added,
  { requirements, lines }: Pick<PlanOp, 'requirements' | 'lines'>,
): string[] | undefined {
  if (requirements === undefined && lines === undefined) return undefined;
  const named = (requirements ?? []).flatMap((name) => idsNamed(view.requirements, added, name));
  const ids = [...new Set([...named, ...(lines === undefined ? [] : idsOn(view, lines, false))])];
  if (ids.length <= REQUIREMENTS_PER_TASK_MAX) return ids;
  throw new AppError(
    'VALIDATION_ERROR',
    `A task answers at most ${REQUIREMENTS_PER_TASK_MAX} requirements; these are ${ids.length}. Make several tasks of it.`,
    { issues: [{ path: 'requirements', message: 'are too many' }] },
  );
}

function describe(view: PrdView, op: PlanOp, ids: readonly string[]): string {
  const where = [
    ...(op.lines === undefined ? [] : [`lines ${op.lines}`]),
    ...(op.section === undefined ? [] : [`§${findSection(view.reading.sections, op.section, 'section').ref}`]),
    ...(op.requirements ?? []),
  ].join(', ');
  if (op.op === 'role') return `= ${where}: ${op.role ?? ''}`;
  if (op.op === 'requirement_reject') return `- ${where}: asked for no more, context`;
  return `+ ${where}: work, ${ids.join(', ')}${op.ref === undefined ? '' : ` (${op.ref})`}`;
}
