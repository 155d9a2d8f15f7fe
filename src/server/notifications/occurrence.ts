import type { Id } from '#contract/fields.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import type { OccurrenceKind } from '#server/platform/db/tables/index.ts';

/** Something that happened in a project and that people may want to be told of. */
export interface Occurrence {
  kind: OccurrenceKind;
  projectId: Id;
  /** The number of its event in the project's feed: with the kind it identifies the occurrence. */
  seq: number;
  at: Date;
  taskId: Id | null;
  taskNumber: number | null;
  taskTitle: string | null;
  agent: string | null;
  /** What was asked, why it is blocked, or what came out. */
  text: string;
}

/** The switch of each kind of occurrence. */
export const KIND_OF: Readonly<Record<OccurrenceKind, NotificationKind>> = {
  asked: 'needs_you',
  blocked: 'needs_you',
  stopped: 'agent_stopped',
  plan_finished: 'plan_finished',
  run_ended: 'run_ended',
};
