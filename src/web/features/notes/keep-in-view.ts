const SETTLES_WITHIN = 3_000;
const BY_HAND = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Brings a note into the middle of its box, focused, and holds it there while what stands around it still settles: more
 * notes arrive, and each turns into Markdown a moment after it is drawn. Lets go when someone scrolls, or after a while.
 */
export function keepInView(id: string, box: HTMLElement) {
  const show = () => {
    const note = document.getElementById(id);
    note?.scrollIntoView({ block: 'center' });
    if (document.activeElement === document.body) note?.focus({ preventScroll: true });
  };
  const sizes = new ResizeObserver(show);
  const observe = () => {
    for (const note of box.querySelectorAll('.note')) sizes.observe(note);
    show();
  };
  const arrivals = new MutationObserver(observe);
  const letGo = () => {
    sizes.disconnect();
    arrivals.disconnect();
    clearTimeout(timer);
    for (const type of BY_HAND) window.removeEventListener(type, letGo, true);
  };
  const timer = setTimeout(letGo, SETTLES_WITHIN);
  for (const type of BY_HAND) window.addEventListener(type, letGo, true);
  arrivals.observe(box, { childList: true, subtree: true });
  observe();
  document.getElementById(id)?.focus({ preventScroll: true });
}
