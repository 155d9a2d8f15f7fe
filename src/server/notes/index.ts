export { listNotes } from './queries.ts';
export { addNoteRoutes } from './routes.ts';
