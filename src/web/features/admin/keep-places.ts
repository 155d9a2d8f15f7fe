import { type RefObject, type UIEvent, useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** By the label of what was scrolled; the panel itself has none. */
type Places = Map<string, number>;

/**
 * A new screen starts at its top, going back leads to where one was, also inside a table that scrolls by itself: the
 * browser takes care of the window only.
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
