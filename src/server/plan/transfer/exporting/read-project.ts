import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { ListOrigin, TaskOrigin } from '#contract/plan-draft.ts';
import type { Project } from '#contract/project.ts';
import type { Dependency, Task, TaskList } from '#contract/task.ts';
import type { PrdVersion, ProjectExport } from '#contract/transfer.ts';
import { listAllLines, listNoteIds, readNotes } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { taskDependencies, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { findReading, listLineRoles, listPrdVersions, listRoles, readRequirements } from '#server/prd/index.ts';
import { type SeenProject, presentProject } from '#server/projects/index.ts';
import { selectTaskLists, selectTasks } from '../../queries.ts';
import type { ExportSize } from './measure-export.ts';
import { readCheckpoints } from './read-checkpoints.ts';

/** Rows per statement, which is what one turn of the event loop maps. */
const PAGE = 500;

interface ExportedPlan {
  project: ProjectExport['project'];
  task_lists: TaskList[];
  tasks: Task[];
  dependencies: Dependency[];
  notes: Note[];
}

/** The current plan without its checkpoints, which may be many times as large. */
export async function readExportedPlan(tx: Tx, project: SeenProject, size?: ExportSize): Promise<ExportedPlan> {
  const live = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(liveTasks(project))
    .orderBy(asc(tasks.orderInParent), asc(tasks.level), asc(tasks.id));
  const lists = await tx
    .select({ id: taskLists.id })
    .from(taskLists)
    .where(liveLists(project))
    .orderBy(asc(taskLists.depth), asc(taskLists.createdAt), asc(taskLists.id));
  return {
    project: withoutPlace(presentProject(project)),
    task_lists: await readPages(lists, (ids) => selectTaskLists(tx, inArray(taskLists.id, ids)), size),
    tasks: await readPages(live, (ids) => selectTasks(tx, inArray(tasks.id, ids)), size),
    dependencies: await readDependencies(tx, project.id, new Set(live.map(({ id }) => id))),
    notes: await readNotesAndLines(tx, project.id, size),
  };
}

export async function readExportedProject(
  ctx: Context,
  tx: Tx,
  project: SeenProject,
  { checkpoints, size }: { checkpoints: string; size?: ExportSize },
): Promise<ProjectExport> {
  const { task_lists, tasks: rows, ...plan } = await readExportedPlan(tx, project, size);
  const written = new Map<string, TaskOrigin | null>();
  for (const each of await tx.select({ id: tasks.id, origin: tasks.origin }).from(tasks).where(liveTasks(project)))
    written.set(each.id, each.origin);
  const named = new Map<string, ListOrigin | null>();
  const lists = tx.select({ id: taskLists.id, origin: taskLists.origin }).from(taskLists);
  for (const each of await lists.where(liveLists(project))) named.set(each.id, each.origin);
  const versions = await listPrdVersions(tx, project.id);
  for (const version of versions) size?.add([version]);
  return {
    format: 'baton',
    version: 2,
    exported_at: ctx.now().toISOString(),
    ...plan,
    task_lists: task_lists.map((list) => ({ ...list, origin: named.get(list.id) ?? null })),
    tasks: rows.map((task) => ({ ...task, origin: written.get(task.id) ?? null })),
    prd_versions: versions,
    prd_roles: await listRoles(tx, project.id),
    ...(await readLines(tx, project.id, versions.at(-1))),
    requirements: await readRequirements(tx, project.id),
    ...(await readCheckpoints(tx, project.id, checkpoints, size)),
  };
}

/** Status lines are exported as notes: the importing instance has no feed to derive them from. */
async function readNotesAndLines(tx: Tx, projectId: Id, size: ExportSize | undefined): Promise<Note[]> {
  const lines = await listAllLines(tx, projectId);
  size?.add(lines);
  const written = await readPages(await listNoteIds(tx, projectId), (ids) => readNotes(tx, ids), size);
  return [...written, ...lines].toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1));
}

async function readPages<T>(
  named: readonly { id: string }[],
  read: (ids: Id[]) => Promise<T[]>,
  size: ExportSize | undefined,
): Promise<T[]> {
  const all: T[] = [];
  for (let done = 0; done < named.length; done += PAGE) {
    const page = await read(named.slice(done, done + PAGE).map(({ id }) => id as Id));
    size?.add(page);
    for (const row of page) all.push(row);
  }
  return all;
}

/** The role of every line, if the newest version was read since it or a role changed. */
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

const liveTasks = ({ id }: SeenProject) => and(eq(tasks.projectId, id), isNull(tasks.deletedAt));
const liveLists = ({ id }: SeenProject) => and(eq(taskLists.projectId, id), isNull(taskLists.deletedAt));

async function readDependencies(tx: Tx, projectId: Id, live: ReadonlySet<string>): Promise<Dependency[]> {
  const rows = await tx.select().from(taskDependencies).where(eq(taskDependencies.projectId, projectId));
  return rows
    .map(({ taskId, dependsOnId }) => ({ task_id: taskId as Id, depends_on_id: dependsOnId as Id }))
    .filter(({ task_id, depends_on_id }) => live.has(task_id) && live.has(depends_on_id));
}

/** Whether it is read-only depends on the account it is imported into. */
function withoutPlace({ read_only: _place, is_example: _example, ...project }: Project): ProjectExport['project'] {
  return project;
}
