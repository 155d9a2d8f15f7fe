import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ProjectSummary } from '#contract/project.ts';
import { orderProjects } from './order-projects.ts';

/**
 * The projects in an order that is set on load and when the window is looked at again: a live update never moves a card.
 * A new project comes first.
 */
export function useProjectOrder(projects: readonly ProjectSummary[], grid: RefObject<HTMLElement | null>) {
  const [order, setOrder] = useState<readonly string[]>(() => orderProjects(projects, Date.now()));
  const settle = useEffectEvent(() => {
    // The click that focuses the window must hit the card it was meant for.
    if (!document.hidden && grid.current?.matches(':hover') !== true) setOrder(orderProjects(projects, Date.now()));
  });
  useEffect(() => {
    const again = () => settle();
    window.addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
  return useMemo(() => {
    const place = new Map(order.map((id, i) => [id, i]));
    return projects.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
  }, [projects, order]);
}
