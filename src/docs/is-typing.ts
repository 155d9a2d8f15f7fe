/** Whether a key belongs to a field or to the browser, and is no shortcut of the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const isInField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
  return isInField || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
}
