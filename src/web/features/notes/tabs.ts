import type { NoteType } from '#contract/note.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import type { NoteCount } from '#contract/plan.ts';

export type NotesTab = 'all' | 'progress' | 'files' | 'findings' | 'context';
export type NotesSort = 'newest' | 'oldest';

/** In the order of the shortcuts 1 to 5. A type without a tab is listed under All only. */
export const TABS: readonly { value: NotesTab; label: string; type: NoteType | undefined }[] = [
  { value: 'all', label: NOTE_TEXTS.tabs.all, type: undefined },
  { value: 'progress', label: NOTE_TEXTS.tabs.PROGRESS, type: 'PROGRESS' },
  { value: 'files', label: NOTE_TEXTS.tabs.FILE_LIST, type: 'FILE_LIST' },
  { value: 'findings', label: NOTE_TEXTS.tabs.FINDING, type: 'FINDING' },
  { value: 'context', label: NOTE_TEXTS.tabs.CONTEXT, type: 'CONTEXT' },
];

export const typeOf = (tab: NotesTab) => TABS.find(({ value }) => value === tab)?.type;
export const labelOf = (tab: NotesTab) => TABS.find(({ value }) => value === tab)?.label ?? '';

export function countTabs(counts: readonly NoteCount[], taskId: string | undefined): Record<NotesTab, number> {
  const sums: Record<NotesTab, number> = { all: 0, progress: 0, files: 0, findings: 0, context: 0 };
  for (const { task_id, type, count } of counts) {
    if (taskId !== undefined && task_id !== taskId) continue;
    sums.all += count;
    const tab = TABS.find((each) => each.type === type)?.value;
    if (tab) sums[tab] += count;
  }
  return sums;
}
