import { sql } from 'drizzle-orm';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { change, hasMissed, readFeedHead } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { type WritableProject, holdProject } from '#server/projects/index.ts';
import { type Applied, applyOps } from './apply-ops.ts';
import { insertCheckpoint } from '../checkpoints/insert-checkpoint.ts';
import { openEditing } from './open-editing.ts';
import { cutText } from '../rules.ts';
import { countAdded, isDraft, tellAsDraft } from '../prd/tell-draft.ts';

/** Work on the PRD in the same transaction as the ops; injected by the engine. */
export interface Beside<Report> {
  /** Lines of ops that it has handled, by index. */
  settled: ReadonlyMap<number, readonly string[]>;
  /** After the checkpoint, before the first op. */
  begin(tx: Tx, emit: Emit, project: WritableProject): Promise<void>;
  /** After the last op: the coverage. */
  report(tx: Tx, project: WritableProject): Promise<Report>;
}

/** Number of work lines of the PRD, and how many are planned. */
export interface LinesPlanned {
  planned: number;
  work: number;
}

export interface PlanEdit<Report extends LinesPlanned = LinesPlanned> {
  ops: readonly PlanOp[];
  dryRun: boolean;
  /** Optimistic concurrency control: the feed number the edit is based on; refused if the plan has changed since. */
  baseSeq: number | undefined;
  beside?: Beside<Report>;
}

export interface EditResult<Report extends LinesPlanned = LinesPlanned> extends Applied {
  seq: number;
  checkpoint: Id | null;
  /** Task numbers by the refs they were added under. */
  refs: Record<string, number>;
  isDryRun: boolean;
  report: Report | undefined;
}

class DryRun<Report extends LinesPlanned> extends Error {
  readonly result: EditResult<Report>;
  constructor(result: EditResult<Report>) {
    super('dry run');
    this.result = result;
  }
}

const NOTHING: ReadonlyMap<number, readonly string[]> = new Map();
const REMOVING: ReadonlySet<PlanOp['op']> = new Set(['remove', 'list_remove']);

/**
 * Applies many edits in one transaction, all or none, with a checkpoint first when anything is removed or a plan is
 * drafted. The plan events of a draft are replaced by one.
 */
export async function editPlan<Report extends LinesPlanned>(
  ctx: Context,
  projectId: Id,
  edit: PlanEdit<Report>,
): Promise<EditResult<Report>> {
  // Read before the project is locked: waiting for a second connection while holding the lock could deadlock on the
  // pool.
  const kept = await ctx.settings.read();
  const { ops, dryRun, beside } = edit;
  try {
    const result = await change(ctx, async (tx, tell) => {
      const project = await holdProject(ctx, tx, projectId);
      await requireUnchanged(tx, project.id, edit.baseSeq);
      const isRemoving = ops.some(({ op }) => REMOVING.has(op));
      const isDrafting = await isDraft(tx, project.id, ops);
      const hasCheckpoint = isRemoving || isDrafting;
      const checkpoint =
        hasCheckpoint && !dryRun ? await keepPlan(ctx, tx, tell, project, { isRemoving, isDrafting }) : null;
      const told = isDrafting ? tellAsDraft(tell) : undefined;
      const emit = told?.emit ?? tell;
      await beside?.begin(tx, emit, project);
      const settings = { read: async () => kept };
      const within = { tx, emit, hasCheckpoint };
      const inner: Context = { ...ctx, settings, within };
      const editing = await openEditing(
        { ctx: inner, tx, emit, project, isDryRun: dryRun, taskLimit: kept.maxTasksPerProject },
        ops,
      );
      const applied = await applyOps(editing, ops, beside?.settled ?? NOTHING);
      const report = await beside?.report(tx, project);
      const { planned = 0, work = 0 } = report ?? {};
      told?.finish(project.id, { tasks: countAdded(ops), planned, work, checkpoint_id: checkpoint });
      const done = { ...applied, seq: 0, checkpoint, refs: editing.numbers(), isDryRun: dryRun, report };
      if (dryRun) throw new DryRun(done);
      return done;
    });
    return { ...result, seq: await readFeedHead(ctx.within?.tx ?? ctx.db, `project:${projectId}`) };
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    const { result } = error as DryRun<Report>;
    return { ...result, seq: await readFeedHead(ctx.within?.tx ?? ctx.db, `project:${projectId}`) };
  }
}

async function keepPlan(
  ctx: Context,
  tx: Tx,
  tell: Emit,
  project: WritableProject,
  { isRemoving, isDrafting }: { isRemoving: boolean; isDrafting: boolean },
): Promise<Id> {
  const name = isDrafting ? `Before ${presentActor(ctx.actor).name} drafted the plan` : 'Before a plan edit';
  const reason = isRemoving ? 'before_delete' : 'before_generation';
  // A draft is one entry in the activity, and names its checkpoint itself.
  const emit = isDrafting ? () => undefined : tell;
  return (await insertCheckpoint(ctx, tx, emit, project, cutText(name, CHECKPOINT_NAME_MAX), reason)).id;
}

/** Notes and calls do not change a plan; every other event since does. */
async function requireUnchanged(tx: Tx, projectId: Id, baseSeq: number | undefined): Promise<void> {
  if (baseSeq === undefined) return;
  const scope = `project:${projectId}`;
  const { rows } = await tx.execute<{ seq: number | null; first: number; head: number }>(sql`
    select h.first_seq as first, h.seq as head, (
      select max(seq)::int from events
      where scope = ${scope} and row_seq > ${baseSeq} and seq > ${baseSeq}
        and (type like 'task%' or type like 'dependency.%' or type in ('plan.replaced', 'plan.drafted'))
        and type not in ('task.locked', 'task.status_changed')) as seq
    from feed_heads h where h.scope = ${scope}`);
  const [feed] = rows;
  if (feed !== undefined && hasMissed(baseSeq, feed))
    throw new AppError(
      'CONFLICT',
      `What happened since ${baseSeq} is no longer all kept, so nothing was changed. Read the plan with plan_read, then edit on base_seq ${feed.head}.`,
      { code: 'EDIT_CONFLICT' },
    );
  const last = feed?.seq ?? null;
  if (last === null) return;
  throw new AppError(
    'CONFLICT',
    `The plan has changed since ${baseSeq}: nothing was changed. Call orient with since ${baseSeq}, then edit on base_seq ${last}.`,
    { code: 'EDIT_CONFLICT' },
  );
}
