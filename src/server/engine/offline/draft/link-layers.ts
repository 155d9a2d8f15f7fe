import type { Layer } from './classify-layer.ts';
import { type Edge, LAYERED, type Place } from './edges.ts';

const BELOW: Partial<Record<Layer, Layer[]>> = {
  api: ['data'],
  ui: ['api', 'data'],
  tests: ['ui', 'api', 'data', 'other'],
};
const TESTED = 3;

/** Inside one list data comes before the interface that reads it, that before the screen, and tests come last. */
export function linkLayers(places: readonly Place[]): Edge[] {
  const edges: Edge[] = [];
  const byList = Map.groupBy(
    places.filter(({ task }) => !task.isParent),
    ({ task }) => task.list,
  );
  for (const siblings of byList.values()) {
    const byLayer = Map.groupBy(siblings, ({ layer }) => layer);
    for (const place of siblings) {
      const below = (BELOW[place.layer] ?? [])
        .map((layer) => byLayer.get(layer) ?? [])
        .find((found) => found.length > 0);
      if (below === undefined) continue;
      const near = place.layer === 'tests' ? below.slice(-TESTED) : sharing(place, below);
      edges.push(...near.map(({ index }) => ({ from: place.index, to: index, weight: LAYERED })));
    }
  }
  return edges;
}

/** Of the layer below only what speaks of the same thing, nearest first; what stands alone is meant anyway. */
function sharing(place: Place, below: Place[]): Place[] {
  if (below.length === 1) return below;
  const own = place.words();
  const near = below.length <= 40 ? below : below.slice(0, 40);
  return near.filter(({ words }) => [...words().keys()].some((word) => own.has(word))).slice(0, 2);
}
