import * as contract from '#contract/note.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { deleteNote, undeleteNote } from './delete-note.ts';
import { listNotes } from './queries.ts';
import { updateNote } from './update-note.ts';

/** Without the one that adds a note: that depends on the baton its writer holds, so the plan has it. */
export function addNoteRoutes(mount: Mount): void {
  mount(contract.listNotes, (ctx, input) => listNotes(ctx, input));
  mount(contract.updateNote, updateNote);
  mount(contract.deleteNote, deleteNote);
  mount(contract.undeleteNote, undeleteNote);
}
