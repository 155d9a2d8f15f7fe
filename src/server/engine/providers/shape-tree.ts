import { OPERATIONAL_BRIEF_MAX, TREE_DEPTH_MAX } from '#contract/constants.ts';
import { cleanText } from './clean-text.ts';
import type { Plan } from './read-plan.ts';

/** Makes a tree of what a model gave: one list per parent, no task above itself, no empty lists, no repeated lists. */
export function shapeTree(plan: Plan): Plan {
  return dropEmptyLists(joinLists(cutLoops(plan)));
}

/** A list that hangs below itself, too deep, or on a task that is not there, becomes a list at the top. */
function cutLoops({ lists, tasks }: Plan): Plan {
  const listOf = new Map(tasks.map((task) => [task.key, task.list]));
  const parents = new Map(lists.map((list) => [list.key, list.parent]));
  for (const { key } of lists) {
    let depth = 0;
    for (let parent = parents.get(key) ?? null; parent !== null; depth += 1) {
      const above = listOf.get(parent);
      if (above === undefined || above === key || depth >= TREE_DEPTH_MAX - 2) {
        parents.set(key, null);
        break;
      }
      parent = parents.get(above) ?? null;
    }
  }
  return { tasks, lists: lists.map((list) => ({ ...list, parent: parents.get(list.key) ?? null })) };
}

/** Sections that were cut in two come back under one name; a task is broken down by one list. */
function joinLists({ lists, tasks }: Plan): Plan {
  const kept = new Map<string, Plan['lists'][number]>();
  const joinedInto = new Map<string, string>();
  for (const list of lists) {
    const place = list.parent === null ? `name ${list.name.toLowerCase()}` : `task ${list.parent}`;
    const first = kept.get(place);
    if (first === undefined) kept.set(place, { ...list });
    else if (!first.brief.includes(list.brief))
      first.brief = cleanText(`${first.brief}\n\n${list.brief}`, OPERATIONAL_BRIEF_MAX / 2);
    joinedInto.set(list.key, first?.key ?? list.key);
  }
  return {
    lists: [...kept.values()],
    tasks: tasks.map((task) => ({ ...task, list: joinedInto.get(task.list) ?? task.list })),
  };
}

export function dropEmptyLists({ lists, tasks }: Plan): Plan {
  const used = new Set(tasks.map(({ list }) => list));
  return { tasks, lists: lists.filter(({ key }) => used.has(key)) };
}

/** The tasks below each task, at any depth. */
export function listDescendants({ lists, tasks }: Plan): Map<string, string[]> {
  const parentOfList = new Map(lists.map(({ key, parent }) => [key, parent]));
  const listOf = new Map(tasks.map(({ key, list }) => [key, list]));
  const below = new Map<string, string[]>();
  for (const { key, list } of tasks) {
    for (let above = parentOfList.get(list) ?? null; above !== null;) {
      const found = below.get(above);
      if (found === undefined) below.set(above, [key]);
      else found.push(key);
      above = parentOfList.get(listOf.get(above) ?? '') ?? null;
    }
  }
  return below;
}
