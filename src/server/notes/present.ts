import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { NoteRow } from './note-row.ts';

export function presentNote(row: NoteRow): Note {
  return {
    id: row.id as Id,
    project_id: row.projectId as Id,
    task_id: row.taskId as Id | null,
    type: row.type,
    body: row.body,
    author: row.author,
    is_broadcast: row.isBroadcast,
    pinned: row.pinned,
    by_holder: row.byHolder,
    question_id: row.questionId as Id | null,
    work: row.work,
    supersedes_id: row.supersedesId as Id | null,
    superseded_by_id: row.supersededById as Id | null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}
