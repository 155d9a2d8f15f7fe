import {
  NOTE_BODY_MAX,
  OPERATIONAL_BRIEF_MAX,
  PROJECT_NAME_MAX,
  TASK_CHECKS_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TREE_DEPTH_MAX,
} from '#contract/constants.ts';
import { Timestamp, requiredText, text } from '#contract/fields.ts';
import { NoteType } from '#contract/note.ts';
import { Check, createTask } from '#contract/task.ts';
import type { DraftNote, DraftTask, PlanDraft } from '#server/plan/transfer/formats/draft.ts';

const Title = createTask.body.shape.title;

/** For tests: everything about a draft that the plan's own rules would refuse. */
export function draftFaults(draft: PlanDraft): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const tasks: { task: DraftTask; above: DraftTask[] }[] = [];
  const walk = (task: DraftTask, above: DraftTask[]) => {
    tasks.push({ task, above });
    for (const child of task.children) walk(child, [...above, task]);
  };
  const checkNote = (note: DraftNote) => {
    must(NoteType.safeParse(note.type).success, 'note type');
    must(note.body.trim() !== '' && text(NOTE_BODY_MAX).safeParse(note.body).success, 'note body');
    must(Timestamp.optional().safeParse(note.created_at).success, 'note date');
  };

  must(requiredText(PROJECT_NAME_MAX).optional().safeParse(draft.name).success, 'name');
  for (const list of draft.lists) {
    must(requiredText(TASK_LIST_NAME_MAX).safeParse(list.name).success, 'list name');
    must(text(OPERATIONAL_BRIEF_MAX).safeParse(list.brief).success, 'brief');
    for (const task of list.tasks) walk(task, []);
  }
  draft.notes.forEach(checkNote);

  const byKey = new Map(tasks.map((entry) => [entry.task.key, entry]));
  must(byKey.size === tasks.length, 'keys repeat');
  for (const { task, above } of tasks) {
    must(Title.safeParse(task.title).success, `title ${JSON.stringify(task.title)}`);
    must(text(TASK_DESCRIPTION_MAX).safeParse(task.description).success, 'description');
    must(task.checks.length <= TASK_CHECKS_MAX, 'too many checks');
    must(
      task.checks.every((check) => Check.safeParse(check).success),
      'check',
    );
    must(above.length < TREE_DEPTH_MAX, 'depth');
    must(Timestamp.optional().safeParse(task.created_at).success, 'created_at');
    must(Timestamp.optional().safeParse(task.completed_at).success, 'completed_at');
    must(task.status === 'done' || task.completed_at === undefined, 'completed but open');
    must(new Set(task.dependsOn).size === task.dependsOn.length, 'dependency repeats');
    must(
      task.dependsOn.every((key) => byKey.has(key)),
      'dependency leads nowhere',
    );
    task.notes.forEach(checkNote);
    if (task.children.length > 0) {
      const isDone = task.children.every((child) => child.status === 'done');
      must((task.status === 'done') === isDone, 'a parent has a status of its own');
    }
  }
  must(canAllBeDone(tasks.map((entry) => entry.task)), 'some task waits for itself');
  return faults;
}

/** Does tasks one after another as an agent would: a task when nothing below it and nothing it waits for is left. */
function canAllBeDone(tasks: readonly DraftTask[]): boolean {
  const waiting = new Map<string, string[]>();
  const left = new Map<string, number>();
  for (const task of tasks) {
    const before = [...task.dependsOn, ...task.children.map((child) => child.key)];
    left.set(task.key, before.length);
    for (const key of before) {
      const known = waiting.get(key);
      if (known === undefined) waiting.set(key, [task.key]);
      else known.push(task.key);
    }
  }
  const ready = [...left].flatMap(([key, count]) => (count === 0 ? [key] : []));
  for (const key of ready) {
    for (const other of waiting.get(key) ?? []) {
      const count = (left.get(other) ?? 0) - 1;
      left.set(other, count);
      if (count === 0) ready.push(other);
    }
  }
  return ready.length === tasks.length;
}
