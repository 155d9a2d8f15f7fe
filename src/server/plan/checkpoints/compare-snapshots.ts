import type { CheckpointDiff } from '#contract/checkpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Snapshot, SnapshotList, SnapshotTask } from './snapshot.ts';

type Change = CheckpointDiff['changes'][number];

/** The diff of two snapshots: lists first, then tasks, then dependencies. */
export function compareSnapshots(then: Snapshot, now: Snapshot): Change[] {
  const listNames = new Map([...then.task_lists, ...now.task_lists].map((list) => [list.id, list.name]));
  const taskNames = new Map([...then.tasks, ...now.tasks].map((task) => [task.id, labelOf(task)]));
  const listOf = (id: Id) => listNames.get(id) ?? 'another list';
  return [
    ...compareRows('task_list', then.task_lists, now.task_lists, (list) => list.name, compareLists),
    ...compareRows('task', then.tasks, now.tasks, labelOf, (a, b) => compareTasks(a, b, listOf)),
    ...compareDependencies(then, now, (id) => taskNames.get(id) ?? 'a task'),
  ];
}

const labelOf = (task: SnapshotTask) => `T${task.number} ${task.title}`;

function compareRows<T extends { id: Id }>(
  what: Change['what'],
  then: readonly T[],
  now: readonly T[],
  label: (row: T) => string,
  compare: (then: T, now: T) => string[],
): Change[] {
  const before = new Map(then.map((row) => [row.id, row]));
  const after = new Map(now.map((row) => [row.id, row]));
  const changes: Change[] = [];
  for (const row of now) {
    const old = before.get(row.id);
    if (old === undefined) changes.push({ kind: 'added', what, id: row.id, label: label(row), details: [] });
    const details = old === undefined ? [] : compare(old, row);
    if (details.length > 0) changes.push({ kind: 'changed', what, id: row.id, label: label(row), details });
  }
  for (const row of then)
    if (!after.has(row.id)) changes.push({ kind: 'removed', what, id: row.id, label: label(row), details: [] });
  return changes;
}

function compareLists(a: SnapshotList, b: SnapshotList): string[] {
  const details: string[] = [];
  if (a.name !== b.name) details.push(`name: ${a.name} → ${b.name}`);
  if (a.operational_brief !== b.operational_brief) details.push('operational brief');
  if (a.parent_task_id !== b.parent_task_id) details.push('moved');
  // Root lists are ordered by creation time.
  else if (a.parent_task_id === null && Date.parse(a.created_at) !== Date.parse(b.created_at))
    details.push('place among the lists');
  return details;
}

function compareTasks(a: SnapshotTask, b: SnapshotTask, listOf: (id: Id) => string): string[] {
  const details: string[] = [];
  if (a.title !== b.title) details.push(`title: ${a.title} → ${b.title}`);
  if (a.status !== b.status) details.push(`status: ${a.status} → ${b.status}`);
  if (a.description !== b.description) details.push('description');
  if (JSON.stringify(a.checks) !== JSON.stringify(b.checks)) details.push('checks');
  if (a.prd_start_line !== b.prd_start_line || a.prd_end_line !== b.prd_end_line) details.push('PRD lines');
  if (a.task_list_id !== b.task_list_id) details.push(`list: ${listOf(a.task_list_id)} → ${listOf(b.task_list_id)}`);
  else if (a.order_in_parent !== b.order_in_parent) details.push('place among its siblings');
  return details;
}

function compareDependencies(then: Snapshot, now: Snapshot, name: (id: Id) => string): Change[] {
  const key = (each: { task_id: Id; depends_on_id: Id }) => `${each.task_id} ${each.depends_on_id}`;
  const before = new Set(then.dependencies.map(key));
  const after = new Set(now.dependencies.map(key));
  const show = (kind: Change['kind'], each: { task_id: Id; depends_on_id: Id }): Change => ({
    kind,
    what: 'dependency',
    id: each.task_id,
    label: `${name(each.task_id)} waits for ${name(each.depends_on_id)}`,
    details: [],
  });
  return [
    ...now.dependencies.filter((each) => !before.has(key(each))).map((each) => show('added', each)),
    ...then.dependencies.filter((each) => !after.has(key(each))).map((each) => show('removed', each)),
  ];
}
