import type { RefObject } from 'react';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';

/** J and K go through everything marked as a stop, in the order of the page; Enter follows the focused link by itself. */
export function useStepKeys(page: RefObject<HTMLElement | null>) {
  const step = (by: 1 | -1) => {
    const stops = [...(page.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const at = stops.findIndex((stop) => isAt(stop));
    const next = at < 0 ? stops.at(by > 0 ? 0 : -1) : stops[at + by];
    if (!next) return false;
    next.focus();
    return next.scrollIntoView?.({ block: 'nearest' });
  };
  const group = 'Projects';
  useShortcut({ keys: 'j', label: 'Next row or card', group, keyOnly: true, repeats: true, run: () => step(1) });
  useShortcut({ keys: 'k', label: 'Previous row or card', group, keyOnly: true, repeats: true, run: () => step(-1) });
}

/** Focused itself, or something else of its row or card is. */
const isAt = (stop: HTMLElement) => stop.closest('li, article')?.contains(document.activeElement) ?? false;
