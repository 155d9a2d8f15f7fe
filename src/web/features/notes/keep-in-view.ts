/** Without a change for this long the layout counts as settled; long enough for a page over a slow network. */
const QUIET = 10_000;
const INPUT_EVENTS = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls a note to the middle of its scroll container, focuses it, and repeats that on every layout shift: more notes
 * arrive, and each is rendered as Markdown a moment after it is mounted. Stops at the first input event, or when
 * nothing has changed for a while.
 */
export function keepInView(id: string, box: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: HTMLElement | null = null;
  // The id of a note changes when the server confirms it; its element does not.
  const find = () => (known?.isConnected ? known : (known = document.getElementById(id)));
  const show = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, QUIET);
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
  const stop = () => {
    sizes.disconnect();
    arrivals.disconnect();
    clearTimeout(timer);
    for (const type of INPUT_EVENTS) window.removeEventListener(type, stop, true);
  };
  for (const type of INPUT_EVENTS) window.addEventListener(type, stop, true);
  arrivals.observe(box, { childList: true, subtree: true });
  observe();
  find()?.focus({ preventScroll: true });
}
