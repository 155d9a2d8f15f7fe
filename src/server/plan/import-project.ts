import { sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ImportFormat, ImportReport, importProject as endpoint } from '#contract/transfer.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import { lockAccount, tellProjects } from '#server/billing/index.ts';
import { insertNotes } from '#server/notes/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { type Emit, change } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import { replaceRoles, restorePrdVersions, storeRequirements } from '#server/prd/index.ts';
import { holdProject, insertProject, requirePlaceForProject, requireSummary } from '#server/projects/index.ts';
import { readTaskLimit, requireRoom } from './count-tasks.ts';
import { detectFormat } from './formats/detect-format.ts';
import { readArchive } from './formats/read-archive.ts';
import { readBacklog } from './formats/read-backlog.ts';
import { readBeads } from './formats/read-beads.ts';
import { readTaskMaster } from './formats/read-task-master.ts';
import { insertCheckpoint } from './insert-checkpoint.ts';
import { takeNumbers } from './insert-rows.ts';
import { requireRoomForTasks } from './rules.ts';
import { type PlanImport, importDraft, importExport } from './plan-import.ts';
import { readExport } from './read-export.ts';
import { writeSnapshot } from './write-snapshot.ts';

const DEFAULT_NAME = 'Imported project';

/** Takes a project in, wholly or not at all; every line of the source that did not come over as it was is reported. */
export async function importProject(ctx: Context, input: InputOf<typeof endpoint>): Promise<ImportReport> {
  const userId = ownerIdOf(ctx);
  const limit = await readTaskLimit(ctx);
  const { format, incoming } = readIncoming(ctx, input);
  requireRoomForTasks(0, incoming.plan.tasks.length, limit);
  const { projectId, checkpointId, place } = await change(ctx, async (tx, emit) => {
    if (input.project_id !== undefined) return addToProject(ctx, tx, emit, input.project_id, incoming, limit);
    await lockAccount(tx, userId);
    const taken = await requirePlaceForProject(ctx, tx, userId);
    const name = input.name ?? incoming.name ?? DEFAULT_NAME;
    const id = await insertProject(ctx, tx, emit, {
      userId,
      name,
      description: incoming.description,
      rules: incoming.rules,
    });
    await writeNewProject(ctx, tx, emit, id, incoming);
    return { projectId: id, checkpointId: null, place: taken };
  });
  if (place !== undefined) await tellProjects(ctx, userId, place);
  return {
    project: await requireSummary(ctx, projectId),
    format,
    tasks: incoming.plan.tasks.length,
    notes: incoming.notes.length,
    lines: incoming.lines,
    checkpoint_id: checkpointId,
  };
}

function readIncoming(ctx: Context, input: InputOf<typeof endpoint>): { format: ImportFormat; incoming: PlanImport } {
  const bytes = input.encoding === 'base64' ? Buffer.from(input.content, 'base64') : undefined;
  const text = unwrap(bytes === undefined ? input.content : bytes.toString('utf8'));
  const format =
    input.format ??
    detectFormat({
      ...(input.filename === undefined ? {} : { filename: input.filename }),
      text,
      ...(bytes === undefined ? {} : { bytes }),
    });
  if (format === undefined)
    throw new AppError(
      'VALIDATION_ERROR',
      'This is none of the formats Baton reads: its own JSON, Task Master’s tasks.json, a Beads JSONL export, or a Backlog.md folder as .zip, .tar or .tar.gz.',
    );
  if (format === 'baton') return { format, incoming: importExport(readExport(text)) };
  const { draft, lines } =
    format === 'task-master'
      ? readTaskMaster(text)
      : format === 'beads'
        ? readBeads(text)
        : readBacklog(readArchive(bytes ?? Buffer.from(text)));
  return { format, incoming: importDraft(draft, lines, presentActor(ctx.actor), ctx.now()) };
}

/** A file saved from an answer of the API has the envelope around it. */
function unwrap(text: string): string {
  if (!/^\s*\{\s*"success"\s*:\s*true\s*,\s*"data"\s*:/.test(text)) return text;
  try {
    return JSON.stringify((JSON.parse(text) as { data: unknown }).data);
  } catch {
    return text;
  }
}

async function writeNewProject(ctx: Context, tx: Tx, emit: Emit, projectId: Id, incoming: PlanImport): Promise<void> {
  const { plan } = incoming;
  const numbers = [plan, ...incoming.checkpoints.map(({ snapshot }) => snapshot)].flatMap(({ tasks }) =>
    tasks.map(({ number }) => number),
  );
  await takeNumbers(
    tx,
    projectId,
    numbers.reduce((most, number) => Math.max(most, number), 0),
  );
  await writeSnapshot(ctx, tx, projectId, plan);
  await insertNotes(
    tx,
    incoming.notes.map((note) => ({ ...note, project_id: projectId })),
  );
  await restorePrdVersions(tx, projectId, incoming.prdVersions);
  if (incoming.prdRoles.length > 0) await replaceRoles(tx, projectId, incoming.prdRoles);
  if (incoming.requirements !== null) await storeRequirements(tx, projectId, incoming.requirements);
  for (const { name, reason, author, created_at, snapshot } of incoming.checkpoints)
    await tx.execute(sql`
      select from baton_keep_checkpoint(${newId()}, ${projectId}, ${name}, ${reason}, ${JSON.stringify(author)}::jsonb,
        ${created_at}, ${JSON.stringify(snapshot)}::jsonb)`);
  emit(`project:${projectId}`, 'plan.replaced', { cause: 'import' });
}

/** Beside what is there: the plan is kept in a checkpoint first, and the tasks get the project's next numbers. */
async function addToProject(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  id: Id,
  incoming: PlanImport,
  limit: number,
): Promise<{ projectId: Id; checkpointId: Id; place?: undefined }> {
  const project = await holdProject(ctx, tx, id);
  const { plan } = incoming;
  await requireRoom(tx, project, plan.tasks.length, limit);
  const checkpoint = await insertCheckpoint(ctx, tx, emit, project, 'Before an import', 'before_import');
  const { first } = await takeNumbers(tx, project.id, plan.tasks.length);
  const tasks = plan.tasks
    .toSorted((a, b) => a.number - b.number)
    // What they answer of another PRD means nothing beside this one.
    .map((task, place) => ({ ...task, number: first + place, requirement_ids: [], prd_state: null, origin: null }));
  // Lists stand in the order of their making: these come after what is there.
  const lists = plan.task_lists.map((list, place) => ({
    ...list,
    origin: null,
    created_at: new Date(ctx.now().getTime() + place).toISOString(),
  }));
  await writeSnapshot(ctx, tx, project.id, { ...plan, task_lists: lists, tasks });
  await insertNotes(
    tx,
    incoming.notes.map((note) => ({ ...note, project_id: project.id })),
  );
  for (const [what, count] of [
    ['PRD versions', incoming.prdVersions.length],
    ['roles of the PRD', incoming.prdRoles.length],
    ['checkpoints', incoming.checkpoints.length],
  ] as const)
    if (count > 0)
      incoming.lines.push({
        where: what,
        outcome: 'skipped',
        message: `${count} ${what} stay behind: this project has its own.`,
      });
  emit(`project:${project.id}`, 'plan.replaced', { cause: 'import' });
  return { projectId: project.id, checkpointId: checkpoint.id };
}
