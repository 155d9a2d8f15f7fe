import type { Layer } from './classify-layer.ts';
import type { WorkTask } from './work.ts';

/** A task with what the search for dependencies looks at. */
export interface Place {
  task: WorkTask;
  index: number;
  text: string;
  layer: Layer;
  /** Looked up by few. */
  words(): ReadonlyMap<string, string>;
}

/** `from` waits for `to`, by their places. The heavier one stays when two contradict each other. */
export interface Edge {
  from: number;
  to: number;
  weight: number;
}

export const SAID = 10;
export const NAMED = 6;
export const DEFINED = 4;
export const LAYERED = 2;
/** Follows from the kind of work; anything the document says is heavier. */
export const IMPLIED = 1;
