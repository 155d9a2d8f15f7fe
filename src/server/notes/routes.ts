import * as contract from '#contract/plan.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { listNotes } from './queries.ts';

export function addNoteRoutes(mount: Mount): void {
  mount(contract.listNotes, listNotes);
}
