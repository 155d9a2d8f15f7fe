import type { Note } from '#contract/note.ts';

/** The version an edit is based on. */
export type SeenText = Pick<Note, 'type' | 'body' | 'updated_at'>;

/** Whether the note still has the text the edit is based on: one's own earlier edit changes only the date. */
export const isSeen = (seen: SeenText | undefined, now: SeenText) =>
  seen !== undefined &&
  (seen.updated_at === now.updated_at || (seen.type === now.type && seen.body.trim() === now.body.trim()));
