const SETTLES_WITHIN = 3_000;

/**
 * Brings an element into the middle of its box and holds it there while what stands above still finds its height: notes
 * turn into Markdown a moment after they are drawn. Lets go when someone scrolls, or when it has settled.
 */
export function keepInView(element: HTMLElement, box: HTMLElement) {
  const show = () => element.scrollIntoView({ block: 'center' });
  const sizes = new ResizeObserver(show);
  const letGo = () => {
    sizes.disconnect();
    clearTimeout(timer);
    for (const type of ['wheel', 'pointerdown', 'keydown']) window.removeEventListener(type, letGo, true);
  };
  const timer = setTimeout(letGo, SETTLES_WITHIN);
  for (const sibling of box.querySelectorAll('.note')) sizes.observe(sibling);
  for (const type of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(type, letGo, true);
  show();
}
