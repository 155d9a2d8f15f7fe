import type { DraftList } from '#contract/plan-draft.ts';
import { pairUp } from './pair-up.ts';
import type { Bench, MergeList } from './sides.ts';

/**
 * Matches each drafted list with an existing one by key, by parent task, or by shared tasks, and updates what was not
 * edited.
 */
export function matchLists(bench: Bench): void {
  const { lists } = bench.theirs.draft;
  const byKey = new Map([...bench.lists.values()].map((list) => [list.origin?.key ?? list.id, list]));
  const byName = new Map<string, MergeList>();
  for (const list of bench.lists.values()) {
    const name = list.name.toLowerCase();
    if (list.parent_task_id === null && !byName.has(name)) byName.set(name, list);
  }
  const shared = countShared(bench);
  const pairs = pairUp<DraftList, MergeList>(
    lists.map((drafted) => ({
      drafted,
      shared: shared.get(drafted.key) ?? new Map<MergeList, number>(),
      sameKey: byKey.get(drafted.key) ?? belowOf(bench, drafted),
    })),
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
  );
  const taken = new Set(pairs.values());
  for (const drafted of lists) {
    const found = drafted.parent === null ? byName.get(drafted.name.toLowerCase()) : undefined;
    if (pairs.has(drafted) || found === undefined || taken.has(found)) continue;
    pairs.set(drafted, found);
    taken.add(found);
  }
  const renamed = new Map<string, string>();
  for (const drafted of lists) {
    const found = pairs.get(drafted);
    if (found === undefined) continue;
    bench.listOf.set(drafted.key, found.id);
    if (found.origin !== null && found.origin.key !== drafted.key) renamed.set(found.origin.key, drafted.key);
    follow(found, drafted);
  }
  // Tasks of a renamed list still count as being where generation put them.
  for (const { origin } of bench.tasks.values()) {
    const name = renamed.get(origin?.list ?? '');
    if (origin !== null && name !== undefined) origin.list = name;
  }
}

const belowOf = (bench: Bench, { parent }: DraftList): MergeList | undefined => {
  const task = parent === null ? undefined : bench.taskOf.get(parent);
  return task === undefined ? undefined : bench.childOf.get(task);
};

/**
 * By drafted list, where the matches of its tasks are today. Root lists and lists of subtasks do not match each other.
 */
function countShared(bench: Bench): Map<string, Map<MergeList, number>> {
  const drafted = new Map(bench.theirs.draft.lists.map((list) => [list.key, list]));
  const shared = new Map<string, Map<MergeList, number>>();
  for (const [taskId, { list: key }] of bench.draftOf) {
    const today = bench.lists.get(bench.tasks.get(taskId)?.task_list_id ?? taskId);
    const list = drafted.get(key);
    if (today?.origin === null || today === undefined || list === undefined) continue;
    if ((today.parent_task_id === null) !== (list.parent === null)) continue;
    if (list.parent !== null && bench.taskOf.get(list.parent) !== today.parent_task_id) continue;
    const counts = shared.get(key) ?? new Map<MergeList, number>();
    counts.set(today, (counts.get(today) ?? 0) + 1);
    shared.set(key, counts);
  }
  return shared;
}

function follow(list: MergeList, drafted: DraftList): void {
  const base = list.origin ?? { key: drafted.key, name: list.name, brief: '' };
  if (list.name === base.name) list.name = drafted.name;
  if (list.operational_brief === base.brief) list.operational_brief = drafted.brief;
  list.origin = {
    key: drafted.key,
    name: list.name === drafted.name ? drafted.name : base.name,
    brief: list.operational_brief === drafted.brief ? drafted.brief : base.brief,
  };
}
