import * as contract from '#contract/note.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { addNote } from './add-note.ts';
import { deleteNote, undeleteNote } from './delete-note.ts';
import { listNotes } from './queries.ts';
import { updateNote } from './update-note.ts';

export function addNoteRoutes(mount: Mount): void {
  mount(contract.listNotes, (ctx, input) => listNotes(ctx, input));
  mount(contract.addNote, addNote);
  mount(contract.updateNote, updateNote);
  mount(contract.deleteNote, deleteNote);
  mount(contract.undeleteNote, undeleteNote);
}
