import type { Id } from '#contract/fields.ts';
import type { ImportReport } from '#contract/transfer.ts';
import { ownerIdOf, requireUnbound } from '#server/auth/index.ts';
import { lockAccount, tellProjects } from '#server/billing/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { isStatementTooLong } from '#server/platform/http/failures.ts';
import { holdProject, insertProject, requirePlaceForProject, requireSummary } from '#server/projects/index.ts';
import { readTaskLimit, requireRoom } from '../tree/count-tasks.ts';
import type { ImportSource } from './importing/import-parts.ts';
import { type ReadImport, readImport } from './importing/read-import.ts';
import { writeImport } from './importing/write-import.ts';
import { insertCheckpoint } from '../checkpoints/insert-checkpoint.ts';
import { takeNumbers } from '../tree/insert-rows.ts';
import { requireRoomForTasks } from '../rules.ts';

const DEFAULT_NAME = 'Imported project';

/**
 * Imports a project in one transaction; every line of the source that could not be taken over as it was is reported.
 */
export async function importProject(ctx: Context, source: ImportSource): Promise<ImportReport> {
  const limit = await readTaskLimit(ctx);
  const { gone, ...sent } = source;
  const job = { ...sent, author: presentActor(ctx.actor), now: ctx.now().toISOString() };
  const take = async (read: ReadImport): Promise<ImportReport> => {
    const { head } = read;
    requireRoomForTasks(0, head.tasks, limit);
    const { projectId, checkpointId } =
      head.projectId === undefined
        ? await makeProject(ctx, read)
        : await change(ctx, (tx, emit) => addToProject(ctx, tx, emit, head.projectId as Id, read, limit));
    return {
      project: await requireSummary(ctx, projectId),
      format: head.format,
      tasks: head.tasks,
      notes: head.notes,
      lines: head.lines,
      checkpoint_id: checkpointId,
    };
  };
  return readImport(job, take, { gone }).catch((error: unknown) => {
    throw isStatementTooLong(error) ? tooLong() : error;
  });
}

const tooLong = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    'Writing the file took longer than the database allows. Nothing was imported. Leave checkpoints out, or split it.',
  );

async function makeProject(ctx: Context, { head, parts }: ReadImport): Promise<{ projectId: Id; checkpointId: null }> {
  requireUnbound(ctx);
  const userId = ownerIdOf(ctx);
  const { projectId, place } = await change(ctx, async (tx, emit) => {
    await lockAccount(tx, userId);
    const taken = await requirePlaceForProject(ctx, tx, userId);
    const { name = DEFAULT_NAME, description, rules } = head;
    const id = await insertProject(ctx, tx, emit, { userId, name, description, rules });
    await takeNumbers(tx, id, head.lastNumber);
    await writeImport(ctx, tx, { id, numbersAfter: 0 }, parts());
    emit(`project:${id}`, 'plan.replaced', { cause: 'import' });
    return { projectId: id, place: taken };
  });
  await tellProjects(ctx, userId, place);
  return { projectId, checkpointId: null };
}

/** Into an existing project: the plan is checkpointed first, and the tasks get the project's next numbers. */
async function addToProject(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  id: Id,
  { head, parts }: ReadImport,
  limit: number,
): Promise<{ projectId: Id; checkpointId: Id }> {
  const project = await holdProject(ctx, tx, id);
  await requireRoom(tx, project, head.tasks, limit);
  const checkpoint = await insertCheckpoint(ctx, tx, emit, project, 'Before an import', 'before_import');
  const { first } = await takeNumbers(tx, project.id, head.tasks);
  await writeImport(ctx, tx, { id: project.id, numbersAfter: first - 1 }, parts());
  emit(`project:${project.id}`, 'plan.replaced', { cause: 'import' });
  return { projectId: project.id, checkpointId: checkpoint.id };
}
