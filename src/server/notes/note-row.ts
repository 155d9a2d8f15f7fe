import { getColumns } from 'drizzle-orm';
import { notes } from '#server/platform/db/tables/index.ts';

export const noteColumns = getColumns(notes);
export type NoteRow = typeof notes.$inferSelect;
