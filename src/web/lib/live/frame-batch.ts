/** requestAnimationFrame does not run in a hidden tab: a timer flushes the batch there. */
const UNSEEN = 250;

/** Coalesces items and passes them on once per animation frame. */
export function batchPerFrame<T>(handle: (items: readonly T[]) => void) {
  let items: T[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const disarm = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  const flush = () => {
    disarm();
    const gathered = items;
    items = [];
    handle(gathered);
  };

  return {
    add(item: T) {
      items.push(item);
      if (items.length > 1) return;
      frame = requestAnimationFrame(flush);
      timer = setTimeout(flush, UNSEEN);
    },
    clear() {
      disarm();
      items = [];
    },
  };
}
