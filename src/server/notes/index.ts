export { addNote } from './add-note.ts';
export { insertNotes } from './insert-notes.ts';
export { listAllNotes, listNotes, requireNote } from './queries.ts';
export { addNoteRoutes } from './routes.ts';
export { type NewNote, writeNote } from './write-note.ts';
export { updateNote } from './update-note.ts';
