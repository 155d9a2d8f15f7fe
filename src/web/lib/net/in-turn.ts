import type { QueryClient } from '@tanstack/react-query';
import { firstId } from '../live/new-rows.ts';

/**
 * What an edit must not overtake: earlier edits of its rows; all earlier ones that change where rows stand; or, for one
 * that takes rows away or brings them back, everything that was asked for before.
 */
export type Reach = 'row' | 'places' | 'all';

interface Turn {
  rows: ReadonlySet<string>;
  reach: Reach;
  over: Promise<unknown>;
}

const turns = new WeakMap<QueryClient, Map<string, Turn[]>>();

/** Sends an edit when those it builds on are answered, so that it is made on what they have left. */
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
