/** How long nothing may change before all is taken to have settled: on a slow line the next part can take its time. */
const QUIET = 10_000;
const BY_HAND = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Brings a note into the middle of its box, focused, and holds it there while what stands around it still settles: more
 * notes arrive, and each turns into Markdown a moment after it is drawn. Lets go when someone acts, or when all is quiet.
 */
export function keepInView(id: string, box: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: HTMLElement | null = null;
  // A note that is being added keeps its card but not its id.
  const find = () => (known?.isConnected ? known : (known = document.getElementById(id)));
  const show = () => {
    clearTimeout(timer);
    timer = setTimeout(letGo, QUIET);
    const note = find();
    note?.scrollIntoView({ block: 'center' });
    if (document.activeElement === document.body) note?.focus({ preventScroll: true });
  };
  const sizes = new ResizeObserver(show);
  const observe = () => {
    for (const note of box.querySelectorAll('[data-part=note]')) sizes.observe(note);
    show();
  };
  const arrivals = new MutationObserver(observe);
  const letGo = () => {
    sizes.disconnect();
    arrivals.disconnect();
    clearTimeout(timer);
    for (const type of BY_HAND) window.removeEventListener(type, letGo, true);
  };
  for (const type of BY_HAND) window.addEventListener(type, letGo, true);
  arrivals.observe(box, { childList: true, subtree: true });
  observe();
  find()?.focus({ preventScroll: true });
}
