import type { Block, ItemBlock, TextBlock } from '#markdown/block.ts';
import { isStory } from '../judge-words.ts';
import { plainText } from '../read-words.ts';

/** "As a clerk," on a line of its own: who it is for, and nothing yet of what. */
const FOR_WHOM = /^(?:as an?|als|en tant qu|como|come|jako|как|作为|作為|là)(?![\p{L}])/iu;
const REASON =
  /^(?:so that|so i|so we|so|in order to|to|damit|um|afin|pour|para|per|così|zodat|aby|żeby|чтобы|以便|để)(?![\p{L}])/iu;
/** "**As a:** clerk": its parts are no names of anything. */
const BOLD_PART = /^(\*\*|__)([^*_]{1,20})\1/u;
const WHO_MAX = 120;

/** Says for whom and not yet what: the rest of the story stands on the next line. */
export const isStoryBegun = (text: string): boolean =>
  text.length <= WHO_MAX && FOR_WHOM.test(text) && !isStory(text) && !/[.!?。]$/u.test(text);
export const isStoryReason = (text: string): boolean => REASON.test(text);

/** A story over several items ("As a clerk" / "I want" / "so that") is one item with all of its lines. */
export function joinStories(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.type !== 'list') return block;
    const items = joinItems(block.items);
    return items.length === block.items.length ? block : { ...block, items };
  });
}

function joinItems(items: readonly ItemBlock[]): ItemBlock[] {
  const joined: ItemBlock[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const next = items[at + 1];
    if (item === undefined) break;
    const own = onlyText(item);
    const want = next === undefined ? null : textOf(next);
    if (next === undefined || own === null || want === null || !isSplit(own, want)) {
      joined.push(item);
      continue;
    }
    at += 1;
    const reason = items[at + 1];
    const why = reason === undefined || onlyText(next) === null ? null : textOf(reason);
    const hasReason = reason !== undefined && why !== null && isStoryReason(plainText(why.lines.join(' ')));
    if (hasReason) at += 1;
    joined.push(mergeItems(hasReason ? [item, next, reason] : [item, next]));
  }
  return joined;
}

function isSplit(own: TextBlock, want: TextBlock): boolean {
  const who = plainText(own.lines.join(' '));
  return isStoryBegun(who) && isStory(`${who.replace(/[,;:]$/u, '')}, ${plainText(want.lines.join(' '))}`);
}

const textOf = ({ children }: ItemBlock): TextBlock | null => {
  const [first] = children;
  return first?.type === 'paragraph' ? first : null;
};
const onlyText = (item: ItemBlock): TextBlock | null => (item.children.length === 1 ? textOf(item) : null);

/** One paragraph over the lines of all of them; what stands below the last stays below. */
function mergeItems(items: readonly ItemBlock[]): ItemBlock {
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a story has at least one item');
  const lines = items.flatMap((item) => textOf(item)?.lines ?? []).map((line) => line.replace(BOLD_PART, '$2'));
  const end = textOf(last)?.end ?? last.end;
  const text: TextBlock = { type: 'paragraph', lines, start: textOf(first)?.start ?? first.start, end };
  return { ...first, end: last.end, children: [text, ...last.children.slice(1)] };
}
