import type { Block, ItemBlock, TextBlock } from './block.ts';

export interface Container {
  children: Block[];
  /** Columns a line needs to belong to an item; null for a quote. */
  indent: number | null;
}

/** What is left of a line inside a container, or null when the line is not in it. */
export function continueContainer(container: Container | undefined, rest: string): string | null {
  if (container === undefined) return null;
  const { indent } = container;
  if (indent === null) return /^ {0,3}>/u.test(rest) ? rest.replace(/^ {0,3}> ?/u, '') : null;
  if (rest.trim() === '') return '';
  return rest.startsWith(' '.repeat(indent)) ? rest.slice(indent) : null;
}

/** Only a bare mark of the same character, at least as long, ends a fence. */
export function closesFence(mark: string, rest: string): boolean {
  const text = rest.trim();
  return text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length) && /^ {0,3}\S/u.test(rest);
}

export function addLine(block: TextBlock, rest: string, number: number): void {
  block.lines.push(rest.trim());
  block.end = number;
}

/** What stands between the brackets of a box; GFM knows no others. */
export const BOXES = ' xX';

/** Gives a finished block its last line and reads the boxes of its items. */
export function closeBlock(block: Block, boxes: string): void {
  if (block.type === 'quote') {
    for (const child of block.children) closeBlock(child, boxes);
    block.end = block.children.at(-1)?.end ?? block.end;
  }
  if (block.type === 'list') {
    for (const item of block.items) closeItem(item, boxes);
    block.end = block.items.at(-1)?.end ?? block.end;
  }
}

function closeItem(item: ItemBlock, boxes: string): void {
  const first = item.children[0];
  const box = first?.type === 'paragraph' ? /^\[([^\]])\]\s+(?=\S)/u.exec(first.lines[0] ?? '') : null;
  if (box !== null && first?.type === 'paragraph' && boxes.includes(box[1] ?? '')) {
    // A dash or a wave is begun and not done.
    item.checked = /[xX✓✔√☑]/u.test(box[1] ?? '');
    first.lines[0] = (first.lines[0] ?? '').slice(box[0].length);
  }
  for (const child of item.children) closeBlock(child, boxes);
  item.end = item.children.at(-1)?.end ?? item.end;
}
