import type { EventType } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { Context, Holding } from '#server/platform/context.ts';
import { ownerToProve } from '#server/projects/index.ts';
import { type ToldHeld, callerValues, readHeld } from '../baton/held-usual.ts';
import { askUsual, mayBeUsual, tellUsual } from '../baton/usual-case.ts';
import { checksOf } from './checks-of.ts';
import type { EditResult, PlanEdit } from './edit-plan.ts';
import { projectsWithPrd } from './projects-with-prd.ts';
import { sayUpdate } from './say-update.ts';
import { type TaskRef, tryTaskRef } from './task-ref.ts';

interface Row {
  kept: { number: number; title: string; seq: number; held: ToldHeld };
}

/** Fields that the function changes, in the order of its events; any other field needs the general path. */
const FIELDS = ['title', 'description', 'checks', 'status'] as const;
const KNOWN: ReadonlySet<string> = new Set(['op', 'id', ...FIELDS]);
const EDIT = 'select edit_usual($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as kept';

/**
 * The fast path of an edit of one task's texts or status: one statement that also finds the holder name of the caller,
 * for a task that nobody holds, without effect on ancestors, in a project without a PRD. Returns undefined where the
 * general path must decide and explain.
 */
export async function editUsual(
  ctx: Context,
  projectId: Id,
  { ops, dryRun, baseSeq }: PlanEdit,
): Promise<{ result: EditResult<never>; held: Holding | undefined } | undefined> {
  const [op] = ops;
  if (op === undefined || ops.length > 1 || dryRun || baseSeq !== undefined) return undefined;
  const wanted = readUpdate(op);
  if (wanted === undefined || !mayBeUsual(ctx, { projectId, id: null, number: null })) return undefined;
  const withPrd = projectsWithPrd(ctx.bus);
  if (withPrd.has(projectId)) return undefined;
  const { title, description, status } = op;
  const checks = checksOf(op.checks);
  const texts = [title, description, checks && JSON.stringify(checks)];
  await ctx.admitted;
  const named = [projectId, await ownerToProve(ctx, projectId, 'writable'), wanted.id, wanted.number];
  const values = [...named, ...callerValues(ctx), ...texts, status, ctx.databaseTime()];
  const asked = ctx.database.pool.query<Row>({ name: 'baton_edit_usual', text: EDIT, values });
  const answer = await askUsual(asked, () => withPrd.note(projectId));
  const kept = answer?.rows[0]?.kept;
  if (kept === undefined) return undefined;
  const types: EventType[] = status === undefined ? ['task.patched'] : ['task.status_changed', 'task.patched'];
  tellUsual(ctx, projectId, types);
  const changed = FIELDS.filter((field) => op[field] !== undefined);
  const result = {
    lines: [`~ T${kept.number} ${sayUpdate(op, changed, kept).join('; ')}`],
    circles: [],
    seq: kept.seq,
    checkpoint: null,
    refs: {},
    isDryRun: false,
    report: undefined,
  };
  return { result, held: readHeld(kept.held) };
}

/** The task of an op that changes only fields the function knows. */
function readUpdate(op: PlanOp): TaskRef | undefined {
  const given = Object.entries(op).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const isKnown = op.op === 'update' && given.length > 2 && given.every((field) => KNOWN.has(field));
  return isKnown && op.id !== undefined ? tryTaskRef(op.id) : undefined;
}
