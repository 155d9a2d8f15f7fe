export { addNote, placeOf } from './add-note.ts';
export { deleteNote } from './delete-note.ts';
export { insertNoteRows, insertNotes, linkNoteRows } from './insert-notes.ts';
export { listAllLines } from './list-lines.ts';
export { listAllNotes, listNoteIds, listNotes, readNotes, requireNote } from './queries.ts';
export { addNoteRoutes } from './routes.ts';
export { type NewNote, writeNote } from './write-note.ts';
export { updateNote } from './update-note.ts';
