import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ListOrigin, TaskOrigin } from '#contract/plan-draft.ts';
import type { Project } from '#contract/project.ts';
import type { Dependency } from '#contract/task.ts';
import type {
  AccountExport,
  MarkdownExport,
  PrdVersion,
  ProjectExport,
  exportProject as endpoint,
} from '#contract/transfer.ts';
import { getMe } from '#server/auth/index.ts';
import { exportSubscription } from '#server/billing/index.ts';
import { listAllNotes } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { checkpoints, taskDependencies, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { findReading, listLineRoles, listPrdVersions, listRoles, readRequirements } from '#server/prd/index.ts';
import { type OwnedProject, listProjects, presentProject, requireProject } from '#server/projects/index.ts';
import { writeMarkdown } from './formats/write-markdown.ts';
import { selectTaskLists, selectTasks } from './queries.ts';
import { presentCheckpoint } from './save-checkpoint.ts';
import type { Snapshot } from './snapshot.ts';

/** The whole project as one document, as it was at one moment. */
export async function exportProject(
  ctx: Context,
  input: InputOf<typeof endpoint>,
): Promise<ProjectExport | MarkdownExport> {
  return atOneMoment(ctx, async (tx) => {
    const project = await requireProject(ctx, input.id, { db: tx });
    return input.format === 'json'
      ? readProject(ctx, tx, project)
      : { format: 'markdown', ...writeMarkdown(await readPlan(tx, project)) };
  });
}

/** Everything kept about the caller, in one document they can take away. */
export async function exportAccount(ctx: Context): Promise<AccountExport> {
  const account = await getMe(ctx);
  const projects: ProjectExport[] = [];
  for (const { id } of await listProjects(ctx))
    projects.push(
      await atOneMoment(ctx, async (tx) => readProject(ctx, tx, await requireProject(ctx, id, { db: tx }))),
    );
  const subscription = await exportSubscription(ctx, account.id);
  return { exported_at: ctx.now().toISOString(), account, subscription, projects };
}

const atOneMoment = <T>(ctx: Context, read: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** The plan as it stands, without what came before it: checkpoints may be many times as large. */
async function readPlan(tx: Tx, project: OwnedProject) {
  const rows = await selectTasks(tx, liveTasks(project));
  return {
    project: withoutPlace(presentProject(project)),
    task_lists: await selectTaskLists(tx, liveLists(project)),
    tasks: rows,
    dependencies: await readDependencies(tx, project.id, new Set(rows.map(({ id }) => id))),
    notes: await listAllNotes(tx, project.id),
  };
}

async function readProject(ctx: Context, tx: Tx, project: OwnedProject): Promise<ProjectExport> {
  const { task_lists, tasks: rows, ...plan } = await readPlan(tx, project);
  const kept = await tx
    .select({ row: checkpoints, snapshot: sql<Snapshot>`baton_snapshot(${checkpoints.id})` })
    .from(checkpoints)
    .where(eq(checkpoints.projectId, project.id))
    .orderBy(asc(checkpoints.createdAt), asc(checkpoints.id));
  const written = new Map<string, TaskOrigin | null>();
  for (const each of await tx.select({ id: tasks.id, origin: tasks.origin }).from(tasks).where(liveTasks(project)))
    written.set(each.id, each.origin);
  const named = new Map<string, ListOrigin | null>();
  const lists = tx.select({ id: taskLists.id, origin: taskLists.origin }).from(taskLists);
  for (const each of await lists.where(liveLists(project))) named.set(each.id, each.origin);
  const versions = await listPrdVersions(tx, project.id);
  return {
    format: 'baton',
    version: 1,
    exported_at: ctx.now().toISOString(),
    ...plan,
    task_lists: task_lists.map((list) => ({ ...list, origin: named.get(list.id) ?? null })),
    tasks: rows.map((task) => ({ ...task, origin: written.get(task.id) ?? null })),
    prd_versions: versions,
    prd_roles: await listRoles(tx, project.id),
    ...(await readLines(tx, project.id, versions.at(-1))),
    requirements: await readRequirements(tx, project.id),
    checkpoints: kept.map(({ row, snapshot }) => ({ ...presentCheckpoint(row), snapshot })),
  };
}

/** What every line is good for, where the newest version has been read since it or a role changed. */
async function readLines(
  tx: Tx,
  projectId: Id,
  newest: PrdVersion | undefined,
): Promise<Pick<ProjectExport, 'prd_lines'>> {
  const read = await findReading(tx, projectId);
  if (newest === undefined || read === undefined) return {};
  if (read.version !== newest.version || read.readRevision < read.revision) return {};
  return { prd_lines: listLineRoles(newest.content, read.reading.blocks) };
}

const liveTasks = ({ id }: OwnedProject) => and(eq(tasks.projectId, id), isNull(tasks.deletedAt));
const liveLists = ({ id }: OwnedProject) => and(eq(taskLists.projectId, id), isNull(taskLists.deletedAt));

async function readDependencies(tx: Tx, projectId: Id, live: ReadonlySet<Id>): Promise<Dependency[]> {
  const rows = await tx.select().from(taskDependencies).where(eq(taskDependencies.projectId, projectId));
  return rows
    .map(({ taskId, dependsOnId }) => ({ task_id: taskId as Id, depends_on_id: dependsOnId as Id }))
    .filter(({ task_id, depends_on_id }) => live.has(task_id) && live.has(depends_on_id));
}

/** Whether a plan has room for a project is for the account it comes to. */
function withoutPlace({ read_only: _place, ...project }: Project): ProjectExport['project'] {
  return project;
}
