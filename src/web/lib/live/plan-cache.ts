import type { EventDataOf, FeedEvent } from '#contract/events.ts';
import type { Note, NoteType } from '#contract/note.ts';
import type { Project } from '#contract/project.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { countKey, dependencyKey, GONE, type PlanData } from './plan-data.ts';
import { editPlan, type PlanEditor } from './plan-editor.ts';

/**
 * Applies events to the plan in one pass. Idempotent: events it already contains are skipped. After a `plan.replaced` or
 * `plan.drafted` nothing more is applied, because the plan has to be fetched again.
 */
export function applyEvents(data: PlanData, events: readonly FeedEvent[]): PlanData {
  const plan = editPlan(data);
  for (const event of events) {
    if (plan.replacedAt !== undefined) break;
    if (event.seq <= plan.seq) continue;
    plan.seq = event.seq;
    applyEvent(plan, event);
  }
  return plan.close();
}

function applyEvent(plan: PlanEditor, event: FeedEvent) {
  switch (event.type) {
    case 'task.created':
    case 'task.updated':
    case 'task.deleted':
      if (isNews(plan, event.data)) putTask(plan, event.data);
      return;
    case 'task.patched':
      patchTask(plan, event.data);
      return;
    case 'task_list.created':
    case 'task_list.updated':
    case 'task_list.deleted':
      if (isNews(plan, event.data)) putList(plan, event.data);
      return;
    case 'tasks.reordered':
      for (const { id, order_in_parent } of event.data.orders) {
        const task = plan.tasks.get(id);
        if (task) plan.tasks.put(id, { ...task, order_in_parent });
      }
      return;
    case 'dependency.added':
      plan.dependencies.put(dependencyKey(event.data), event.data);
      return;
    case 'dependency.removed':
      plan.dependencies.remove(dependencyKey(event.data));
      return;
    case 'baton.taken':
    case 'baton.renewed':
      plan.batons.put(event.data.slot, event.data);
      return;
    case 'baton.released':
      if (plan.batons.get(event.data.slot)?.task_id === event.data.task_id) plan.batons.remove(event.data.slot);
      return;
    case 'note.created':
    case 'note.updated':
    case 'note.deleted':
      countNote(plan, event.type, event.data);
      return;
    case 'project.updated':
    case 'project.deleted':
      noteEdits(plan, event);
      plan.project = { ...plan.project, ...event.data };
      return;
    case 'prd.updated':
      plan.project = { ...plan.project, prdWorkLines: event.data.work_lines };
      return;
    case 'plan.replaced':
    case 'plan.drafted':
      plan.replacedAt = event.seq;
      return;
    default:
    // The others accompany a row's own event as text for people, or are not about the plan.
  }
}

/** Only fields that differ: an answer to a change of ours has brought its values before the feed tells them. */
function noteEdits(plan: PlanEditor, { data, actor: by, created_at: at }: FeedEvent & { data: Project }) {
  const known: Partial<Record<string, unknown>> = plan.project;
  for (const [field, value] of Object.entries(data))
    if (known[field] !== value) plan.projectEdits.put(field, { by, at });
}

/** A patch of an unknown row is skipped: the event that brings the row has all its fields. */
function patchTask(plan: PlanEditor, { id, ...patch }: EventDataOf<'task.patched'>) {
  const known = plan.tasks.get(id);
  if (!known) return;
  const next: Task = Object.assign({ ...known }, patch);
  if (isNews(plan, next)) putTask(plan, next);
}

/** Whether an event is newer than the row an answer has already brought. */
function isNews(plan: PlanEditor, row: Task | TaskList) {
  const answered = plan.ahead.get(row.id);
  if (answered === undefined) return true;
  if (row.updated_at < answered && !(answered === GONE && row.deleted_at !== null)) return false;
  plan.ahead.remove(row.id);
  return true;
}

export function putTask(plan: PlanEditor, task: Task) {
  const known = plan.tasks.get(task.id);
  if (task.deleted_at !== null) {
    plan.tasks.remove(task.id);
    return;
  }
  plan.tasks.put(task.id, task);
  if (!known || known.title === task.title) return;
  for (const list of plan.lists.values())
    if (list.parent_task?.id === task.id)
      plan.lists.put(list.id, { ...list, parent_task: { id: task.id, title: task.title } });
}

export function putList(plan: PlanEditor, list: TaskList) {
  const known = plan.lists.get(list.id);
  if (list.deleted_at !== null) {
    plan.lists.remove(list.id);
    return;
  }
  plan.lists.put(list.id, list);
  if (!known || known.name === list.name) return;
  for (const task of plan.tasks.values())
    if (task.task_list_id === list.id) plan.tasks.put(task.id, { ...task, task_list_name: list.name });
}

function countNote(plan: PlanEditor, type: 'note.created' | 'note.updated' | 'note.deleted', note: Note) {
  if (note.is_broadcast) return;
  const isGone = type === 'note.deleted' || note.deleted_at !== null;
  const before = type === 'note.created' ? undefined : (plan.noteTypes.get(note.id) ?? note.type);
  if (isGone) plan.noteTypes.remove(note.id);
  else plan.noteTypes.put(note.id, note.type);
  const after = isGone ? undefined : note.type;
  if (before === after) return;
  if (before) count(plan, note.task_id, before, -1);
  if (after) count(plan, note.task_id, after, 1);
}

function count(plan: PlanEditor, taskId: Note['task_id'], type: NoteType, by: number) {
  const key = countKey(taskId, type);
  const next = (plan.noteCounts.get(key)?.count ?? 0) + by;
  if (next > 0) plan.noteCounts.put(key, { task_id: taskId, type, count: next });
  else plan.noteCounts.remove(key);
}
