import type { Note } from '#contract/note.ts';

/** What a writer had before their eyes when they began. */
export type SeenText = Pick<Note, 'type' | 'body' | 'updated_at'>;

/** Whether a note still says what its writer saw. The answer to an earlier edit of theirs changes only its date. */
export const isSeen = (seen: SeenText | undefined, now: SeenText) =>
  seen !== undefined &&
  (seen.updated_at === now.updated_at || (seen.type === now.type && seen.body.trim() === now.body.trim()));
