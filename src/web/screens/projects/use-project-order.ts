import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ProjectNews } from '#contract/news.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { orderProjects } from './order-projects.ts';

interface Arrangement {
  order: readonly string[];
  /** In which nothing goes on: these may be shown as rows. */
  quiet: ReadonlySet<string>;
  /** Made before the news were there. */
  isEarly: boolean;
}

/**
 * The projects in an arrangement that is set on load and when the window is looked at again: a live update never moves a
 * card, and never turns a row into one. A new project comes first.
 */
export function useProjectOrder(
  projects: readonly ProjectSummary[],
  news: readonly ProjectNews[] | undefined,
  grid: RefObject<HTMLElement | null>,
) {
  const [arranged, setArranged] = useState(() => arrange(projects, news));
  if (arranged.isEarly && news !== undefined) setArranged(arrange(projects, news));
  const settle = useEffectEvent(() => {
    // The click that focuses the window must hit the card it was meant for.
    if (!document.hidden && grid.current?.matches(':hover') !== true) setArranged(arrange(projects, news));
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
  const { order, quiet } = arranged;
  const ordered = useMemo(() => {
    const place = new Map(order.map((id, i) => [id, i]));
    return projects.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
  }, [projects, order]);
  return { ordered, quiet };
}

function arrange(projects: readonly ProjectSummary[], news: readonly ProjectNews[] | undefined): Arrangement {
  const told = new Set(news?.map(({ project_id: id }) => id));
  const isQuiet = ({ id, holders, stopped, needs_you: needs }: ProjectSummary) =>
    holders.length === 0 && stopped.length === 0 && needs === 0 && !told.has(id);
  return {
    order: orderProjects(projects, Date.now()),
    quiet: new Set(projects.filter(isQuiet).map(({ id }) => id)),
    isEarly: news === undefined,
  };
}
