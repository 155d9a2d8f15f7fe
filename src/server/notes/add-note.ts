import { getColumns } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Note, addNote as endpoint } from '#contract/note.ts';
import type { WorkPlace } from '#contract/proof.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { shapeOf } from '#server/platform/db/row-shape.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { type WritableProject, noTask, proveRole, requireWritable } from '#server/projects/index.ts';
import { writeNote } from './write-note.ts';

/** A task by id or by its number in the project. */
export interface NotedTask {
  id?: Id;
  number?: number;
}

/** Adds a note to a project or one of its live tasks. */
export async function addNote(
  ctx: Context,
  input: InputOf<typeof endpoint>,
  about: NotedTask | undefined = input.task_id === undefined ? undefined : { id: input.task_id },
): Promise<Note> {
  return change(ctx, async (tx, emit) => {
    const { project, taskId, byHolder } = await readSubject(ctx, tx, input.id, about);
    return writeNote(ctx, tx, emit, {
      projectId: project.id,
      taskId,
      type: input.type,
      body: input.body,
      pinned: input.pinned ?? false,
      supersedesId: input.supersedes_id,
      byHolder,
      work: placeOf(input),
    });
  });
}

/** Commit, branch and pull request, as far as given. */
export function placeOf({
  commit,
  branch,
  pr,
}: Pick<InputOf<typeof endpoint>, 'commit' | 'branch' | 'pr'>): WorkPlace | null {
  if ([commit, branch, pr].every((each) => each === undefined)) return null;
  return { commit: commit ?? null, branch: branch ?? null, pr: pr ?? null, diff: null };
}

const shape = shapeOf<typeof projects.$inferSelect>(getColumns(projects), 'p');
const SUBJECT = `
  select ${shape.select},
    s.id, (select b.holder = $4 from batons b where b.task_id = s.id)
  from projects p
  left join lateral (
    select t.id from tasks t where t.project_id = p.id and t.deleted_at is null and (t.id = $2 or t.number = $3)
  ) s on true
  where p.id = $1`;

async function readSubject(
  ctx: Context,
  tx: Tx,
  projectId: Id,
  about: NotedTask | undefined,
): Promise<{ project: WritableProject; taskId: Id | null; byHolder: boolean }> {
  const values = [projectId, about?.id ?? null, about?.number ?? null, presentActor(ctx.actor)];
  const { rows } = await connectionOf(tx).query<unknown[]>({
    name: 'baton_noted',
    text: SUBJECT,
    values,
    rowMode: 'array',
  });
  const row = rows[0] ?? [];
  const seen = await proveRole(ctx, tx, shape.read(row, 0), 'The project');
  const project = await requireWritable(ctx, tx, seen);
  const taskId = (row[shape.size] ?? null) as Id | null;
  if (about !== undefined && taskId === null)
    throw about.number === undefined ? notFound('The task') : await noTask(ctx, connectionOf(tx), projectId, about);
  return { project, taskId, byHolder: row[shape.size + 1] === true };
}
