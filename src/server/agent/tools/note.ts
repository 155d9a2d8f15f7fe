import { z } from 'zod';
import { BatonToken, Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import { WORK_FIELDS } from '#contract/proof.ts';
import { NOTE_BODY, NOTE_KIND, TaskName } from '#contract/tools.ts';
import { addNote } from '#server/notes/index.ts';
import { readTaskRef } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Holding } from '../look-up.ts';
import { type Answer, defineTool, writing } from '../tool.ts';

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

/** Keeps a note for whoever comes next. */
async function answerNote(ctx: Context, projectId: Id, input: Input, held: Holding | undefined): Promise<Answer> {
  const { type, body, task, pin, supersedes, commit, branch, pr } = input;
  // A holder that names no task means the one it holds.
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
  return { text: `Note ${note.id}${pin === true ? ', pinned' : ''}.`, data: note };
}

export const noteTool = defineTool({
  name: 'note',
  description: 'Note on your task, another or the project.',
  annotations: writing('Add note'),
  input: Input,
  untaught: ['branch', 'commit', 'pr', 'supersedes'],
  answer: answerNote,
});
