import { getColumns } from 'drizzle-orm';
import { notes } from '#server/platform/db/tables/index.ts';

/** Without the words of the search, which nobody shows. */
const { words: _words, ...columns } = getColumns(notes);
export const noteColumns = columns;
export type NoteRow = Omit<typeof notes.$inferSelect, 'words'>;
