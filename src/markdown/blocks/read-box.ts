import type { ItemBlock } from '../block.ts';

/** What may stand between the brackets of a box; GFM knows no others. */
export const BOXES = ' \txX';
/** A dash or a wave, which some authors write, is begun and not done. */
const DONE = 'xX✓✔√☑';
const BOX = /^\[([^\]])\](?:[\t ]+(?=[^\t ])|$)/u;

/** Takes the box from the head of an item: `[ ]` and `[x]` before some text. */
export function readBox(item: ItemBlock, boxes: string): void {
  const [first] = item.children;
  if (first?.type !== 'paragraph') return;
  const [written = '', sign = ''] = BOX.exec(first.lines[0] ?? '') ?? [];
  const hasText = first.lines.length > 1 || written.length < (first.lines[0] ?? '').length;
  if (sign === '' || !hasText || !boxes.includes(sign)) return;
  item.checked = DONE.includes(sign);
  first.lines[0] = (first.lines[0] ?? '').slice(written.length);
}
