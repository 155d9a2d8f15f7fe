import type { Id } from '#contract/fields.ts';
import { put } from './draft-checks.ts';

/**
 * The tasks on a cycle or between two: all others are removed from both ends (as in Kahn's algorithm). Usually nothing
 * is left, and then no edge has to be checked.
 */
export function findCycleTasks(edges: readonly (readonly [waiter: Id, other: Id])[]): Set<Id> {
  const ahead = new Map<Id, Id[]>();
  const behind = new Map<Id, Id[]>();
  for (const [waiter, other] of edges) {
    put(ahead, waiter, other);
    put(behind, other, waiter);
  }
  const left = new Set<Id>([...ahead.keys(), ...behind.keys()]);
  peel(left, ahead, behind);
  peel(left, behind, ahead);
  return left;
}

/** Repeatedly removes nodes without remaining edges on one side. */
function peel(left: Set<Id>, side: ReadonlyMap<Id, readonly Id[]>, back: ReadonlyMap<Id, readonly Id[]>): void {
  const counts = new Map<Id, number>();
  const loose: Id[] = [];
  for (const id of left) {
    const count = (side.get(id) ?? []).filter((each) => left.has(each)).length;
    counts.set(id, count);
    if (count === 0) loose.push(id);
  }
  for (let id = loose.pop(); id !== undefined; id = loose.pop()) {
    left.delete(id);
    for (const other of back.get(id) ?? []) {
      const count = (counts.get(other) ?? 0) - 1;
      counts.set(other, count);
      if (count === 0 && left.has(other)) loose.push(other);
    }
  }
}
