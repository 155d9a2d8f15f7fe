import { eq, sql } from 'drizzle-orm';
import type { CheckpointDiff } from '#contract/checkpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { checkpoints, projects } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { type SeenProject, proveRole } from '#server/projects/index.ts';
import { compareSnapshots } from './compare-snapshots.ts';
import { presentCheckpoint } from './save-checkpoint.ts';
import { type Snapshot, keptSnapshot, snapshotOf } from './snapshot.ts';

const CHANGES_MAX = 500;

/** The diff between a checkpoint and the current plan: "added" exists now and did not then. */
export async function diffCheckpoint(ctx: Context, input: { id: Id }): Promise<CheckpointDiff> {
  const { checkpoint, project } = await requireCheckpoint(ctx, ctx.db, input.id);
  const { rows } = await ctx.db.execute<{ then: Snapshot; now: Snapshot }>(
    sql`select ${keptSnapshot(checkpoint.id)} as then, ${snapshotOf(project.id)} as now`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the plan has no row');
  const changes = compareSnapshots(row.then, row.now);
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  return {
    checkpoint: presentCheckpoint(checkpoint),
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    changes: changes.slice(0, CHANGES_MAX),
    left_out: Math.max(0, changes.length - CHANGES_MAX),
  };
}

/** A checkpoint of one of the caller's projects; of any other it is not found. */
export async function requireCheckpoint(
  ctx: Context,
  db: Database | Tx,
  id: Id,
): Promise<{ checkpoint: typeof checkpoints.$inferSelect; project: SeenProject }> {
  const [row] = await db
    .select({ checkpoint: checkpoints, project: projects })
    .from(checkpoints)
    .innerJoin(projects, eq(projects.id, checkpoints.projectId))
    .where(eq(checkpoints.id, id));
  const project = await proveRole(ctx, db, row?.project, 'The checkpoint');
  if (row === undefined) throw notFound('The checkpoint');
  return { checkpoint: row.checkpoint, project };
}
