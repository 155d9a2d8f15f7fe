import type { Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import type { ToolInput } from '#contract/tools.ts';
import { addNote } from '#server/notes/index.ts';
import { readTaskRef } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Holding } from '../arrive.ts';
import type { Answer } from '../tool.ts';

const TYPES: Record<ToolInput<'note'>['type'], NoteType> = {
  progress: 'PROGRESS',
  finding: 'FINDING',
  context: 'CONTEXT',
  files: 'FILE_LIST',
};

/** Keeps a note for whoever comes next. */
export async function answerNote(
  ctx: Context,
  projectId: Id,
  input: ToolInput<'note'>,
  held: Holding | undefined,
): Promise<Answer> {
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
