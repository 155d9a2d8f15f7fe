import { normaliseText } from '../reading/compare-text.ts';
import { type Doc, walkNodes } from '../reading/document.ts';
import { stageOf } from './find-schedule.ts';
import type { Piece } from './outline.ts';

/**
 * Orders features by the schedule: each by the first phase that names it, an unnamed one with the feature before it. If
 * the schedule names few of them, or all in one phase, document order is kept.
 */
export function orderStages({ sections }: Doc, features: readonly Piece[]): void {
  const byTitle = new Map(features.map((feature) => [normaliseText(feature.title), feature]));
  for (const section of sections) {
    const stage = stageOf(section);
    if (stage === null) continue;
    // Lines that are nothing but a title are no checks, and say when all the same.
    for (const { reason, text, label } of walkNodes(section.nodes)) {
      const named = reason === 'pointer' ? byTitle.get(normaliseText(label ?? text)) : undefined;
      if (named !== undefined) named.stage = Math.min(named.stage ?? stage.index, stage.index);
    }
  }
  const named = features.filter(({ stage }) => stage !== null);
  const isTold = named.length * 3 >= features.length * 2 && new Set(named.map(({ stage }) => stage)).size > 1;
  // Features before the first named one belong to the earliest phase.
  let last = named.reduce<number | null>(
    (least, { stage }) => (least === null ? stage : Math.min(least, stage ?? least)),
    null,
  );
  for (const feature of features) {
    feature.stage = isTold ? (feature.stage ?? last) : null;
    last = feature.stage;
  }
}
