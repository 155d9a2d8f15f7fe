import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { Tx } from '#server/platform/db/client.ts';

type WholeNote = Omit<Note, 'deleted_at' | 'project_id'>;

/** Bulk insert of complete notes, times and authors included, into a new project; without an event for each. */
export const insertNotes = (tx: Tx, projectId: Id, added: readonly WholeNote[]): Promise<void> =>
  insertNoteRows(tx, projectId, JSON.stringify(added));

/** The same for notes that are JSON already: the text of a large import is passed on unparsed. */
export async function insertNoteRows(tx: Tx, projectId: Id, json: string): Promise<void> {
  await tx.execute(sql`
    insert into notes (id, project_id, task_id, type, body, author, is_broadcast, pinned, by_holder,
      question_id, work, created_at, updated_at)
    select s.id, ${projectId}, s.task_id, s.type, s.body, s.author, s.is_broadcast, s.pinned, s.by_holder,
      s.question_id, nullif(s.work, 'null'), s.created_at, s.updated_at
    from jsonb_to_recordset(${json}::jsonb) as s (id uuid, task_id uuid, type text, body text, author jsonb,
      is_broadcast boolean, pinned boolean, by_holder boolean, question_id uuid, work jsonb, created_at timestamptz, updated_at timestamptz)`);
}

/** A note may reference a later one: links are set after all were inserted. */
export async function linkNoteRows(tx: Tx, projectId: Id, json: string): Promise<void> {
  await tx.execute(sql`
    update notes set supersedes_id = s.supersedes_id, superseded_by_id = s.superseded_by_id
    from jsonb_to_recordset(${json}::jsonb) as s (id uuid, supersedes_id uuid, superseded_by_id uuid)
    where notes.id = s.id and notes.project_id = ${projectId}`);
}
