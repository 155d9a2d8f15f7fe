import { parentPort } from 'node:worker_threads';
import { packParts, unpackParts } from './pack-parts.ts';
import { type OfflineWishes, planOffline } from './planning/plan-offline.ts';

/** A job for a worker thread, transferred in chunks. */
export interface PlannerJob extends OfflineWishes {
  content: string;
}

/** A larger reading is of no use to anybody, and everything after it would be as slow. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

// Runs in a worker thread, so that a megabyte of text does not block the event loop.
parentPort?.on('message', (pieces: Uint8Array[]) => {
  const { content, ...wishes } = unpackParts(pieces) as PlannerJob;
  const answer = packParts(planOffline(content, wishes));
  const bytes = answer.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (bytes > ANSWER_BYTES_MAX) parentPort?.postMessage(null, []);
  else
    parentPort?.postMessage(
      answer,
      answer.map((piece) => piece.buffer),
    );
});
