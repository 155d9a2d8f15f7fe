/** Frames are not drawn in a tab nobody sees: there the batch goes out after this long. */
const UNSEEN = 250;

/** Gathers what arrives and hands it on once per frame, however much it is. */
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
