import { useEffect, useState } from 'react';
import { useLiveStatus } from '#web/features/plan/index.ts';

const STALE_AFTER = 30_000;

/** True after half a minute without a connection: the data may be stale. */
export function useStale(projectId: string) {
  const connected = useLiveStatus(projectId).state === 'connected';
  const [stale, setStale] = useState(false);
  useEffect(() => {
    if (connected) return undefined;
    const timer = setTimeout(() => setStale(true), STALE_AFTER);
    return () => {
      clearTimeout(timer);
      setStale(false);
    };
  }, [connected]);
  return stale;
}
