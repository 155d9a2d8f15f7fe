export interface PlanNode<N> {
  parent: N | undefined;
  children: readonly N[];
  waitsFor: readonly N[];
}

export interface Cycle<N> {
  from: N;
  to: N;
  /** How `to` comes round to `from`, named for a person: undefined stands for a long middle. */
  way: (N | undefined)[];
}

const WAY_ENDS = 4;

/**
 * The dependencies to leave out so that no task waits for itself, in one walk over the plan.
 * A task also waits for everything below it, so one that waits for its own ancestor would never become ready.
 */
export function findCycles<N extends PlanNode<N>>(nodes: readonly N[]): Cycle<N>[] {
  const cycles: Cycle<N>[] = [];
  const finished = new Set<N>();
  const path: { node: N; next: number }[] = [];
  /** For a node on the path, and for each of its ancestors: the places on the path that it would come back to. */
  const places = new Map<N, number[]>();

  const enter = (node: N) => {
    for (let at: N | undefined = node; at !== undefined; at = at.parent) {
      const known = places.get(at);
      if (known === undefined) places.set(at, [path.length]);
      else known.push(path.length);
    }
    path.push({ node, next: 0 });
  };
  const leave = (node: N) => {
    path.pop();
    finished.add(node);
    for (let at: N | undefined = node; at !== undefined; at = at.parent) {
      const known = places.get(at);
      known?.pop();
      if (known?.length === 0) places.delete(at);
    }
  };
  const wayFrom = (first: number, to: N): (N | undefined)[] => {
    const length = path.length - first;
    const nodes = (start: number, end?: number) => path.slice(start, end).map((step) => step.node);
    const middle =
      length <= WAY_ENDS * 2
        ? nodes(first)
        : [...nodes(first, first + WAY_ENDS), undefined, ...nodes(path.length - WAY_ENDS)];
    return middle[0] === to ? [...middle, to] : [to, ...middle, to];
  };

  for (const start of nodes) {
    if (finished.has(start)) continue;
    enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node, next } = step;
      const isDependency = next >= node.children.length;
      const to = isDependency ? node.waitsFor[next - node.children.length] : node.children[next];
      step.next += 1;
      if (to === undefined) {
        leave(node);
        continue;
      }
      const first = isDependency ? places.get(to)?.[0] : undefined;
      if (first !== undefined) cycles.push({ from: node, to, way: wayFrom(first, to) });
      else if (!finished.has(to)) enter(to);
    }
  }
  return cycles;
}
