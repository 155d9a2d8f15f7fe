import type { Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import type { ToolInput } from '#contract/tools.ts';
import { addNote } from '#server/notes/index.ts';
import { readTaskRef } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Answer } from '../run-tool.ts';

const TYPES: Record<ToolInput<'note'>['type'], NoteType> = {
  progress: 'PROGRESS',
  finding: 'FINDING',
  context: 'CONTEXT',
  files: 'FILE_LIST',
};

/** Keeps a note for whoever comes next. */
export async function answerNote(ctx: Context, projectId: Id, input: ToolInput<'note'>): Promise<Answer> {
  const { type, body, task, pin, supersedes } = input;
  const note = await addNote(
    ctx,
    {
      id: projectId,
      type: TYPES[type],
      body,
      ...(pin === undefined ? {} : { pinned: pin }),
      ...(supersedes === undefined ? {} : { supersedes_id: supersedes }),
    },
    task === undefined ? undefined : readTaskRef(task, 'task'),
  );
  return { text: `Note ${note.id}${pin === true ? ', pinned' : ''}.`, data: note };
}
