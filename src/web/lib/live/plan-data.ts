import type { NoteType } from '#contract/note.ts';
import type { Baton, NoteCount, Plan } from '#contract/plan.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { Dependency, Task, TaskList } from '#contract/task.ts';

/** What the server has confirmed of a plan. Never changed in place: an event makes a new one. */
export interface PlanData {
  project: ProjectSummary;
  /** The feed's number all of this is true at. */
  seq: number;
  lists: ReadonlyMap<string, TaskList>;
  tasks: ReadonlyMap<string, Task>;
  dependencies: ReadonlyMap<string, Dependency>;
  /** By slot. */
  batons: ReadonlyMap<number, Baton>;
  noteCounts: ReadonlyMap<string, NoteCount>;
  /** An event tells a note's new type only; the old one must be known to count it out. */
  noteTypes: ReadonlyMap<string, NoteType>;
  /** Rows an answer brought before the feed did: older events about them are passed over. */
  ahead: ReadonlyMap<string, string>;
  /** The event that made all of this out of date, until the plan has been read again. */
  replacedAt: number | undefined;
}

/** Stands for the updated_at of a row that was deleted by an answer: every date sorts before it. */
export const GONE = 'gone';

export const dependencyKey = ({ task_id, depends_on_id }: Dependency) => `${task_id} ${depends_on_id}`;
export const countKey = (taskId: string | null, type: NoteType) => `${taskId ?? ''} ${type}`;
const byId = <T extends { id: string }>(rows: readonly T[]) => new Map<string, T>(rows.map((row) => [row.id, row]));

export function planOf(answer: Plan): PlanData {
  return {
    project: answer.project,
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
