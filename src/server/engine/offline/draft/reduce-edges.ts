import type { Family } from './settle-edges.ts';

/** Above this the sets below would take more memory than the plan is worth. */
const MOST = 16_000;

/** Removes what follows from the other edges: with C after B and B after A, C after A says nothing. */
export function reduceEdges(waits: readonly number[][], within: Family): number[][] {
  if (waits.length > MOST) return waits.map((targets) => reduceNear(targets, waits));
  const words = Math.ceil(waits.length / 32);
  const reached: (Uint32Array | undefined)[] = waits.map(() => undefined);
  const result = waits.map((targets) => targets);
  for (const at of dependenciesFirst(waits, within)) {
    const targets = waits[at] ?? [];
    if (targets.length === 0 && within.children[at]?.length === 0) continue;
    const beyond = new Uint32Array(words);
    for (const to of [...targets, ...(within.children[at] ?? [])]) unite(beyond, reached[to]);
    result[at] = targets.filter((to) => !has(beyond, to));
    for (const to of [...targets, ...(within.children[at] ?? [])]) add(beyond, to);
    reached[at] = beyond;
  }
  return result;
}

const reduceNear = (targets: number[], waits: readonly number[][]): number[] =>
  targets.filter((to) => !targets.some((other) => other !== to && waits[other]?.includes(to)));

/** Every task after all it waits for; walked without calls, as a chain may be as long as the plan. */
function dependenciesFirst(waits: readonly number[][], { children }: Family): number[] {
  const order: number[] = [];
  const state = new Uint8Array(waits.length);
  for (let start = 0; start < waits.length; start += 1) {
    const stack = [start];
    while (stack.length > 0) {
      const at = stack.at(-1) ?? 0;
      if (state[at] === 0) {
        state[at] = 1;
        for (const to of [...(waits[at] ?? []), ...(children[at] ?? [])]) if (state[to] === 0) stack.push(to);
      } else {
        stack.pop();
        if (state[at] === 1) order.push(at);
        state[at] = 2;
      }
    }
  }
  return order;
}

function unite(into: Uint32Array, other: Uint32Array | undefined): void {
  if (other === undefined) return;
  for (let word = 0; word < into.length; word += 1) into[word] = (into[word] ?? 0) | (other[word] ?? 0);
}

const has = (set: Uint32Array, at: number): boolean => (((set[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

function add(set: Uint32Array, at: number): void {
  const word = at >>> 5;
  set[word] = (set[word] ?? 0) | (1 << (at & 31));
}
