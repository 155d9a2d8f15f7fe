import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { RoleSetting } from '#contract/prd.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { untilSaved } from '#web/lib/net/saving.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { listToasts, toast } from '#web/ui/toast.ts';

interface Change {
  settings: readonly RoleSetting[];
  /** Inverse settings, known once the server has confirmed. */
  undo: readonly RoleSetting[] | undefined;
  /** Id of the newest toast at the time: an undoable toast that came later is undone first. */
  afterToast: number;
}

const newestToast = () => listToasts().find(({ action }) => action)?.id ?? 0;
const without = (change: Change) => (all: readonly Change[]) => all.filter((each) => each !== change);

/**
 * Optimistic updates of roles, sent one at a time and rolled back on failure. They are overlaid on the last reading
 * from before the first request, until all requests are answered and the reading is refetched: a reading in between
 * would include only some of them.
 */
export function useRoles(projectId: string) {
  const cache = useQueryClient();
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [steps, setSteps] = useState<readonly Change[]>([]);
  const [isSettling, setSettling] = useState(false);
  const queue = useRef(Promise.resolve());
  const running = useRef(0);
  /** Whether all requests of the current batch succeeded. */
  const outcome = useRef(Promise.resolve(true));

  const readAgain = useCallback(async () => {
    const stale = [queryKeys.allReadings(projectId), queryKeys.allPrd(projectId)];
    await Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })));
    // Observers are notified in a scheduled batch: without the overlay until then the old reading would flash.
    notifyManager.schedule(() => {
      if (running.current > 0) return;
      setPending([]);
      setSettling(false);
    });
  }, [cache, projectId]);

  /** Sequential queue: an undo is sent after the change it reverts. */
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
  /** Returns false if there is nothing to undo, or something else is undone first. */
  const undo = () => {
    if (!last || newestToast() > last.afterToast) return false;
    setSteps(without(last));
    setPending(without(last));
    inTurn(async () => {
      if (last.undo) await send(last.undo);
    });
    return true;
  };
  /** Resolves when no request is pending, with whether all succeeded: plans are made from the stored roles. */
  const whenSet = useCallback(() => (running.current === 0 ? Promise.resolve(true) : outcome.current), []);
  return { pending, isSettling, set, undo, canUndo: last !== undefined, whenSet };
}
