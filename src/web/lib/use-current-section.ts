import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** How far below the top of what scrolls a part has to begin to be the one that is read. */
const READING_LINE = 96;
/** A part that was chosen stays the current one until somebody scrolls on by more than this. */
const STILL = 8;

/**
 * The part of the page in sight. One that was chosen counts as such even where the page is too short to bring it to the
 * top.
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
  /** Where the first part stood when the page had moved to the chosen one; until then nothing is followed. */
  const chosenAt = useRef<number | 'moving'>(undefined);

  // What the address names was not there yet when the page opened.
  const first = useRef(named);
  useEffect(() => {
    if (first.current) document.getElementById(first.current)?.scrollIntoView?.();
  }, []);

  // The router moves the page between these two, and the browser may tell of it before the second.
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

/** The last part that begins above the reading line; at the end of the page, the last part of all. */
function findInSight<Id extends string>(scroller: HTMLElement, ids: readonly [Id, ...Id[]]): Id {
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
  const line = Math.max(0, scroller.getBoundingClientRect().top) + READING_LINE;
  return (isAtEnd ? ids.at(-1) : ids.findLast((id) => topOf(id) <= line)) ?? ids[0];
}
