import { z } from 'zod';
import { NOTES_PAGE, NOTE_BODY_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { BatonToken, EventActor, Id, Timestamp, text } from './fields.ts';
import { WORK_FIELDS, WorkPlace } from './proof.ts';

export const NoteType = z.enum(['PROGRESS', 'FINDING', 'FILE_LIST', 'CONTEXT', 'OTHER']);
export type NoteType = z.infer<typeof NoteType>;

export const Note = z.object({
  id: Id,
  project_id: Id,
  task_id: Id.nullable(),
  type: NoteType,
  body: z.string(),
  author: EventActor,
  is_broadcast: z.boolean().meta({ description: 'Written by Baton itself about an event, such as a change of status' }),
  pinned: z.boolean(),
  by_holder: z.boolean().meta({ description: 'Its author held the baton of its task when it was written' }),
  question_id: Id.nullable().meta({
    description: 'The note with an agent’s question: its own id on that note, and on the answer the id of that note',
  }),
  work: WorkPlace.nullable().meta({ description: 'Where the work it tells of is' }),
  supersedes_id: Id.nullable(),
  superseded_by_id: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Note = z.infer<typeof Note>;

const NotePath = z.strictObject({ id: Id });
const NoteBody = text(NOTE_BODY_MAX).refine((body) => body.trim() !== '', 'must not be empty');

export const listNotes = endpoint({
  id: 'listNotes',
  method: 'GET',
  path: '/api/projects/:id/notes',
  access: 'caller',
  summary: 'The project’s notes, newest first, among them a line for each change of status that is still told of',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({
    task_id: Id.optional(),
    limit: z.coerce.number().int().min(1).max(NOTES_PAGE).optional(),
    cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
    before: Id.optional().meta({ description: 'The last note of the page before: go on with older ones' }),
  }),
  answer: z.array(Note),
  errors: ['NOT_FOUND'],
});

export const addNote = endpoint({
  id: 'addNote',
  method: 'POST',
  path: '/api/projects/:id/notes',
  access: 'caller',
  summary: 'Write a note about the project or one of its tasks; it may replace an older one',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({
    type: NoteType,
    body: NoteBody,
    task_id: Id.optional(),
    pinned: z.boolean().optional(),
    supersedes_id: Id.optional(),
    ...WORK_FIELDS,
    baton: BatonToken.optional().meta({ description: 'Of the task it belongs to where none is named' }),
  }),
  answer: Note,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const updateNote = endpoint({
  id: 'updateNote',
  method: 'PATCH',
  path: '/api/notes/:id',
  access: 'caller',
  summary: 'Change a note’s text or type, pin or unpin it',
  params: NotePath,
  body: z.strictObject({
    type: NoteType.optional(),
    body: NoteBody.optional(),
    pinned: z.boolean().optional(),
    base_updated_at: Timestamp.optional(),
  }),
  answer: Note,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const deleteNote = endpoint({
  id: 'deleteNote',
  method: 'DELETE',
  path: '/api/notes/:id',
  access: 'caller',
  summary: 'Take a note out of sight; it can be brought back',
  params: NotePath,
  answer: Note,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const undeleteNote = endpoint({
  id: 'undeleteNote',
  method: 'POST',
  path: '/api/notes/:id/undelete',
  access: 'caller',
  summary: 'Bring a deleted note back',
  params: NotePath,
  answer: Note,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
