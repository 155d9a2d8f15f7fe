/** Space after the longest title, so that the next character would fit too. */
const SPARE = 4;

/**
 * The width at which the longest row in sight fits into one line, for a panel that contains the tree. Undefined without
 * a row. A text that shrinks and grows with its row has no width of its own, so it is measured by a range.
 */
export function fitWidth(panel: HTMLElement): number | undefined {
  const lacks = [...panel.querySelectorAll('[role=treeitem]')].map((row) =>
    [...row.querySelectorAll<HTMLElement>('[data-part=title], [data-part=aside]')].reduce(
      (sum, text) => sum + widthOf(text) - text.clientWidth,
      0,
    ),
  );
  if (lacks.length === 0) return undefined;
  return Math.ceil(panel.getBoundingClientRect().width + Math.max(...lacks) + SPARE);
}

function widthOf(text: HTMLElement) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect().width;
}
