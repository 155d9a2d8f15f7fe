import { eq } from 'drizzle-orm';
import type { Note } from '#contract/note.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { notes } from '#server/platform/db/tables/index.ts';

/** Rows per statement, far from the number of values one may carry. */
const BATCH = 500;

/** Writes whole notes, times and authors included, for a project that is being imported; nobody is told of each. */
export async function insertNotes(tx: Tx, added: readonly Omit<Note, 'deleted_at'>[]): Promise<void> {
  // A note may point at one that comes later: the links are made when all are there.
  for (let done = 0; done < added.length; done += BATCH)
    await tx.insert(notes).values(
      added.slice(done, done + BATCH).map((note) => ({
        id: note.id,
        projectId: note.project_id,
        taskId: note.task_id,
        type: note.type,
        body: note.body,
        author: note.author,
        isBroadcast: note.is_broadcast,
        pinned: note.pinned,
        work: note.work,
        createdAt: new Date(note.created_at),
        updatedAt: new Date(note.updated_at),
      })),
    );
  const linked = added.filter((note) => note.supersedes_id !== null || note.superseded_by_id !== null);
  for (const note of linked)
    await tx
      .update(notes)
      .set({ supersedesId: note.supersedes_id, supersededById: note.superseded_by_id })
      .where(eq(notes.id, note.id));
}
