import { z } from 'zod';
import { Id } from '#contract/fields.ts';
import { NoteType } from '#contract/note.ts';
import { TaskStatus } from '#contract/task.ts';
import { BUDGET_DEFAULT } from '#contract/tools.ts';
import { addNote, listNotes, requireNote, updateNote } from '#server/notes/index.ts';
import { createTask, findTask, updateTask } from '#server/plan/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { notFound } from '#server/platform/error.ts';
import { parseValue } from '#server/platform/http/parse.ts';
import { composePage } from './rules.ts';
import type { Answer } from './tool.ts';
import { noteLine } from './tools/note-line.ts';
import { answerPlanRead } from './tools/plan-read.ts';
import { answerTaskGet } from './tools/task-get.ts';

type Older = (ctx: EngineContext, projectId: Id, sent: unknown) => Promise<Answer>;

/** Older clients used several names for the same argument; the first that is present is used. */
const TaskName = z.looseObject({
  task_id: z.string().optional(),
  taskId: z.string().optional(),
  id: z.string().optional(),
});
const NoteText = z.looseObject({
  body: z.string().optional(),
  content: z.string().optional(),
  text: z.string().optional(),
});
const TypeOf = z.looseObject({ type: z.string().optional(), note_type: z.string().optional() });

const nameIn = (sent: z.infer<typeof TaskName>) => sent.task_id ?? sent.taskId ?? sent.id;
const textIn = (sent: z.infer<typeof NoteText>) => sent.body ?? sent.content ?? sent.text;

const Body = z.object({ body: z.string().min(1).max(100_000) });
const Named = z.object({ id: z.string().min(1).max(64) });
const NewTask = z.looseObject({
  title: z.string().trim().min(1).max(500),
  description: z.string().max(20_000).optional(),
  parent_task_id: z.string().optional(),
});
const TaskFields = z.looseObject({
  title: z.string().trim().min(1).max(500).optional(),
  description: z.string().max(20_000).optional(),
  status: TaskStatus.optional(),
});
const Page = z.looseObject({ limit: z.int().min(1).max(50).optional() });
const Query = z.looseObject({ query: z.string().optional(), q: z.string().optional() });

const requireName = (sent: unknown): string => parseValue(Named, { id: nameIn(parseValue(TaskName, sent ?? {})) }).id;

function readType(sent: unknown): NoteType {
  const { type, note_type } = parseValue(TypeOf, sent ?? {});
  const wanted = (type ?? note_type ?? 'CONTEXT').toUpperCase();
  return parseValue(z.object({ type: NoteType }), { type: wanted === 'FILES' ? 'FILE_LIST' : wanted }).type;
}

const OLDER: Readonly<Record<string, Older>> = {
  async create_task(ctx, projectId, sent) {
    const { title, description, parent_task_id } = parseValue(NewTask, sent ?? {});
    const parent =
      parent_task_id === undefined ? undefined : await findTask(ctx, projectId, parent_task_id, 'parent_task_id');
    const task = await createTask(ctx, {
      id: projectId,
      title,
      ...(description === undefined ? {} : { description }),
      ...(parent === undefined ? {} : { parent_task_id: parent }),
    });
    return { text: `Added T${task.number} ${task.title}. plan_edit adds many at once.`, data: task };
  },
  get_task: (ctx, projectId, sent) => answerTaskGet(ctx, projectId, { id: requireName(sent) }),
  async update_task(ctx, projectId, sent) {
    const id = await findTask(ctx, projectId, requireName(sent));
    const { title, description, status } = parseValue(TaskFields, sent ?? {});
    const task = await updateTask(ctx, {
      id,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(status === undefined ? {} : { status }),
    });
    return {
      text: `T${task.number} ${task.title} [${task.status}]. task_claim and task_finish keep the baton and notes.`,
      data: task,
    };
  },
  get_task_hierarchy(ctx, projectId, sent) {
    const under = nameIn(parseValue(TaskName, sent ?? {}));
    return answerPlanRead(ctx, projectId, { depth: 16, limit: 100, ...(under === undefined ? {} : { under }) });
  },
  async create_note(ctx, projectId, sent) {
    const { body } = parseValue(Body, { body: textIn(parseValue(NoteText, sent ?? {})) });
    const name = nameIn(parseValue(TaskName, sent ?? {}));
    const taskId = name === undefined ? undefined : await findTask(ctx, projectId, name, 'task_id');
    const note = await addNote(ctx, {
      id: projectId,
      type: readType(sent),
      body,
      ...(taskId === undefined ? {} : { task_id: taskId }),
    });
    return { text: `Note ${note.id}.`, data: note };
  },
  async update_note(ctx, projectId, sent) {
    const { note_id, id } = parseValue(
      z.looseObject({ note_id: z.string().optional(), id: z.string().optional() }),
      sent ?? {},
    );
    const noteId = parseValue(z.object({ note_id: Id }), { note_id: note_id ?? id }).note_id;
    const { body } = parseValue(Body, { body: textIn(parseValue(NoteText, sent ?? {})) });
    const { project } = await requireNote(ctx, ctx.db, noteId);
    if (project.id !== projectId) throw notFound('The note');
    const note = await updateNote(ctx, { id: noteId, body });
    return { text: `Note ${note.id} changed.`, data: note };
  },
  async list_notes(ctx, projectId, sent) {
    const { limit } = parseValue(Page, sent ?? {});
    const name = nameIn(parseValue(TaskName, sent ?? {}));
    const taskId = name === undefined ? undefined : await findTask(ctx, projectId, name, 'task_id');
    // Status changes are left out: the agent sees them on the task, and every line costs tokens.
    const notes = await listNotes(
      ctx,
      { id: projectId, limit: limit ?? 20, ...(taskId === undefined ? {} : { task_id: taskId }) },
      { withLines: false },
    );
    const lines = notes.map(
      ({ id, type, body, author, pinned }) =>
        `${id} ${noteLine({ number: null, type, body, author: author.name, pinned }, 200)}`,
    );
    const { text } = composePage(lines, BUDGET_DEFAULT, (shown) =>
      shown === lines.length && notes.length < (limit ?? 20)
        ? undefined
        : '(older ones are left out; search_notes finds them)',
    );
    return { text: lines.length === 0 ? 'No notes.' : text, data: notes };
  },
  search_notes(ctx, projectId, sent) {
    const { query, q } = parseValue(Query, sent ?? {});
    const words = parseValue(z.object({ query: z.string().min(1).max(200) }), { query: query ?? q });
    return answerPlanRead(ctx, projectId, { q: words.query });
  },
};

/** Tool names of older clients: answered, but not listed. */
export const readOlderName = (name: string): Older | undefined =>
  Object.hasOwn(OLDER, name) ? OLDER[name] : undefined;
