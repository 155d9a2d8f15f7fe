import { type RefObject, type UIEvent, useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Scroll offsets by aria-label of the scrolled element; '' is the panel itself. */
type Places = Map<string, number>;

/**
 * Scroll restoration: a new screen starts at its top, going back returns to the old offset, also inside a table with its own
 * scroll container. The browser restores the window only.
 */
export function useKeptPlaces(panel: RefObject<HTMLElement | null>) {
  const { pathname, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const kept = useRef(new Map<string, Places>());

  const settle = useEffectEvent(() => {
    panel.current?.scrollTo?.(0, 0);
    if (!isReturn) return;
    for (const [label, top] of kept.current.get(key) ?? []) {
      const box = label === '' ? panel.current : findBox(panel.current, label);
      box?.scrollTo?.(0, top);
    }
  });
  useEffect(() => settle(), [pathname]);

  return ({ target }: UIEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement)) return;
    const places: Places = kept.current.get(key) ?? new Map<string, number>();
    kept.current.set(key, places.set(target.getAttribute('aria-label') ?? '', target.scrollTop));
  };
}

const findBox = (panel: HTMLElement | null, label: string) =>
  panel?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`);
