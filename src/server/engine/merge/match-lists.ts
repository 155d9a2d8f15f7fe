import type { DraftList } from '#contract/plan-draft.ts';
import { childListOf } from './open-bench.ts';
import type { Bench, MergeList } from './sides.ts';

/** Finds for each drafted list the one it became before, and lets what nobody edited of it follow the draft. */
export function matchLists(bench: Bench): void {
  const byKey = new Map([...bench.lists.values()].map((list) => [list.origin?.key ?? list.id, list]));
  const taken = new Set<string>();
  const take = (drafted: DraftList, found: MergeList | undefined) => {
    if (found === undefined || taken.has(found.id) || bench.listOf.has(drafted.key)) return;
    taken.add(found.id);
    bench.listOf.set(drafted.key, found.id);
    follow(bench, found, drafted);
  };
  const { lists } = bench.theirs.draft;
  for (const drafted of lists) take(drafted, byKey.get(drafted.key));
  for (const drafted of lists) {
    const parent = drafted.parent === null ? undefined : bench.taskOf.get(drafted.parent);
    if (parent !== undefined) take(drafted, childListOf(bench, parent));
  }
  const roots = [...bench.lists.values()].filter((list) => list.parent_task_id === null);
  for (const drafted of lists)
    if (drafted.parent === null)
      take(
        drafted,
        roots.find(({ name }) => name.toLowerCase() === drafted.name.toLowerCase()),
      );
}

function follow(bench: Bench, list: MergeList, drafted: DraftList): void {
  const base = list.origin ?? { key: drafted.key, name: list.name, brief: '' };
  if (list.origin !== null && base.key !== drafted.key) rename(bench, base.key, drafted.key);
  if (list.name === base.name) list.name = drafted.name;
  if (list.operational_brief === base.brief) list.operational_brief = drafted.brief;
  list.origin = {
    key: drafted.key,
    name: list.name === drafted.name ? drafted.name : base.name,
    brief: list.operational_brief === drafted.brief ? drafted.brief : base.brief,
  };
}

/** What stood in it still stands where generation put it. */
function rename(bench: Bench, from: string, to: string): void {
  for (const { origin } of bench.tasks.values()) if (origin?.list === from) origin.list = to;
}
