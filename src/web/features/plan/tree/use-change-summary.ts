import { useEffect, useRef, useState } from 'react';
import { counted } from '#contract/counted.ts';
import { useRecentChanges } from '../data/use-plan.ts';

const EVERY = 10_000;

/** Announcement about changes of others, coalesced into at most one sentence per ten seconds; a new object for each. */
export function useChangeSummary(projectId: string) {
  const changes = useRecentChanges(projectId);
  const rows = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [said, setSaid] = useState({ text: '' });
  useEffect(() => {
    for (const id of changes.keys()) rows.current.add(id);
    if (rows.current.size === 0) return;
    timer.current ??= setTimeout(() => {
      const count = rows.current.size;
      rows.current.clear();
      timer.current = undefined;
      setSaid({ text: `${counted(count, 'row has', 'rows have')} changed` });
    }, EVERY);
  }, [changes]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return said;
}
