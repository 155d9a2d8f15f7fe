import { type RefObject, useState, useSyncExternalStore } from 'react';
import { fitWidth } from '#web/features/plan/index.ts';
import { deviceStore } from '#web/lib/browser-store.ts';

const KEY = 'baton-tree-width';
const MIN = 240;
const MAX = 720;
/** What the task and its notes keep beside the tree. */
const BESIDE = 520;

const maxIn = (windowWidth: number) => Math.max(MIN, Math.min(MAX, windowWidth - BESIDE));
const startIn = (windowWidth: number) =>
  windowWidth < 1024 ? 280 : windowWidth < 1280 ? 352 : windowWidth < 1400 ? 376 : 400;

/** Width of the tree in pixels: set by hand or by its content, and kept on this device. */
export function useTreeWidth(panel: RefObject<HTMLElement | null>) {
  const windowWidth = useSyncExternalStore(subscribe, () => window.innerWidth);
  const [set, setWidth] = useState(() => readWidth(deviceStore.read(KEY)));
  const max = maxIn(windowWidth);
  const width = Math.min(max, Math.max(MIN, set ?? startIn(windowWidth)));
  const change = (next: number, settled: boolean) => {
    setWidth(next);
    if (settled) deviceStore.write(KEY, String(next));
  };
  const fit = () => {
    const fitting = panel.current && fitWidth(panel.current);
    if (fitting) change(Math.min(max, Math.max(MIN, fitting)), true);
  };
  return { width, min: MIN, max, change, fit };
}

function readWidth(text: string | null): number | undefined {
  const width = Number(text ?? '');
  return width >= MIN && width <= MAX ? width : undefined;
}

function subscribe(listener: () => void) {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
