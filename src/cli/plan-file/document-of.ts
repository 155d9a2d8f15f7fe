import { TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import type { Note, NoteType } from '#contract/note.ts';
import type { Plan } from '#contract/plan.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { type DocumentNote, type DocumentTask, type NoteKind, type PlanDocument, keyOf } from './plan-document.ts';

/** As much of a plan as a file says. */
export type KnownPlan = Pick<Plan, 'task_lists' | 'tasks' | 'dependencies' | 'seq'>;

export const NOTE_KINDS: Readonly<Record<NoteType, NoteKind>> = {
  PROGRESS: 'progress',
  FINDING: 'finding',
  CONTEXT: 'context',
  FILE_LIST: 'files',
  OTHER: 'other',
};

/** What Baton wrote itself, and what was replaced, is history. */
export const isShown = (note: Note): boolean =>
  !note.is_broadcast && note.deleted_at === null && note.superseded_by_id === null;

/** The plan as a document; without notes where they are left out. */
export function documentOf(project: string, plan: KnownPlan, notes: readonly Note[] | undefined): PlanDocument {
  const tasksOf = Map.groupBy(plan.tasks.toSorted(byOrder), ({ task_list_id }) => task_list_id);
  const listBelow = new Map(plan.task_lists.map((list) => [list.parent_task_id ?? '', list]));
  const numberOf = new Map(plan.tasks.map(({ id, number }) => [id, number]));
  const waits = Map.groupBy(plan.dependencies, ({ task_id }) => task_id);
  const notesOf = Map.groupBy((notes ?? []).filter(isShown), ({ task_id }) => task_id ?? '');

  const tasksIn = (list: TaskList | undefined): DocumentTask[] =>
    list === undefined ? [] : (tasksOf.get(list.id) ?? []).map(shown);
  const shown = (task: Task): DocumentTask => {
    const below = listBelow.get(task.id);
    const after = (waits.get(task.id) ?? []).flatMap(({ depends_on_id }) => numberOf.get(depends_on_id) ?? []);
    return {
      line: 0,
      number: task.number,
      title: task.title,
      state: task.status,
      description: task.description,
      checks: task.checks.map(({ text, met }) => ({ text, met })),
      after: after.toSorted((a, b) => a - b).map((number) => `T${number}`),
      requirements: task.requirement_ids,
      blocked: task.blocked_reason ?? '',
      notes: (notesOf.get(task.id) ?? []).toSorted(byAge).map(shownNote),
      steps: { name: ownName(task, below), brief: below?.operational_brief ?? '' },
      children: tasksIn(below),
    };
  };
  return {
    project,
    base: plan.seq,
    hasNotes: notes !== undefined,
    lists: plan.task_lists
      .filter(({ parent_task_id }) => parent_task_id === null)
      .map((list) => ({
        line: 0,
        key: keyOf(list.id),
        name: list.name,
        brief: list.operational_brief,
        tasks: tasksIn(list),
      })),
  };
}

export const byOrder = (one: Task, other: Task): number =>
  one.order_in_parent - other.order_in_parent || one.number - other.number;

const byAge = (one: Note, other: Note): number =>
  one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : one.id < other.id ? -1 : 1;

function shownNote({ id, type, author, created_at, body }: Note): DocumentNote {
  const by = `${author.name.replaceAll(/[()\s]+/g, ' ').trim()}, ${created_at.slice(0, 10)}`;
  return { line: 0, key: keyOf(id), type: NOTE_KINDS[type], by, body };
}

/** A list below a task is called as the task was when it was made; only another name is worth a line. */
function ownName({ title }: Task, list: TaskList | undefined): string | undefined {
  if (list === undefined || list.name === title) return undefined;
  const isCut = title.length > TASK_LIST_NAME_MAX && title.startsWith(list.name.slice(0, TASK_LIST_NAME_MAX / 2));
  return isCut ? undefined : list.name;
}
