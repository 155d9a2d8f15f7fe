import type { QueryClient } from '@tanstack/react-query';
import { firstId } from '../live/new-rows.ts';

/**
 * Which earlier edits an edit has to wait for: those of the same rows; also all that move rows; or, where rows are
 * deleted or restored, every edit that is still pending.
 */
export type Reach = 'row' | 'places' | 'all';

interface Turn {
  rows: ReadonlySet<string>;
  reach: Reach;
  over: Promise<unknown>;
}

const turns = new WeakMap<QueryClient, Map<string, Turn[]>>();

/** Serializes edits that depend on each other: sends one when the earlier ones it conflicts with have been answered. */
export async function inTurn<T>(
  cache: QueryClient,
  projectId: string,
  { rows, reach }: { rows: readonly string[]; reach: Reach },
  job: () => Promise<T>,
): Promise<T> {
  const running = turnsOf(cache, projectId);
  const before = running.filter(
    (turn) =>
      reach === 'all' || (reach !== 'row' && turn.reach !== 'row') || rows.some((row) => turn.rows.has(firstId(row))),
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  const turn = { rows: new Set(rows.map(firstId)), reach, over: promise };
  running.push(turn);
  await Promise.all(before.map(({ over }) => over));
  try {
    return await job();
  } finally {
    running.splice(running.indexOf(turn), 1);
    resolve();
  }
}

function turnsOf(cache: QueryClient, projectId: string) {
  const ofCache = turns.get(cache) ?? new Map<string, Turn[]>();
  turns.set(cache, ofCache);
  const running = ofCache.get(projectId) ?? [];
  ofCache.set(projectId, running);
  return running;
}
