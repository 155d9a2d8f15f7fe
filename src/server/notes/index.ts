export { addNote } from './add-note.ts';
export { insertNotes } from './insert-notes.ts';
export { listAllNotes, listNotes } from './queries.ts';
export { addNoteRoutes } from './routes.ts';
export { writeNote } from './write-note.ts';
