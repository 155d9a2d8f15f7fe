import type { NoteType } from '#contract/note.ts';
import type { ImportLine } from '#contract/transfer.ts';

export interface DraftNote {
  type: NoteType;
  body: string;
  created_at?: string;
}

export interface DraftTask {
  /** Unique in its draft; `dependsOn` speaks in these. */
  key: string;
  title: string;
  description: string;
  checks: { text: string; met: boolean }[];
  status: 'open' | 'done';
  notes: DraftNote[];
  dependsOn: string[];
  children: DraftTask[];
  /** The operational brief of its child list. */
  brief?: string;
  created_at?: string;
  completed_at?: string;
}

export interface DraftList {
  name: string;
  brief: string;
  tasks: DraftTask[];
}

/** A plan read from another tool's files, in Baton's terms and within its limits. */
export interface PlanDraft {
  name: string | undefined;
  description: string | undefined;
  lists: DraftList[];
  notes: DraftNote[];
}

export interface ReadResult {
  draft: PlanDraft;
  lines: ImportLine[];
}
