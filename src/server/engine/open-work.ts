import { setTimeout } from '#server/platform/guard.ts';
import type { UnderWay } from './context.ts';
import { interrupted } from './rules.ts';

/**
 * Supervisors send SIGKILL after ten seconds: work that is nearly done may finish, the rest has time to be recorded as
 * failed.
 */
const GRACE_MS = 5_000;

/** Tracks the drafts under way in this process. */
export function openWork(): UnderWay & { settle(): Promise<void> } {
  const stopping = new AbortController();
  const all = new Set<Promise<unknown>>();
  return {
    signal: stopping.signal,
    add(work) {
      const ended = work.catch(() => undefined).finally(() => all.delete(ended));
      all.add(ended);
    },
    async settle() {
      const timer = setTimeout(() => stopping.abort(interrupted()), GRACE_MS);
      await Promise.all(all);
      clearTimeout(timer);
    },
  };
}
