/** The focusable items; some are hidden by CSS on large screens. */
export function itemsOf(menu: Element): HTMLElement[] {
  const items = menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])');
  return [...items].filter((item) => getComputedStyle(item).display !== 'none');
}

export const focusItem = (item: HTMLElement | undefined) => item?.focus({ preventScroll: false });

/** Typeahead: one repeated letter cycles through its items, a word finds the item that begins with it. */
export function nextByTyping(items: HTMLElement[], from: number, typed: string) {
  const repeated = typed === typed.slice(0, 1).repeat(typed.length);
  const wanted = (repeated ? typed.slice(0, 1) : typed).toLowerCase();
  const start = repeated ? from + 1 : Math.max(from, 0);
  const inOrder = [...items.slice(start), ...items.slice(0, start)];
  return inOrder.find((item) => item.textContent.trim().toLowerCase().startsWith(wanted)) ?? items[from];
}
