import type { Id } from '#contract/fields.ts';
import { put } from './draft-checks.ts';
import { findCycleTasks } from './find-cycle-tasks.ts';
import { isFixed } from './judge-task.ts';
import type { Bench, MergeTask } from './sides.ts';
import { type Steps, isTurn } from './take-turns.ts';

/**
 * Adds the draft's new dependencies and removes those it dropped; a person's own stay, unless the tree now contradicts
 * them.
 */
export function* mergeDependencies(bench: Bench, added: ReadonlySet<Id>): Steps<void> {
  const byKey = new Map<string, Id>();
  for (const task of bench.tasks.values()) if (task.origin?.key != null) byKey.set(task.origin.key, task.id);
  const resolve = (key: string) => bench.taskOf.get(key) ?? byKey.get(key);
  const present = new Set(bench.edges.map(nameOf));
  const wanted: Edge[] = [];
  const unwanted = new Set<string>();
  for (const [place, drafted] of bench.theirs.draft.tasks.entries()) {
    if (isTurn(place)) yield;
    const task = bench.tasks.get(bench.taskOf.get(drafted.key) ?? ('' as Id));
    if (task === undefined || task.origin === null) continue;
    const isNew = added.has(task.id);
    if (!isNew && (bench.draftOf.get(task.id) !== drafted || isFixed(bench, task))) continue;
    const base = isNew ? [] : task.origin.depends_on;
    for (const key of drafted.depends_on) {
      const other = resolve(key);
      const edge = { task_id: task.id, depends_on_id: other ?? task.id };
      // One that existed and does not any more was removed by somebody.
      if (other === undefined || other === task.id || base.includes(key) || present.has(nameOf(edge))) continue;
      present.add(nameOf(edge));
      wanted.push(edge);
    }
    for (const key of base) {
      const other = resolve(key);
      if (other !== undefined && !drafted.depends_on.includes(key))
        unwanted.add(nameOf({ task_id: task.id, depends_on_id: other }));
    }
    task.origin.depends_on = [...drafted.depends_on];
  }
  yield;
  bench.edges = bench.edges.filter((edge) => !unwanted.has(nameOf(edge)));
  const drafted = new Set<string>();
  for (const { id, origin } of bench.tasks.values())
    for (const key of origin?.depends_on ?? []) {
      const other = resolve(key);
      if (other !== undefined) drafted.add(nameOf({ task_id: id, depends_on_id: other }));
    }
  yield;
  yield* dropCycles(bench, wanted, (edge) => drafted.has(nameOf(edge)));
}

interface Edge {
  task_id: Id;
  depends_on_id: Id;
}

const nameOf = ({ task_id, depends_on_id }: Edge) => `${task_id} ${depends_on_id}`;

/**
 * Drops dependencies that close a cycle. Priority: the tree, since a task may have moved below one it depends on; then
 * a person's own, then earlier drafts', then new ones.
 */
function* dropCycles(bench: Bench, wanted: readonly Edge[], isDrafted: (edge: Edge) => boolean): Steps<void> {
  const tree: [Id, Id][] = [];
  for (const task of bench.tasks.values()) {
    const parent = parentOf(bench, task);
    if (parent !== null) tree.push([parent, task.id]);
  }
  const all = [...bench.edges, ...wanted].map(({ task_id, depends_on_id }) => [task_id, depends_on_id] as const);
  yield;
  const knots = findCycleTasks([...tree, ...all]);
  yield;
  const ahead = new Map<Id, Id[]>();
  for (const [parent, id] of tree) if (knots.has(parent) && knots.has(id)) put(ahead, parent, id);
  const own = bench.edges.filter((edge) => !isDrafted(edge));
  const left = new Set<Edge>();
  for (const edge of [...own, ...bench.edges.filter(isDrafted), ...wanted]) {
    if (!knots.has(edge.task_id) || !knots.has(edge.depends_on_id)) continue;
    yield;
    if (isAhead(ahead, edge.depends_on_id, edge.task_id)) left.add(edge);
    else put(ahead, edge.task_id, edge.depends_on_id);
  }
  for (const edge of own) if (left.has(edge)) tell(bench, edge);
  bench.edges = [...bench.edges, ...wanted].filter((edge) => !left.has(edge));
}

function tell(bench: Bench, { task_id, depends_on_id }: Edge): void {
  const said = `It no longer waits for T${bench.tasks.get(depends_on_id)?.number}, which now waits for it.`;
  const mark = bench.marks.get(task_id);
  bench.marks.set(task_id, { change: mark?.change ?? 'updated', reason: mark ? `${mark.reason} ${said}` : said });
}

const parentOf = (bench: Bench, task: MergeTask): Id | null =>
  bench.lists.get(task.task_list_id)?.parent_task_id ?? null;

/** Whether `from` transitively waits for `to`. */
function isAhead(ahead: ReadonlyMap<Id, readonly Id[]>, from: Id, to: Id): boolean {
  const seen = new Set<Id>([from]);
  for (const at of seen) {
    if (at === to) return true;
    for (const next of ahead.get(at) ?? []) seen.add(next);
  }
  return false;
}
