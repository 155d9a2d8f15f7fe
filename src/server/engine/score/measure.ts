import type { LabelledPrd } from './read-corpus.ts';

/** One number about the engine, measured over many PRDs, and how good it must be. */
export interface Measure {
  name: string;
  limit: number;
  /** `count` is of things that must not be; `share` of things that should. */
  unit: 'share' | 'count';
  run: (corpus: readonly LabelledPrd[]) => number;
}
