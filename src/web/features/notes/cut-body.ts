import { NOTE_CUT } from '#contract/constants.ts';

const ELLIPSIS = '...';
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/;

interface OpenFence {
  /** What stands before the fence: quote signs and indentation, which its end must share. */
  before: string;
  inItem: boolean;
  mark: string;
  line: number;
}

/** The beginning of a long text, with "..." and with everything closed that the cut left open. */
export function cutBody(body: string, max = NOTE_CUT): { text: string; isCut: boolean } {
  if (body.length <= max) return { text: body, isCut: false };
  const head = dropHalfCharacter(body.slice(0, max));
  const lines = head.split('\n');
  const fence = findOpenFence(lines);
  if (!fence) {
    // Right behind a line that ends code the mark would undo the end.
    const text = endsCode(lines.at(-1) ?? '') ? `${head}\n${ELLIPSIS}` : closeInline(dropHalfAddress(head));
    return { text, isCut: true };
  }
  // A fence whose first line was cut, or that has no code yet, says nothing: it goes.
  if (fence.line === lines.length - 1) return { text: [...lines.slice(0, -1), ELLIPSIS].join('\n'), isCut: true };
  const code = isHalfOf(lines.at(-1) ?? '', fence) ? lines.slice(0, -1) : lines;
  const last = code.at(-1) ?? '';
  // The mark of the cut belongs to the code, so it stands at least as far in as the fence.
  const end = `${last.length < fence.before.length ? fence.before : last}${ELLIPSIS}`;
  return { text: [...code.slice(0, -1), end, `${fence.before}${fence.mark}`].join('\n'), isCut: true };
}

/** Half of a pair, or of an emoji made of several, is not a character. */
function dropHalfCharacter(text: string) {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

function findOpenFence(lines: readonly string[]): OpenFence | undefined {
  let open: OpenFence | undefined;
  for (const [line, content] of lines.entries()) {
    if (open && hasLeft(open, content)) open = undefined;
    const [, before = '', mark, rest = ''] = FENCE.exec(content) ?? [];
    if (mark === undefined) continue;
    if (!open) {
      if (mark.startsWith('`') && rest.includes('`')) continue;
      open = { before: before.replaceAll(/[^>\s]/g, ' '), inItem: marker(before) !== '', mark, line };
    } else if (mark.startsWith(open.mark) && `${marker(before)}${rest.trim()}` === '' && isAsDeep(before, open)) {
      open = undefined;
    }
  }
  return open;
}

const endsCode = (line: string) => FENCE.exec(line)?.[3]?.trim() === '';
const marker = (before: string) => before.replaceAll(/[>\s]/g, '');
const isAsDeep = (before: string, open: OpenFence) => quotes(before) === quotes(open.before);
const quotes = (text: string) => text.replaceAll(/[^>]/g, '').length;

/** Code in a quote or a list item ends with it, whether its fence was closed or not. */
function hasLeft({ before, inItem }: OpenFence, line: string) {
  const start = (quotes(before) > 0 ? /^[\s>]*/ : /^\s*/).exec(line)?.[0] ?? '';
  if (quotes(start) < quotes(before)) return true;
  return inItem && line.trim() !== '' && start.length < before.length;
}

/** The last line is the beginning of the line that ends the code. */
function isHalfOf(line: string, { before, mark }: OpenFence) {
  const shown = line.slice(before.length).trim();
  return shown !== '' && mark.startsWith(shown);
}

/** Half an address would be a link to somewhere else. */
function dropHalfAddress(head: string) {
  const start = head.search(/\S+$/);
  const word = start === -1 ? '' : head.slice(start);
  const isAddress = /:\/\/|\]\(|^www\.|@/.test(word);
  return isAddress && start > head.length / 2 ? head.slice(0, start) : head;
}

/** Code, bold and struck text that began in the last paragraph and did not end in it. */
function closeInline(head: string) {
  const paragraph = head.slice(head.lastIndexOf('\n\n') + 1);
  const ticks = openTicks(paragraph);
  if (ticks !== undefined) return `${head}${ELLIPSIS}${ticks}`;
  const words = paragraph.replaceAll(/(`+)[^`]*\1/g, '');
  const open = ['**', '~~'].filter((mark) => words.split(mark).length % 2 === 0);
  return `${head}${ELLIPSIS}${open.toReversed().join('')}`;
}

function openTicks(paragraph: string) {
  let open: string | undefined;
  for (const [run] of paragraph.matchAll(/`+/g)) {
    if (open === undefined) open = run;
    else if (open === run) open = undefined;
  }
  return open;
}
