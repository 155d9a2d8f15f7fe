import { parentPort } from 'node:worker_threads';
import { AppError } from '#server/platform/error.ts';
import type { ImportAnswer, ImportPart, ImportQuestion } from './import-parts.ts';
import { readJob } from './read-job.ts';

const chunks: Uint8Array[] = [];
let parts: Generator<ImportPart> | undefined;

// Runs in a worker thread, so that parsing a hundred megabytes does not block the event loop.
parentPort?.on('message', (question: ImportQuestion) => {
  if (question.ask === 'take') chunks.push(...question.chunks);
  else parentPort?.postMessage(answer(question), []);
});

function answer(question: Exclude<ImportQuestion, { ask: 'take' }>): ImportAnswer {
  try {
    if (question.ask === 'read') {
      const read = readJob({ ...question.job, chunks: chunks.splice(0) });
      parts = read.parts;
      return { kind: 'head', head: read.head };
    }
    const next = parts?.next();
    return next === undefined || next.done === true ? { kind: 'end' } : { kind: 'part', part: next.value };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'refused', type: error.type, message: error.message, detail: error.detail };
  }
}
