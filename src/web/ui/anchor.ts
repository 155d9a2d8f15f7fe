const MARGIN = 8;

export interface Placement {
  side: 'top' | 'bottom';
  align: 'start' | 'center' | 'end';
  gap: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Position of a floating box beside its anchor: flipped where there is no room, and kept inside the window. */
export function placeBeside(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  at: Placement,
) {
  const below = anchor.top + anchor.height + at.gap;
  const above = anchor.top - at.gap - size.height;
  const fitsBelow = below + size.height <= view.height - MARGIN;
  const fitsAbove = above >= MARGIN;
  const useBelow = at.side === 'bottom' ? fitsBelow || !fitsAbove : !fitsAbove && fitsBelow;
  const offset = { start: 0, center: (anchor.width - size.width) / 2, end: anchor.width - size.width }[at.align];
  const clamp = (value: number, max: number) => Math.max(MARGIN, Math.min(value, max - MARGIN));
  return {
    left: clamp(anchor.left + offset, view.width - size.width),
    top: clamp(useBelow ? below : above, view.height - size.height),
  };
}

/** Shows the element in the top layer, above dialogs too, and positions it beside its anchor. */
export function floatBeside(element: HTMLElement, anchor: Element, at: Placement) {
  // jsdom has no popover API.
  if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover();
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const { left, top } = placeBeside(anchor.getBoundingClientRect(), element.getBoundingClientRect(), view, at);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}
