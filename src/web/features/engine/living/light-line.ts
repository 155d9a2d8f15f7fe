const LIT = 'lit-line';
/** How long the text may take to be drawn. */
const DRAWN_WITHIN = 10_000;

/** "#L12" names line 12. */
export function lineOf(hash: string): number | undefined {
  const line = /^#L(\d{1,8})$/.exec(hash)?.[1];
  return line === undefined ? undefined : Number(line);
}

/** Brings a line of the source into view and lights its block, as soon as there is one; answers how to stop. */
export function lightLine(box: HTMLElement, line: number): () => void {
  let lit: Element | undefined;
  const light = () => {
    const found = blockAt(box, line);
    if (!found) return false;
    lit = found;
    found.classList.add(LIT);
    found.scrollIntoView({ block: 'center' });
    return true;
  };
  const watch = new MutationObserver(() => light() && watch.disconnect());
  const patience = setTimeout(() => watch.disconnect(), DRAWN_WITHIN);
  if (!light()) watch.observe(box, { childList: true, subtree: true });
  return () => {
    clearTimeout(patience);
    watch.disconnect();
    lit?.classList.remove(LIT);
  };
}

/** The last block that begins at the line or before it: a line between two blocks belongs to the one above. */
function blockAt(box: HTMLElement, line: number) {
  const blocks = [...box.querySelectorAll<HTMLElement>('[data-start]')];
  return blocks.findLast(({ dataset }) => Number(dataset['start']) <= line);
}
