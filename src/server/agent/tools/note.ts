import { z } from 'zod';
import { BatonToken, Id } from '#contract/fields.ts';
import type { Note, NoteType } from '#contract/note.ts';
import { WORK_FIELDS } from '#contract/proof.ts';
import { NOTE_BODY, NOTE_KIND, TaskName } from '#contract/tools.ts';
import { addNote, placeOf } from '#server/notes/index.ts';
import { noteUsual, readTaskRef, withToken } from '#server/plan/index.ts';
import type { Context, Holding } from '#server/platform/context.ts';
import { type Answer, type UsualAnswer, defineTool, writing } from '../tool.ts';

const Input = z.strictObject({
  type: NOTE_KIND,
  body: NOTE_BODY,
  task: TaskName.optional(),
  pin: z.boolean().optional(),
  supersedes: Id.optional(),
  ...WORK_FIELDS,
  baton: BatonToken.optional(),
});
type Input = z.infer<typeof Input>;

const TYPES: Record<Input['type'], NoteType> = {
  progress: 'PROGRESS',
  finding: 'FINDING',
  context: 'CONTEXT',
  files: 'FILE_LIST',
};

/** Fast path for a note that supersedes no other. Without a task it belongs to the one the caller holds. */
async function answerUsual(ctx: Context, projectId: Id, input: Input): Promise<UsualAnswer | undefined> {
  const { type, body, task, pin = false, supersedes } = input;
  if (supersedes !== undefined) return undefined;
  const kept = await noteUsual(withToken(ctx, input.baton), projectId, {
    type: TYPES[type],
    body,
    pinned: pin,
    work: placeOf(input),
    about: task === undefined ? undefined : readTaskRef(task, 'task'),
  });
  return kept && { answer: sayNote(kept.note), held: kept.held };
}

const sayNote = (note: Note): Answer => ({ text: `Note ${note.id}${note.pinned ? ', pinned' : ''}.`, data: note });

async function answerNote(ctx: Context, projectId: Id, input: Input, held: Holding | undefined): Promise<Answer> {
  const { type, body, task, pin, supersedes, commit, branch, pr } = input;
  // Without a task the note belongs to the one the caller holds.
  const about = task === undefined ? held && { id: held.taskId } : readTaskRef(task, 'task');
  const note = await addNote(
    ctx,
    {
      id: projectId,
      type: TYPES[type],
      body,
      ...(pin === undefined ? {} : { pinned: pin }),
      ...(supersedes === undefined ? {} : { supersedes_id: supersedes }),
      ...(commit === undefined ? {} : { commit }),
      ...(branch === undefined ? {} : { branch }),
      ...(pr === undefined ? {} : { pr }),
    },
    about,
  );
  return sayNote(note);
}

export const noteTool = defineTool({
  name: 'note',
  description: 'Note on your task, another or the project.',
  annotations: writing('Add note'),
  input: Input,
  untaught: ['branch', 'commit', 'pr', 'supersedes'],
  answer: answerNote,
  answerUsual,
});
