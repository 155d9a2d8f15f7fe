import { type Edge, IMPLIED, type Place } from './edges.ts';

const ENDS = 6;

/** Nothing begins before the skeleton is there, data needs its tables, and a release waits for the end of every list. */
export function linkEnablers(places: readonly Place[]): Edge[] {
  const at = (key: string) => places.find(({ task }) => task.key === key)?.index;
  const setUp = at('enabler-set-up');
  const schema = at('enabler-schema');
  const release = at('enabler-release');
  const edges: Edge[] = [];
  const join = (from: number, to: number | undefined) => {
    if (to !== undefined && to !== from) edges.push({ from, to, weight: IMPLIED });
  };
  for (const { index, layer, task } of places) {
    if (task.isParent || index === setUp) continue;
    if (layer === 'data' && index !== release) join(index, schema);
    join(index, setUp);
  }
  if (release !== undefined)
    for (const to of lastOfThemes(places, release).slice(-ENDS)) edges.push({ from: release, to, weight: IMPLIED });
  return edges;
}

function lastOfThemes(places: readonly Place[], release: number): number[] {
  const last = new Map<number, number>();
  for (const { task, index } of places)
    if (index !== release && !task.isParent && !task.isEnabler) last.set(task.theme, index);
  return [...last.values()];
}
