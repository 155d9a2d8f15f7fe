import type { PlanDraft as Draft } from '#contract/plan-draft.ts';
import { PlanDraft } from '#contract/plan-draft.ts';
import type { Id } from '#contract/fields.ts';
import type { Reading } from '#contract/requirement.ts';
import { type Snapshot, settlePlan } from '#server/plan/index.ts';

/** Parses and validates a draft, or returns its problems, for the log. */
export function validateDraft(
  value: unknown,
  { requirements }: Pick<Reading, 'requirements'>,
): { draft: Draft } | { faults: string[] } {
  const parsed = PlanDraft.safeParse(value);
  if (!parsed.success)
    return { faults: parsed.error.issues.slice(0, 20).map(({ path, message }) => `${path.join('.')}: ${message}`) };
  const draft = parsed.data;
  const faults = [...findDangling(draft, requirements)];
  if (faults.length > 0) return { faults: faults.slice(0, 20) };
  const { issues } = settlePlan(asSnapshot(draft));
  if (issues.length > 0) return { faults: issues.slice(0, 20).map(({ path, message }) => `${path}: ${message}`) };
  return { draft };
}

function* findDangling({ lists, tasks }: Draft, requirements: Reading['requirements']): Generator<string> {
  const known = new Set(requirements.map(({ id }) => id));
  const listKeys = new Set(lists.map(({ key }) => key));
  const taskKeys = new Set(tasks.map(({ key }) => key));
  if (listKeys.size < lists.length || taskKeys.size < tasks.length) yield 'a key is there twice';
  for (const { key, parent } of lists)
    if (parent !== null && !taskKeys.has(parent)) yield `list ${key} breaks down ${parent}, which is no task`;
  for (const task of tasks) {
    if (!listKeys.has(task.list)) yield `task ${task.key} stands in ${task.list}, which is no list`;
    for (const other of task.depends_on)
      if (!taskKeys.has(other) || other === task.key)
        yield `task ${task.key} waits for ${other}, which is no other task`;
    for (const id of new Set([...task.requirement_ids, ...task.checks.flatMap((check) => check.requirement_ids)]))
      if (!known.has(id)) yield `task ${task.key} answers ${id}, which is no requirement`;
  }
}

/** As a snapshot with keys for ids, so that the rules for trees and cycles are written once. */
function asSnapshot({ lists, tasks }: Draft): Snapshot {
  const now = new Date(0).toISOString();
  const listId = (key: string) => `list ${key}` as Id;
  const taskId = (key: string) => `task ${key}` as Id;
  return {
    version: 1,
    task_lists: lists.map(({ key, parent, name }) => ({
      id: listId(key),
      parent_task_id: parent === null ? null : taskId(parent),
      name,
      operational_brief: '',
      depth: 0,
      created_at: now,
    })),
    tasks: tasks.map((task, place) => ({
      id: taskId(task.key),
      task_list_id: listId(task.list),
      number: place + 1,
      title: task.title,
      description: '',
      checks: [],
      prd_start_line: task.prd_lines?.start ?? null,
      prd_end_line: task.prd_lines?.end ?? null,
      status: 'open',
      order_in_parent: place + 1,
      level: 0,
      is_completed: false,
      completed_at: null,
      created_at: now,
    })),
    dependencies: tasks.flatMap(({ key, depends_on }) =>
      [...new Set(depends_on)].map((other) => ({ task_id: taskId(key), depends_on_id: taskId(other) })),
    ),
    note_ids: [],
  };
}
