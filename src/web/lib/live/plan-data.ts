import type { EventActor } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import type { Baton, NoteCount, Plan } from '#contract/plan.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { Dependency, Task, TaskList } from '#contract/task.ts';

/** Who changed a field of the project, and when. */
export interface ProjectEdit {
  by: EventActor;
  at: string;
}

/** The confirmed state of a plan. Immutable: every event makes a new one. */
export interface PlanData {
  project: ProjectSummary;
  /** The last change of each field of the project since the plan was read, as the feed told it. */
  projectEdits: ReadonlyMap<string, ProjectEdit>;
  /** Number of the last feed event that is contained in all of this. */
  seq: number;
  lists: ReadonlyMap<string, TaskList>;
  tasks: ReadonlyMap<string, Task>;
  dependencies: ReadonlyMap<string, Dependency>;
  /** By slot. */
  batons: ReadonlyMap<number, Baton>;
  noteCounts: ReadonlyMap<string, NoteCount>;
  /** Types of the loaded notes: an event has only the new type, and the old one is needed to decrement its count. */
  noteTypes: ReadonlyMap<string, NoteType>;
  /** `updated_at` of rows that an answer brought before the feed did: older events about them are skipped. */
  ahead: ReadonlyMap<string, string>;
  /** Number of the event that made all of this stale, until the plan is fetched again. */
  replacedAt: number | undefined;
}

/** Stands for the `updated_at` of a row deleted by an answer: sorts after every date. */
export const GONE = 'gone';

export const dependencyKey = ({ task_id, depends_on_id }: Dependency) => `${task_id} ${depends_on_id}`;
export const countKey = (taskId: string | null, type: NoteType) => `${taskId ?? ''} ${type}`;
const byId = <T extends { id: string }>(rows: readonly T[]) => new Map<string, T>(rows.map((row) => [row.id, row]));

export function planOf(answer: Plan): PlanData {
  return {
    project: answer.project,
    projectEdits: new Map(),
    seq: answer.seq,
    lists: byId(answer.task_lists),
    tasks: byId(answer.tasks),
    dependencies: new Map(answer.dependencies.map((each) => [dependencyKey(each), each])),
    batons: new Map(answer.batons.map((each) => [each.slot, each])),
    noteCounts: new Map(answer.note_counts.map((each) => [countKey(each.task_id, each.type), each])),
    noteTypes: new Map(),
    ahead: new Map(),
    replacedAt: undefined,
  };
}
