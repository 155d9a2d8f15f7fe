import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** A section counts as current once its top is above this many pixels below the top of the scroll container. */
const READING_LINE = 96;
/** A section chosen by its link stays current until the page is scrolled by more than this many pixels. */
const STILL = 8;

/**
 * The section that is in view (scroll spy). One chosen by its link is current even where the page is too short to scroll it
 * to the top.
 */
export function useCurrentSection<Id extends string>(ids: readonly [Id, ...Id[]]) {
  const { hash, key } = useLocation();
  const named = ids.find((id) => hash === `#${id}`);
  const [current, setCurrent] = useState<Id>(named ?? ids[0]);
  const [seen, setSeen] = useState(key);
  if (key !== seen) {
    setSeen(key);
    if (named) setCurrent(named);
  }
  /** Top of the first section after the jump to the chosen one; during the jump scroll events are ignored. */
  const chosenAt = useRef<number | 'moving'>(undefined);

  // On the first load the browser looks for the hash before the section is rendered, so it is scrolled to here.
  const first = useRef(named);
  useEffect(() => {
    if (first.current) document.getElementById(first.current)?.scrollIntoView?.();
  }, []);

  // The router scrolls between the layout effect and the effect, and its scroll event may fire before the latter.
  useLayoutEffect(() => {
    if (named !== undefined) chosenAt.current = 'moving';
  }, [named, key]);
  useEffect(() => {
    if (named !== undefined) chosenAt.current = topOf(ids[0]);
  }, [ids, named, key]);

  useEffect(() => {
    const follow = ({ target }: Event) => {
      const scroller = target instanceof Document ? target.documentElement : target;
      if (!(scroller instanceof HTMLElement) || !scroller.contains(document.getElementById(ids[0]))) return;
      if (chosenAt.current === 'moving') return;
      if (chosenAt.current !== undefined && Math.abs(topOf(ids[0]) - chosenAt.current) <= STILL) return;
      chosenAt.current = undefined;
      setCurrent(findInSight(scroller, ids));
    };
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', follow, { capture: true });
  }, [ids]);
  return current;
}

const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;

/** The last section whose top is above the line; at the end of the page the last one of all. */
function findInSight<Id extends string>(scroller: HTMLElement, ids: readonly [Id, ...Id[]]): Id {
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
  const line = Math.max(0, scroller.getBoundingClientRect().top) + READING_LINE;
  return (isAtEnd ? ids.at(-1) : ids.findLast((id) => topOf(id) <= line)) ?? ids[0];
}
