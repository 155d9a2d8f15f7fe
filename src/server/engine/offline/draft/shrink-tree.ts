import { type Branch, type Group, type Leaf, countTasks, leavesOf, requirementsOf } from './tree.ts';

interface Shrunk {
  themes: Group[];
  /** How many tasks were merged into others. */
  merged: number;
}

/** Merges upward until the plan fits: the deepest groups first, then neighbours; nothing is left out. */
export function shrinkTree(themes: Group[], max: number): Shrunk {
  const before = countAll(themes);
  if (before <= max) return { themes, merged: 0 };
  let left = before - max;
  const depth = Math.max(0, ...themes.map(depthOf));
  let shrunk = themes;
  for (let level = depth; level >= 1 && left > 0; level -= 1) {
    const closed = closeLevel(shrunk, level, left);
    shrunk = closed.themes;
    left -= closed.saved;
  }
  if (left > 0) shrunk = joinNeighbours(shrunk, max);
  return { themes: shrunk, merged: before - countAll(shrunk) };
}

const countAll = (themes: Group[]): number => themes.reduce((sum, { children }) => sum + countTasks(children), 0);

const depthOf = (branch: Branch): number =>
  branch.kind === 'leaf' ? 0 : 1 + branch.children.reduce((most, child) => Math.max(most, depthOf(child)), 0);

/** Groups at one level become single tasks, in reading order, until enough is saved. */
function closeLevel(themes: Group[], level: number, need: number): { themes: Group[]; saved: number } {
  let saved = 0;
  const close = (branch: Branch, at: number): Branch => {
    if (branch.kind === 'leaf' || saved >= need) return branch;
    if (at < level) return { ...branch, children: branch.children.map((child) => close(child, at + 1)) };
    saved += countTasks(branch.children);
    return asLeaf(branch);
  };
  const closed = themes.map((theme) => ({ ...theme, children: theme.children.map((child) => close(child, 1)) }));
  return { themes: closed, saved };
}

function asLeaf(group: Group): Leaf {
  const requirements = requirementsOf(group);
  return requirements.length === 1
    ? { kind: 'leaf', requirements }
    : { kind: 'leaf', requirements, together: group.name };
}

/** Every list keeps its share of the room; with more lists than room, lists become one as well. */
function joinNeighbours(themes: Group[], max: number): Group[] {
  const lists = themes.length <= max ? themes : chunk(themes, Math.ceil(themes.length / max)).map(joinThemes);
  const total = lists.reduce((sum, list) => sum + leavesOf(list).length, 0);
  return lists.map((list) => {
    const leaves = leavesOf(list);
    const room = Math.max(1, Math.floor((leaves.length * (max - lists.length)) / Math.max(1, total)));
    const size = Math.ceil(leaves.length / room);
    const children = chunk(leaves, size).map((run) =>
      run.length === 1 ? (run[0] as Leaf) : asLeaf({ ...list, children: run }),
    );
    return { ...list, children };
  });
}

const joinThemes = (run: Group[]): Group => {
  const [first, second] = run;
  if (first === undefined || second === undefined) return first ?? { kind: 'group', name: '', path: [], children: [] };
  return {
    ...first,
    name: `${first.name} and ${run.length - 1} more`,
    children: run.flatMap(({ children }) => children),
  };
};

function chunk<T>(all: readonly T[], size: number): T[][] {
  const runs: T[][] = [];
  for (let start = 0; start < all.length; start += size) runs.push(all.slice(start, start + size));
  return runs;
}
