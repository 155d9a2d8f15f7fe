import { useEffect } from 'react';
import { call } from './net/api.ts';

const EVERY = 60_000;

/**
 * Tells the server once a minute that a page is looked at: the page of all projects, or a project. Null tells nothing.
 * A hidden tab is not looked at; a failed report is dropped, because the next one says more.
 */
export function useVisit(place: 'all' | { projectId: string } | null) {
  const projectId = place === null || place === 'all' ? undefined : place.projectId;
  const isOn = place !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    let last = -Infinity;
    const visit = () => {
      // A timer may fire a little early.
      if (document.hidden || !navigator.onLine || performance.now() - last < EVERY - 1_000) return;
      last = performance.now();
      void call('POST /api/me/visit', projectId === undefined ? {} : { project_id: projectId }).catch(() => undefined);
    };
    visit();
    const timer = setInterval(visit, EVERY);
    document.addEventListener('visibilitychange', visit);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', visit);
    };
  }, [isOn, projectId]);
}
