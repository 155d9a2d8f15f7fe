/** Cycles among modules, found as strongly connected components (Tarjan), each as a closed walk: a → b → a. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next);
        lower(node, lowest.get(next));
      } else if (stack.includes(next)) {
        lower(node, order.get(next));
      }
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || graph.get(node)?.includes(node)) cycles.push(shortestWalk(graph, group));
  };

  const lower = (node: string, candidate: number | undefined): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? Infinity, candidate ?? Infinity));
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

/** A component may be large; the reader needs one short cycle. */
function shortestWalk(graph: ReadonlyMap<string, readonly string[]>, group: readonly string[]): string[] {
  const inside = new Set(group);
  const start = group.toSorted()[0] ?? '';
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (!inside.has(next)) continue;
      if (next === start) return walkBack(cameFrom, start, node);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return [start, start];
}

function walkBack(cameFrom: ReadonlyMap<string, string>, start: string, last: string): string[] {
  const walk = [start];
  for (let node: string | undefined = last; node !== undefined && node !== start; node = cameFrom.get(node)) {
    walk.unshift(node);
  }
  return [start, ...walk];
}
