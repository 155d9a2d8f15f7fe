import { parentPort } from 'node:worker_threads';
import { packParts, unpackParts } from './pack-parts.ts';
import { type OfflineWishes, planOffline } from './planning/plan-offline.ts';

/** What a thread of the planner is asked; it crosses over in pieces. */
export interface PlannerJob extends OfflineWishes {
  content: string;
}

/** Beyond this a reading is longer than anybody could look at, and everything after it would take as long again. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

// Runs in a thread of its own: a megabyte of text may take as long as it needs while the server goes on answering.
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
