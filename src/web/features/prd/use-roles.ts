import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { RoleSetting } from '#contract/prd.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { untilSaved } from '#web/lib/net/saving.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { listToasts, toast } from '#web/ui/toast.ts';

/** Roles set in one go. */
interface Change {
  settings: readonly RoleSetting[];
  /** What takes them back; known once they are set. */
  undo: readonly RoleSetting[] | undefined;
  /** The newest toast there was: one that came later is undone first. */
  afterToast: number;
}

const newestToast = () => listToasts().find(({ action }) => action)?.id ?? 0;
const without = (change: Change) => (all: readonly Change[]) => all.filter((each) => each !== change);

/**
 * Roles that are set: shown at once, sent one call after the other, taken back when refused. They are shown over the last
 * answer from before, until everything sent has been answered and read again: an answer in between knows some of it only.
 */
export function useRoles(projectId: string) {
  const cache = useQueryClient();
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [steps, setSteps] = useState<readonly Change[]>([]);
  const [isSettling, setSettling] = useState(false);
  const queue = useRef(Promise.resolve());
  const running = useRef(0);
  /** Whether everything asked for until now was set. */
  const outcome = useRef(Promise.resolve(true));

  const readAgain = useCallback(async () => {
    const stale = [queryKeys.allReadings(projectId), queryKeys.allPrd(projectId)];
    await Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })));
    // The answers are told in a turn of their own: what they replace stays until then.
    notifyManager.schedule(() => {
      if (running.current > 0) return;
      setPending([]);
      setSettling(false);
    });
  }, [cache, projectId]);

  /** One after the other: what is undone at once is undone after it was set. */
  const inTurn = useCallback(
    (work: () => Promise<void>) => {
      running.current += 1;
      setSettling(true);
      const turn = async () => {
        try {
          await work();
          return true;
        } catch (error) {
          if (!isShownElsewhere(error)) toast(failureToast(error, 'Failed to set the role'));
          return false;
        } finally {
          running.current -= 1;
        }
      };
      const isSet = queue.current.then(turn);
      const before = running.current === 1 ? Promise.resolve(true) : outcome.current;
      outcome.current = Promise.all([before, isSet]).then((all) => all.every(Boolean));
      queue.current = untilSaved(isSet.then(() => (running.current === 0 ? readAgain() : undefined)));
    },
    [readAgain],
  );
  const send = useCallback(
    (roles: readonly RoleSetting[]) => call('PATCH /api/projects/:id/prd/roles', { id: projectId, roles: [...roles] }),
    [projectId],
  );

  const set = useCallback(
    (settings: readonly RoleSetting[]) => {
      const change: Change = { settings, undo: undefined, afterToast: newestToast() };
      setPending((before) => [...before, change]);
      setSteps((before) => [...before, change]);
      inTurn(async () => {
        try {
          change.undo = (await send(settings)).undo;
        } catch (error) {
          setPending(without(change));
          setSteps(without(change));
          throw error;
        }
      });
    },
    [inTurn, send],
  );

  const last = steps.at(-1);
  /** Answers false where something else was done since, or nothing at all. */
  const undo = () => {
    if (!last || newestToast() > last.afterToast) return false;
    setSteps(without(last));
    setPending(without(last));
    inTurn(async () => {
      if (last.undo) await send(last.undo);
    });
    return true;
  };
  /** Once nothing is on its way any more: whether all of it was set. A plan is made from what the server knows. */
  const whenSet = useCallback(() => (running.current === 0 ? Promise.resolve(true) : outcome.current), []);
  return { pending, isSettling, set, undo, canUndo: last !== undefined, whenSet };
}
