import { parentPort } from 'node:worker_threads';
import { packParts, unpackParts } from '#server/engine/pack-parts.ts';
import type { PlannerJob } from '#server/engine/serve-planner.ts';

/** A fake planner thread that does what the text says; anything else is returned as the title of its reading. */
const DEEDS: Record<string, () => void> = {
  throw: () => {
    throw new TypeError('a fault in the planner');
  },
  exit: () => process.exit(1),
  spin: () => {
    for (;;);
  },
  hoard: () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 1_000 }, Math.random));
  },
  'say too much': () => parentPort?.postMessage(null, []),
};

parentPort?.on('message', (pieces: Uint8Array[]) => {
  const { content, previous } = unpackParts(pieces) as PlannerJob;
  const deed = DEEDS[content];
  if (deed !== undefined) return deed();
  parentPort?.postMessage(packParts({ reading: { title: content, requirements: previous } }), []);
});
