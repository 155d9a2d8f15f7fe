import { contentWords } from './content-words.ts';
import { readReferences } from './read-references.ts';
import { linkDefinitions } from './link-definitions.ts';
import { linkEnablers } from './link-enablers.ts';
import { linkLayers } from './link-layers.ts';
import type { Edge, Place } from './edges.ts';
import type { Layout } from './lay-out-tasks.ts';
import { classifyLayer } from './classify-layer.ts';
import { settleEdges } from './settle-edges.ts';

/** Says what waits for what: what the document says, what it defines before it uses it, and what is built on what. */
export function findEdges({ tasks, lists }: Layout, isEnglish: boolean): void {
  const places: Place[] = tasks.map((task, index) => {
    const text = task.part ?? task.requirements.map((requirement) => requirement.text).join(' ');
    let words: ReadonlyMap<string, string> | undefined;
    return {
      task,
      index,
      text,
      layer: classifyLayer(`${task.title} ${text}`),
      words: () => (words ??= contentWords(`${task.title} ${text}`)),
    };
  });
  const edges: Edge[] = [...readReferences(places, lists), ...linkEnablers(places)];
  if (isEnglish) edges.push(...linkDefinitions(places), ...linkLayers(places));
  settleEdges(places, lists, edges);
}
