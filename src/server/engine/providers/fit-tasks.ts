import type { DraftTask } from '#contract/plan-draft.ts';
import { absorb } from './apply-links.ts';
import { cleanLine } from './clean-text.ts';
import type { Plan } from './read-plan.ts';
import { dropEmptyLists } from './shape-tree.ts';

const TITLE_MAX = 200;

/** Brings a plan down to so many tasks: subtasks go up into their parent, then neighbours are joined. Nothing is dropped. */
export function fitTasks(plan: Plan, maxTasks: number): Plan {
  let fitted = plan;
  while (fitted.tasks.length > maxTasks) {
    const lowest = findLowestList(fitted);
    if (lowest === undefined) return joinNeighbours(fitted, maxTasks);
    fitted = foldList(fitted, lowest.key, lowest.parent);
  }
  return fitted;
}

/** A list whose tasks are broken down no further; the last one, so that the beginning of a plan keeps its detail. */
function findLowestList({ lists, tasks }: Plan): { key: string; parent: string } | undefined {
  const parents = new Set(lists.map(({ parent }) => parent));
  const broken = new Set(tasks.filter(({ key }) => parents.has(key)).map(({ list }) => list));
  const lowest = lists.findLast(({ key, parent }) => parent !== null && !broken.has(key));
  return lowest?.parent == null ? undefined : { key: lowest.key, parent: lowest.parent };
}

function foldList({ lists, tasks }: Plan, list: string, parent: string): Plan {
  const folded = tasks.filter((task) => task.list === list);
  const moved = new Map(folded.map(({ key }) => [key, parent]));
  return {
    lists: lists.filter(({ key }) => key !== list),
    tasks: redirect(
      tasks.filter((task) => task.list !== list).map((task) => (task.key === parent ? absorb(task, folded) : task)),
      moved,
    ),
  };
}

/** Only root lists are left: tasks that stand next to each other become one, evenly over the whole plan. */
function joinNeighbours({ lists, tasks }: Plan, maxTasks: number): Plan {
  const order = new Map(lists.map(({ key }, place) => [key, place]));
  const inOrder = tasks.toSorted((a, b) => (order.get(a.list) ?? 0) - (order.get(b.list) ?? 0));
  const groups: DraftTask[][] = Array.from({ length: maxTasks }, () => []);
  for (const [place, task] of inOrder.entries()) groups[Math.floor((place * maxTasks) / inOrder.length)]?.push(task);
  const moved = new Map<string, string>();
  const joined = groups.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    for (const { key } of others) moved.set(key, first.key);
    return [others.length === 0 ? first : { ...absorb(first, others), title: andMore(first.title, others.length) }];
  });
  return dropEmptyLists({ lists, tasks: redirect(joined, moved) });
}

const andMore = (title: string, others: number) => `${cleanLine(title, TITLE_MAX)} and ${others} more`;

function redirect(tasks: readonly DraftTask[], moved: ReadonlyMap<string, string>): DraftTask[] {
  return tasks.map((task) => ({
    ...task,
    depends_on: [...new Set(task.depends_on.map((key) => moved.get(key) ?? key))].filter((key) => key !== task.key),
  }));
}
