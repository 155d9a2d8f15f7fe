import { parentPort } from 'node:worker_threads';
import type { Requirement } from '#contract/requirement.ts';
import { planOffline, readOffline } from './offline/plan-offline.ts';

/** One job for the worker thread; without room for tasks the text is only read. */
export interface OfflineJob {
  content: string;
  previous: readonly Requirement[];
  maxTasks: number | null;
}

// Runs in a thread of its own: a megabyte of text may take as long as it needs while the server goes on answering.
parentPort?.on('message', ({ content, previous, maxTasks }: OfflineJob) => {
  parentPort?.postMessage(
    maxTasks === null
      ? { extraction: readOffline(content, previous), draft: null }
      : planOffline(content, previous, { maxTasks }),
    [],
  );
});
